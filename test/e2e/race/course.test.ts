import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRace, saveRace } from '#features/races/service.ts'
import { staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
  const now = stage.world.clock.now()
  const race = (await readRace(stage.world.db, 2026, now))!
  const menu = [
    { key: 'start', page: '/start' },
    { key: 'route', page: '/route' },
    { key: 'guidebook', page: '/notice?articletype=guidebook' },
    { key: 'liveresults', page: '/live' },
    { key: 'video', address: 'https://video.example/live' },
  ]
  await stage.world.db.transaction().execute((tx) => saveRace(tx, { ...race, menu }, now))
})
afterAll(() => stage?.close())

/** Returns a course of some 5 km: a loop over a hill, with an aid station and a first-aid post. */
const gpx = () =>
  `<?xml version="1.0"?><gpx version="1.1"><wpt lat="30.011" lon="120.002"><name>补给站 1</name></wpt><wpt lat="30.003" lon="120.018"><name>First aid</name></wpt><trk><name>Fun run</name><trkseg>${Array.from(
    { length: 201 },
    (_, at) => {
      const angle = (at / 200) * 2 * Math.PI
      return `<trkpt lat="${(30 + Math.sin(angle) * 0.0065 + 0.004).toFixed(6)}" lon="${(120.01 + Math.cos(angle) * 0.0085 + Math.sin(angle * 3) * 0.001).toFixed(6)}"><ele>${(12 + 18 * (1 - Math.cos(angle))).toFixed(1)}</ele></trkpt>`
    },
  ).join('')}</trkseg></trk></gpx>`

test('an organiser sets stock and a quiz, uploads the course and the guidebook; a runner looks at them on a phone in English', async () => {
  const { token } = await staffSession(stage.world, [{ raceid: 2026, role: 'director' }])
  const desk = await stage.visit('desktop', 'en')
  await desk.logIn('staff', token)
  await desk.open('/console/2026/events')
  await desk.page.getByRole('button', { name: 'Edit Fun run' }).click()
  await desk.page
    .getByLabel('GPX file')
    .setInputFiles({ name: 'fun.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from('<!DOCTYPE gpx><gpx/>') })
  await desk.page.getByText('This is not a GPX file that can be read').waitFor()
  await desk.page
    .getByLabel('GPX file')
    .setInputFiles({ name: 'fun.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(gpx()) })
  await desk.page.getByText(/fun\.gpx · \d/).waitFor()
  const question = desk.page.getByRole('dialog')
  await desk.page.getByRole('button', { name: 'Remove the course' }).click()
  await question.getByText('“fun.gpx” is deleted').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await desk.page.getByText(/fun\.gpx · \d/).waitFor()
  await desk.page.getByLabel('Quantity M', { exact: true }).fill('25')
  await desk.page.getByLabel('Place · English').fill('Grand Theatre')
  await desk.page.getByLabel('How to get there · English').fill('Metro line 2, exit C')
  const quiz = desk.page.locator('section', { has: desk.page.getByRole('heading', { name: 'Quiz' }) })
  await quiz.getByRole('button', { name: 'Add one' }).click()
  await quiz.getByLabel('Question 1 · 简体中文').fill('感到不适怎么办？')
  await quiz.getByLabel('Options, one a line').fill('停下 | 停下 | Stop\n继续 | 繼續 | Go on')
  await noFaults(desk, 'console-event')
  await desk.page.getByRole('button', { name: 'Save' }).click()
  await desk.page.getByText('Choose the right answer').first().waitFor()
  await quiz.getByLabel('Right answer').selectOption('停下')
  await desk.page.getByRole('button', { name: 'Save' }).click()
  await desk.page.getByRole('heading', { name: 'Events', level: 1 }).waitFor()
  await noFaults(desk, 'console-events')
  expect(
    await stage.world.db.selectFrom('counters').select(['name', 'most']).where('raceid', '=', 2026).execute(),
  ).toEqual([{ name: 'M', most: 25 }])

  await desk.open('/console/2026/settings?part=look')
  await desk.page.getByLabel('Guidebook as a PDF').setInputFiles({
    name: 'guide.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <<>>\n%%EOF\n'),
  })
  await desk.page.getByText('The guidebook is uploaded. Save to use it').first().waitFor()
  await noFaults(desk, 'console-race')
  await desk.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(async () =>
      JSON.stringify(
        (await stage.world.db.selectFrom('races').select('menu').where('id', '=', 2026).executeTakeFirstOrThrow()).menu,
      ),
    )
    .toContain('/guidebooks/2026/')
  await desk.open('/console/2026/bibs')
  await desk.page.getByRole('heading', { name: 'Assign bibs' }).waitFor()
  await noFaults(desk, 'console-bibs')
  await desk.context.close()

  stage.world.clock.advance(10_000)
  const phone = await stage.visit('phone', 'en')
  await phone.open('/home?raceid=2026')
  await phone.page.getByRole('heading', { name: 'Lanjiang Marathon' }).waitFor()
  const menu = phone.page.getByRole('navigation', { name: 'Menu' })
  expect(await menu.getByRole('link').allTextContents()).toEqual([
    'Start',
    'Route map',
    'Guidebook',
    'Live results',
    'Race videos',
  ])
  expect(await menu.getByRole('link', { name: 'Live results' }).getAttribute('href')).toMatch(/^\/live\?/)
  expect(await menu.getByRole('link', { name: 'Guidebook' }).getAttribute('href')).toMatch(
    /^\/guidebooks\/2026\/[0-9a-f]{32}\.pdf$/,
  )
  expect(await menu.getByRole('link', { name: 'Race videos' }).getAttribute('href')).toBe('https://video.example/live')
  await noFaults(phone, 'home-with-course')
  await menu.getByRole('link', { name: 'Route map' }).click()
  const profile = phone.page.getByRole('slider', { name: 'Elevation' })
  await profile.focus()
  await phone.page.keyboard.press('End')
  expect(await profile.getAttribute('aria-valuetext')).toMatch(/^km \d.*above sea level$/)
  await phone.page.getByRole('button', { name: /补给站 1/ }).click()
  expect(await phone.page.getByRole('button', { name: /补给站 1/ }).getAttribute('aria-pressed')).toBe('true')
  const map = phone.page.getByRole('application')
  const before = await map.locator('g').first().getAttribute('transform')
  await map.focus()
  await phone.page.keyboard.press('+')
  await phone.page.keyboard.press('ArrowRight')
  await expect.poll(() => map.locator('g').first().getAttribute('transform')).not.toBe(before)
  await phone.page.keyboard.press('Home')
  await expect.poll(() => map.locator('g').first().getAttribute('transform')).toBe(before)
  await noFaults(phone, 'route')
  await phone.page.getByRole('link', { name: 'Start' }).last().click()
  await phone.page.getByText('Grand Theatre').first().waitFor()
  await phone.page.getByText('Metro line 2, exit C').waitFor()
  await noFaults(phone, 'start')
  await phone.context.close()
})

test('a race without a course says so', async () => {
  const phone = await stage.visit('phone', 'zh-cn')
  await stage.world.db.deleteFrom('courses').where('raceid', '=', 2026).execute()
  await phone.open('/route?raceid=2026')
  await phone.page.getByText('路线还没有公布').waitFor()
  await noFaults(phone, 'route-empty')
  await phone.context.close()
})
