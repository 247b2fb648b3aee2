import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lang } from '#contract/words.ts'
import { prepareCourse, saveCourse } from '#features/courses/service.ts'
import { readEvent } from '#features/events/service.ts'
import { words } from '#features/tracking/web/share/share.words.ts'
import { shareConsent } from '#features/tracking/share/share.words.ts'
import { RACE, openEvent, openRace } from '../../entrants.ts'
import { numbered } from '../../numbered.ts'
import { runnerSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

let stage: Stage
const place = (at: number): { lat: number; lon: number } => {
  const angle = (at / 200) * 2 * Math.PI
  return {
    lat: 30 + Math.sin(angle) * 0.0165 + 0.004,
    lon: 120.01 + Math.cos(angle) * 0.0185 + Math.sin(angle * 3) * 0.001,
  }
}
const gpx = (): string =>
  `<gpx version="1.1"><trk><trkseg>${Array.from({ length: 201 }, (_, at) => {
    const { lat, lon } = place(at)
    return `<trkpt lat="${lat.toFixed(6)}" lon="${lon.toFixed(6)}"/>`
  }).join('')}</trkseg></trk></gpx>`
beforeAll(async () => {
  stage = await openStage({ now: '2026-11-01T00:10:00Z' })
  const { world } = stage
  const now = world.clock.now()
  await openRace(world)
  await openEvent(world)
  const event = (await readEvent(world.db, RACE, 1, now))!
  const course = await prepareCourse(world.parts, event, { name: 'half.gpx', bytes: new TextEncoder().encode(gpx()) })
  if (typeof course === 'string') throw new Error(course)
  await world.db.transaction().execute((tx) => saveCourse(tx, course, now))
})
afterAll(() => stage?.close())

/** Moves a phone along the course. The clocks of the phone and of the server go on for five seconds with each step. */
const run = async ({ context }: Visitor, from: number, to: number): Promise<void> => {
  for (let at = from; at < to; at++) {
    const { lat, lon } = place(at)
    await context.setGeolocation({ latitude: lat, longitude: lon, accuracy: 6 })
    await new Promise((done) => setTimeout(done, 250))
    stage.world.clock.advance(5000)
    await context.clock.fastForward(5000)
  }
}
const fixes = async (): Promise<number> =>
  (await stage.world.db.selectFrom('fixes').select('at').where('raceid', '=', RACE).execute()).length
const fact = ({ page }: Visitor, name: string) => page.locator('dt', { hasText: name }).locator('xpath=../dd').first()

test.each([
  ['zh-cn', 'en', 'desktop'],
  ['en', 'zh-cn', 'phone'],
] as const)(
  'a runner shares a run in %s, loses the network, gets a cheer, and deletes the run; a spectator watches in %s on a %s',
  async (lang: Lang, other: Lang, size) => {
    const { world, origin } = stage
    const account = await runnerSession(world)
    const bib = lang === 'en' ? '0812' : '0811'
    await numbered(world, [`A|${bib}`], { uid: account.uid, names: ['沈跑跑'] })
    const phone = await stage.visit('phone', lang)
    const { page, context } = phone
    const button = (name: keyof typeof words) => page.getByRole('button', { name: words[name][lang], exact: true })
    await phone.logIn('runner', account.token)
    await context.grantPermissions(['geolocation', 'clipboard-read', 'clipboard-write'], { origin })
    await context.setGeolocation({ latitude: place(0).lat, longitude: place(0).lon, accuracy: 6 })

    await phone.open(`/live/share?raceid=${RACE}`)
    await button('start').waitFor()
    await noFaults(phone, `share-1-consent-${lang}`)
    await button('start').click()
    await page.getByText(words.agree_first[lang]).waitFor()
    expect(await fixes()).toBe(0)
    await page.getByLabel(words.agree[lang].replace('{title}', shareConsent.title[lang])).check()
    await button('start').click()
    await button('stop').waitFor()
    await run(phone, 1, 8)
    await expect.poll(async () => Number(await fact(phone, words.sent[lang]).textContent())).toBeGreaterThan(4)
    await noFaults(phone, `share-2-running-${lang}`)

    const address = (await page.getByLabel(words.link[lang], { exact: true }).textContent())!
    expect(address.startsWith(`${origin}/live/shared?`)).toBe(true)
    const spectator = await stage.visit(size, other)
    await spectator.open(address.slice(origin.length))
    await spectator.page.getByRole('img', { name: /.+/ }).first().waitFor()
    await fact(spectator, words.bib[other]).getByText(`A${bib}`).waitFor()
    await noFaults(spectator, `share-3-spectator-${other}`)
    const cheer = spectator.page.getByLabel(words.cheer_text[other])
    await cheer.fill('www.example.com')
    await spectator.page.getByRole('button', { name: words.cheer_send[other] }).click()
    await spectator.page.getByRole('alert').waitFor()
    await cheer.fill('加油，沈跑跑！')
    await spectator.page.getByRole('button', { name: words.cheer_send[other] }).click()
    await spectator.page.getByText('加油，沈跑跑！').waitFor()

    await context.setOffline(true)
    const before = await fixes()
    await run(phone, 8, 16)
    await page.getByText(words.offline[lang]).waitFor()
    await expect.poll(async () => Number(await fact(phone, words.waiting[lang]).textContent())).toBeGreaterThan(4)
    await noFaults(phone, `share-4-offline-${lang}`)
    expect(await fixes()).toBe(before)
    const waiting = Number(await fact(phone, words.waiting[lang]).textContent())
    if (lang === 'en') {
      // The phone closes the page without network, and the store of the browser keeps the positions.
      await page.goto('about:blank')
      await context.setOffline(false)
      await phone.open(`/live/share?raceid=${RACE}`)
    } else {
      await context.setOffline(false)
      await context.clock.fastForward(11_000)
    }
    await expect.poll(async () => fact(phone, words.waiting[lang]).textContent()).toBe('0')
    expect(await fixes()).toBeGreaterThanOrEqual(before + waiting)
    await page.getByText('加油，沈跑跑！').waitFor()
    await page.getByText(words.tracker[lang], { exact: true }).click()
    await page
      .getByRole('img', { name: words.code_of[lang].replace('{app}', 'Traccar Client') })
      .scrollIntoViewIfNeeded()
    await noFaults(phone, `share-5-tracker-${lang}`)

    await button('stop').click()
    await page.getByRole('dialog').getByRole('button', { name: words.stop[lang] }).click()
    await page.getByText(words.hand[lang]).waitFor()
    await noFaults(phone, `share-6-ended-${lang}`)
    const kept = await fixes()
    await button('keep').click()
    await page.getByText(words.kept[lang]).waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), button('download').click()])
    const written = await readFile((await file.path())!, 'utf8')
    expect(written.match(/<trkpt /g)).toHaveLength(kept)
    await spectator.context.clock.fastForward(11_000)
    await spectator.page.getByText(words.ended[other]).waitFor()

    await button('delete').click()
    await page.getByRole('dialog').getByRole('button', { name: words.delete[lang] }).click()
    await button('start').waitFor()
    expect(await fixes()).toBe(0)
    await spectator.page.reload()
    await spectator.page.getByText(words.gone[other]).waitFor()
    await noFaults({ ...spectator, errors: [] }, `share-7-gone-${other}`)
  },
)

test('the page says what is missing: a log-in, a registration, the permission', async () => {
  const { world } = stage
  const stranger = await stage.visit('phone', 'zh-cn')
  await stranger.open(`/live/share?raceid=${RACE}`)
  await stranger.page.getByText(words.log_in_first['zh-cn']).waitFor()
  await noFaults(stranger, 'share-8-log-in')
  const account = await runnerSession(world)
  await stranger.logIn('runner', account.token)
  await stranger.open(`/live/share?raceid=${RACE}`)
  await stranger.page.getByText(words.no_entry['zh-cn']).waitFor()
  await noFaults(stranger, 'share-9-no-entry')

  await numbered(world, ['A|0813'], { uid: account.uid })
  const desk = await stage.visit('desktop', 'en')
  await desk.logIn('runner', account.token)
  await desk.open(`/live/share?raceid=${RACE}`)
  await desk.page.getByLabel(words.agree.en.replace('{title}', shareConsent.title.en)).check()
  await desk.page.getByRole('radio', { name: words.with_race.en }).check()
  await desk.page.getByRole('button', { name: words.start.en }).click()
  await desk.page.getByText(words.denied_how.en).waitFor()
  await noFaults(desk, 'share-10-denied')

  await stranger.open(`/live/share?raceid=${RACE}`)
  await stranger.page.getByText(words.elsewhere['zh-cn']).waitFor()
  await noFaults(stranger, 'share-11-elsewhere')
  await stranger.page.getByRole('button', { name: words.stop['zh-cn'] }).click()
  await stranger.page.getByText(words.hand['zh-cn']).waitFor()
})
