import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AlarmKind } from '#features/racecontrol/monitor/alarms.rules.ts'
import { insertAlarm } from '#features/racecontrol/monitor/alarms.store.ts'
import { consoleRacecontrolIncidentsList } from '#features/racecontrol/incidents/incidents.contract.ts'
import { liveGpsMonitor } from '#features/racecontrol/monitor/monitor.contract.ts'
import { openTrack } from '#features/tracking/tracks/tracks.service.ts'
import { deviceOf, takeFixes } from '#features/tracking/intake/intake.service.ts'
import { RACE, openEvent, openRace } from '../../entrants.ts'
import { openCourse, wayThrough } from '../../scenes/walks.ts'
import { staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'

const now = '2026-11-01T02:30:00Z'
const raceid = RACE
let stage: Stage
beforeAll(async () => {
  stage = await openStage({ now, maps: true })
})
afterAll(() => stage?.close())

/** Raises an alarm of each kind that the server raises because of devices and points. */
const raiseAll = async () => {
  const { world } = stage
  const kinds: [AlarmKind, number][] = [
    ['still', 12],
    ['back', 420],
    ['off', 210],
    ['silent', 18],
    ['overdue', 35],
    ['cutoff', 7],
    ['battery', 9],
  ]
  await world.db.transaction().execute(async (tx) => {
    for (const [n, [kind, value]] of kinds.entries())
      await insertAlarm(
        tx,
        raceid,
        {
          carrier: `bib:20${n}`,
          kind,
          carried: kind === 'battery' ? 'vehicle' : 'runner',
          bib: kind === 'battery' ? null : `20${n}`,
          eventid: 1,
          place: kind === 'overdue' ? 'CP2 垭口' : '',
          metres: 2_000 + n * 900,
          lat: 30.2 + n / 1000,
          lon: 120.1,
          value,
          since: new Date(Date.parse(now) - (n + 3) * 60_000),
          raised_by: null,
        },
        new Date(now),
      )
  })
}

test('race control takes a call for help, writes notes, ends it, and keeps a medical incident', async () => {
  const { world } = stage
  await openRace(world)
  // One runner leaves out a lap. This runner started at the gun of the event.
  await openEvent(world, { name: '越野50公里', start_at: new Date(Date.parse(now) - 2_550_000) })
  const director = await staffSession(world, [{ raceid, role: 'director' }])
  const other = await staffSession(world, [{ raceid, role: 'director' }])

  const phone = await stage.visit('phone', 'zh-cn')
  await phone.logIn('staff', director.token)
  await phone.open(`/console/${RACE}/control`)
  await phone.page.getByText('目前没有告警').waitFor()
  await noFaults(phone, 'control-1-empty-phone')

  const desk = await stage.visit('desktop', 'en')
  await desk.logIn('staff', other.token)
  await desk.open(`/console/${RACE}/control`)
  await desk.page.getByText('No open alarms').waitFor()
  await noFaults(desk, 'control-2-empty-desktop')

  await raiseAll()
  await phone.page.getByRole('button', { name: '登记求助' }).click()
  const dialog = phone.page.getByRole('dialog')
  await dialog.getByLabel('赛道距离').fill('12300')
  await dialog.getByLabel('地点').fill('CP2 下坡 500 米处')
  await dialog.getByLabel('备注').fill('队友打来电话')
  await noFaults(phone, 'control-3-raise-phone')
  await dialog.getByRole('button', { name: '登记求助' }).click()
  await phone.page.getByText('1 条求助未结束').waitFor()
  await noFaults(phone, 'control-4-full-phone')
  await phone.page.getByRole('button', { name: /^接手：求助/ }).click()
  await phone.page.getByText('我在处理').waitFor()

  await desk.open(`/console/${RACE}/control`)
  await desk.page.getByText('队友打来电话').waitFor()
  for (const kind of ['Not moving', 'Turned back', 'Off the course', 'No contact', 'Behind the cut-off', 'Battery low'])
    await desk.page.getByRole('heading', { name: new RegExp(kind) }).waitFor()
  await noFaults(desk, 'control-5-full-desktop')
  await desk.page.getByRole('button', { name: /^Take over: SOS/ }).click()
  await desk.page.getByText('You are on it').waitFor()
  const notes = desk.page.getByRole('textbox', { name: /^Notes on SOS/ })
  await notes.fill('Rescue team on its way')
  await notes.press('Enter')
  await desk.page.getByText('Rescue team on its way').waitFor()
  await desk.page.getByRole('button', { name: /^End: SOS/ }).click()
  await desk.page.getByLabel('How it ended').fill('Brought to the finish')
  await noFaults(desk, 'control-6-end-desktop')
  await desk.page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
  await desk.page.getByRole('dialog').waitFor({ state: 'detached' })
  const { alarms, ended } = await world.ask(liveGpsMonitor, { raceid }, other)
  expect(alarms.map(({ kind }) => kind)).not.toContain('sos')
  expect(ended[0]!.notes.map(({ note }) => note)).toEqual([
    '队友打来电话',
    'Rescue team on its way',
    'Brought to the finish',
  ])

  await phone.open(`/console/${RACE}/incidents`)
  await phone.page.getByText('还没有医疗事件').waitFor()
  await noFaults(phone, 'control-7-incidents-empty-phone')
  await phone.page.getByRole('button', { name: '登记医疗事件' }).click()
  await phone.page.getByLabel('地点').fill('CP2 下坡')
  await phone.page.getByLabel('伤病情况').fill('左膝擦伤，意识清醒')
  await noFaults(phone, 'control-8-incident-phone')
  await phone.page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await phone.page.getByRole('dialog').waitFor({ state: 'detached' })
  const { items } = await world.ask(consoleRacecontrolIncidentsList, { raceid } as never, other)
  expect(items).toMatchObject([{ place: 'CP2 下坡', state: 'open' }])

  await desk.open(`/console/${RACE}/incidents`)
  await desk.page.getByRole('button', { name: /^Open incident/ }).click()
  await desk.page.getByRole('button', { name: 'Change of shift' }).click()
  await noFaults(desk, 'control-9-reason-desktop')
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click()
  await expect.poll(() => desk.page.getByLabel('What happened').inputValue()).toBe('左膝擦伤，意识清醒')
  await noFaults(desk, 'control-10-opened-desktop')
  const logged = await world.db.selectFrom('log').selectAll().where('what', '=', 'incident opened').execute()
  expect(logged).toMatchObject([{ staffid: other.staffid }])
  expect(JSON.stringify(logged)).toContain('Change of shift')
})

/** Counts the pixels of a colour on the map. The graphics card draws the dots, so no element holds them. */
const pointsOf = async (page: Page, [red, green, blue]: readonly [number, number, number]): Promise<number> => {
  const image = await loadImage(await page.locator('.map-window').screenshot())
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  let found = 0
  for (let at = 0; at < data.length; at += 4)
    if (Math.max(...[red, green, blue].map((value, n) => Math.abs(value - data[at + n]!))) <= 8) found += 1
  return found
}

/** A course with a loop that runners run twice, and with a way out and back. */
const laps = [
  [0, 0],
  [1500, 0],
  [1500, 900],
  [0, 900],
  [0, 0],
  [1500, 0],
  [1500, 900],
  [0, 900],
  [0, 0],
  [-1200, 300],
  [0, 0],
] as const
/**
 * Hands out devices and sends their fixes: two runners and a pacer along the course, a vehicle beside it, and a runner
 * who leaves out a lap.
 */
const sendDevices = async () => {
  const { world } = stage
  await openCourse(world.parts, raceid, 1, wayThrough(laps), new Date(now))
  const way = wayThrough(laps)
  const short = wayThrough([...laps.slice(0, 5), ...laps.slice(9)])
  for (const [n, kind] of (['runner', 'runner', 'runner', 'pacer', 'vehicle'] as const).entries()) {
    const bib = kind === 'runner' ? String(301 + n) : null
    const name = kind === 'runner' ? null : kind === 'pacer' ? '4:00 配速' : '2 号救护车'
    const opening = { kind, source: 'device', visibility: 'control', eventid: 1, bib } as const
    const { token } = await world.db
      .transaction()
      .execute((tx) =>
        openTrack(tx, raceid, name === null ? opening : { ...opening, name }, new Date(Date.parse(now) - 7_200_000)),
      )
    const walked = n === 2 ? short : way.slice(0, 40 + n * 60)
    const began = Date.parse(now) - walked.length * 7_000
    const fixes = walked.map(({ lat, lon }, at) => ({
      at: began + at * 7_000,
      lat: lat + (kind === 'vehicle' ? 0.002 : 0),
      lon,
      accuracy: 5,
      altitude: null,
      speed: 2.8,
      heading: null,
      battery: 70 - n,
      sos: false,
    }))
    const device = (await deviceOf(world.db, token, new Date(now)))!
    for (const fix of fixes) await takeFixes(world.db, { device, fixes: [fix], refused: [], now: new Date(fix.at) })
  }
}

test('the map of race control shows alarms and devices at their places, and names the runners who cut a lap', async () => {
  const { world } = stage
  const director = await staffSession(world, [{ raceid, role: 'director' }])
  await sendDevices()
  for (const [size, lang] of [
    ['phone', 'zh-cn'],
    ['desktop', 'en'],
  ] as const) {
    const visitor = await stage.visit(size, lang, { clock: false })
    const { page } = visitor
    await visitor.logIn('staff', director.token)
    await visitor.open(`/console/${RACE}/control?tab=map`)
    await page.locator('[data-map=shown]').waitFor()
    await page.getByRole('heading', { name: lang === 'en' ? 'Parts of the course left out' : '疑似抄近路' }).waitFor()
    const cut = page.getByRole('listitem').filter({ hasText: /303/ }).first()
    expect(await cut.textContent()).toMatch(/[0-9]\.[0-9]/)
    await page.getByRole('button', { name: lang === 'en' ? /^Show on the map: Vehicle/ : /^在地图上看：车辆/ }).click()
    await page.waitForURL(/at=\d+/)
    await page.getByText('2 号救护车').first().waitFor()
    // The signs of alarms do not cover two of the runners, so the map shows the blue of runners.
    await expect.poll(() => pointsOf(page, [0x15, 0x65, 0xc0]), { timeout: 30_000 }).toBeGreaterThan(20)
    await noFaults(visitor, `control-12-map-${size}`)
    // A button on the card of an alarm leads to the place of the alarm.
    await visitor.open(`/console/${RACE}/control`)
    await page
      .getByRole('button', { name: lang === 'en' ? /^Show on the map: Off the course/ : /^在地图上看：偏离/ })
      .click()
    await page.waitForURL(/at=alarm\d+/)
    await page.locator('[data-map=shown]').waitFor()
    await noFaults(visitor, `control-13-alarm-${size}`)
    await visitor.context.close()
  }
})

test('a page whose data do not come says so, and offers another try', async () => {
  const { world } = stage
  const director = await staffSession(world, [{ raceid, role: 'director' }])
  for (const [size, lang, again] of [
    ['phone', 'zh-cn', '再试一次'],
    ['desktop', 'en', 'Try again'],
  ] as const) {
    const visitor = await stage.visit(size, lang)
    await visitor.logIn('staff', director.token)
    await visitor.page.route('**/live/gps/monitor*', (route) => route.abort())
    await visitor.open(`/console/${RACE}/control`)
    await visitor.page.getByRole('button', { name: again }).waitFor()
    // The browser itself reports the failed request. The console must have no other error.
    expect(visitor.errors.splice(0).filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
    await noFaults(visitor, `control-11-error-${size}`)
    await visitor.page.unroute('**/live/gps/monitor*')
    await visitor.page.getByRole('button', { name: again }).click()
    await visitor.page
      .getByRole('heading', { name: lang === 'en' ? 'Race control' : '赛道监控' })
      .first()
      .waitFor()
  }
})
