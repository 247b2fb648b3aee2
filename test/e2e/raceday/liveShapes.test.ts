import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleMapsSave, type GroundSettings } from '#features/maps/contract.ts'
import { forgetMapSettings } from '#features/maps/service.ts'
import { consoleTimingList } from '#features/timing/contract.ts'
import { RACE, openEvent, openRace } from '../../entrants.ts'
import { staffSession } from '../../people.ts'
import { openCourse, wayThrough } from '../../scenes/walks.ts'
import { gun, send, timedHalf, worked } from '../../timing.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { pmtilesFile } from '../browser/vectorTiles.ts'

/**
 * The live page of two events. One event has a course of three loops and a way out and back, with two waves and a full
 * field. The other event is a relay.
 */
let stage: Stage
let owner: { token: string }
const [LOOPS, RELAY] = [1, 2]
/** The number of runners of the loops. From 300 runners on, the map shows the density. */
const MANY = 330

const square = [
  [0, 0],
  [2000, 0],
  [2000, 1200],
  [0, 1200],
] as const
const loops = [...square, ...square, ...square, [0, 0], [-950, 100], [0, 0]] as const
const out = [
  [0, -2600],
  [5000, -2400],
  [10_000, -2600],
  [5000, -2400],
  [0, -2600],
] as const

const listOf = (from: number, count: number) =>
  `bib,name,gender,age\n${Array.from({ length: count }, (_, n) => `${from + n},跑者${n + 1},${n % 2 ? '女' : '男'},${20 + (n % 50)}`).join('\n')}\n`

beforeAll(async () => {
  stage = await openStage({ now: new Date(gun + 4000 * 1000).toISOString(), maps: true })
  const { world } = stage
  await openRace(world)
  owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const staff = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  for (const [id, name, en] of [
    [LOOPS, '三圈半程', 'Three loops'],
    [RELAY, '接力', 'Relay'],
  ] as const)
    await openEvent(world, { id, name, start_at: new Date(gun), names: { en } })
  await openCourse(world.parts, RACE, LOOPS, wayThrough(loops), world.clock.now())
  await openCourse(world.parts, RACE, RELAY, wayThrough(out), world.clock.now())
  const later = new Date(gun + 600_000).toISOString()
  const readers = await timedHalf(world, staff, {
    eventid: LOOPS,
    waves: [
      { name: 'A', zones: [], gun: new Date(gun).toISOString() },
      { name: 'B', zones: ['B'], gun: later },
    ],
  })
  await world.ask(consoleTimingList, { raceid: RACE, eventid: LOOPS, kind: 'runners', csv: listOf(1001, MANY) }, staff)
  const legs = await timedHalf(world, staff, { eventid: RELAY, rules: { shape: 'relay' } })
  await world.ask(consoleTimingList, { raceid: RACE, eventid: RELAY, kind: 'runners', csv: listOf(5001, 6) }, staff)
  const bibs = Array.from({ length: MANY }, (_, n) => String(1001 + n))
  await send(
    world,
    readers.start,
    bibs.map((bib, n) => [bib, 2 + (n % 120)] as const),
  )
  await send(
    world,
    readers.ten,
    bibs.slice(0, 200).map((bib, n) => [bib, 2400 + n * 7] as const),
  )
  await send(
    world,
    readers.finish,
    bibs.slice(0, 3).map((bib, n) => [bib, 3900 + n * 20] as const),
  )
  await send(
    world,
    legs.start,
    ['5001', '5002', '5003'].map((bib, n) => [bib, 1 + n] as const),
  )
  await send(
    world,
    legs.ten,
    ['5001', '5002'].map((bib, n) => [bib, 2000 + n * 60] as const),
  )
  await worked(world)
})
afterAll(() => stage?.close())

const hostOf = ({ page }: Visitor) => page.locator('[data-map=shown]')
const live = async (visitor: Visitor, query: string): Promise<void> => {
  await visitor.open(`/live?raceid=${RACE}${query}`)
  await hostOf(visitor).waitFor()
}

for (const [size, lang] of [
  ['phone', 'zh-cn'],
  ['desktop', 'en'],
] as const)
  test(`loops in two waves, a way out and back, and a relay on a ${size}`, async () => {
    const visitor = await stage.visit(size, lang, { clock: false })
    const { page } = visitor
    await live(visitor, `&eventid=${LOOPS}`)
    // The map shows the full field as a band until somebody zooms in.
    await expect.poll(() => hostOf(visitor).getAttribute('data-shows')).toBe('density')
    await noFaults(visitor, `shapes-1-density-${size}`)
    for (const _ of 'ab') await page.getByRole('button', { name: lang === 'en' ? 'Zoom in' : '放大' }).click()
    await expect.poll(() => hostOf(visitor).getAttribute('data-shows')).toBe('dots')
    await noFaults(visitor, `shapes-2-dots-${size}`)
    // The first runner of wave A has finished, and the list says so without the map.
    await page
      .getByText(/跑者1\b/)
      .first()
      .waitFor()
    await live(visitor, `&eventid=${LOOPS}&bib=1150`)
    await page
      .getByText(lang === 'en' ? 'Now at about' : '现在约在')
      .first()
      .waitFor()
    // The dots of three loops lie on the same road, so the page names the lap of the chosen runner.
    await page
      .locator('#live-runner ~ p')
      .getByText(lang === 'en' ? /^Lap [123]$/ : /^第 [123] 圈$/)
      .waitFor()
    await noFaults(visitor, `shapes-3-runner-${size}`)

    await live(visitor, `&eventid=${LOOPS}&view=replay&bib=1003`)
    const dot = page.locator('[data-map=shown] ~ div').getByText('1003', { exact: true }).first()
    await dot.waitFor()
    const place = async () => {
      const box = (await dot.boundingBox())!
      return Math.round(box.x) + Math.round(box.y) * 10_000
    }
    const before = await place()
    await page.getByLabel(lang === 'en' ? 'Speed' : '速度').selectOption('60')
    await page.getByRole('button', { name: lang === 'en' ? 'Play' : '播放' }).click()
    await expect.poll(place, { timeout: 20_000 }).not.toBe(before)
    expect(await hostOf(visitor).getAttribute('data-shows')).toBe('nothing')
    await page.getByRole('button', { name: lang === 'en' ? 'Pause' : '暂停' }).click()
    await noFaults(visitor, `shapes-4-replay-${size}`)

    await live(visitor, `&eventid=${RELAY}`)
    await page.getByText('5001').first().waitFor()
    await expect.poll(() => hostOf(visitor).getAttribute('data-shows')).toBe('dots')
    await noFaults(visitor, `shapes-5-relay-${size}`)
    // A link in a message names a runner and no event. The page shows the event and the course of this runner.
    await live(visitor, '&bib=5001')
    await page.getByRole('radio', { name: lang === 'en' ? 'Relay' : '接力', checked: true }).waitFor()
    await noFaults(visitor, `shapes-6-link-${size}`)
    await page.getByRole('link', { name: lang === 'en' ? 'Back to the list' : '回到列表' }).click()
    await page.getByText('5003').first().waitFor()
    await visitor.context.close()
  })

const near = (bytes: Buffer, at: number, colour: readonly [number, number, number]): boolean =>
  colour.every((value, n) => Math.abs(bytes[at + n]! - value) <= 12)
/** Returns the share of the visible map in a colour. The map itself is larger than its window. */
const shareOf = async (visitor: Visitor, colour: readonly [number, number, number]): Promise<number> => {
  const png = await visitor.page.locator('.map-window').screenshot()
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += info.channels) if (near(data, at, colour)) count += 1
  return count / (info.width * info.height)
}
const setGround = async (settings: GroundSettings): Promise<void> => {
  await stage.world.ask(consoleMapsSave, { settings }, owner)
  forgetMapSettings()
}
const credited = { coordinates: 'wgs84', credit: '© 测试', credit_url: null } as const

test('a PMTiles file with vector tiles is the ground, from our own server alone', async () => {
  const folder = join(stage.world.parts.folder, 'maps')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'test.pmtiles'), pmtilesFile())
  await setGround({ kind: 'file', file: 'test.pmtiles', ...credited })
  const visitor = await stage.visit('phone', 'zh-cn', { clock: false })
  const others: string[] = []
  const own: string[] = []
  visitor.page.on('request', (request) => {
    const { origin, pathname, protocol } = new URL(request.url())
    if (origin === stage.origin) own.push(pathname)
    else if (protocol.startsWith('http')) others.push(request.url())
  })
  await live(visitor, `&eventid=${RELAY}`)
  await visitor.page.getByText('© 测试').waitFor()
  // The water of the PMTiles file is blue over the whole map.
  await expect.poll(() => shareOf(visitor, [156, 195, 230]), { timeout: 20_000 }).toBeGreaterThan(0.5)
  expect(own).toContain('/maps/test.pmtiles')
  expect(others).toEqual([])
  await noFaults(visitor, 'shapes-6-pmtiles-phone')
  await visitor.context.close()
})

test('a MapLibre style of another host is the ground, and the page asks only its hosts', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const style = {
      version: 8,
      sources: {},
      layers: [{ id: 'land', type: 'background', paint: { 'background-color': '#f6d9c0' } }],
    }
    response
      .writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
      .end(JSON.stringify(style))
  })
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    await setGround({ kind: 'style', style: `${base}/style.json`, hosts: [], ...credited })
    const visitor = await stage.visit('desktop', 'en', { clock: false })
    const others = new Set<string>()
    visitor.page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (origin !== stage.origin && protocol.startsWith('http')) others.add(origin)
    })
    await live(visitor, `&eventid=${LOOPS}`)
    await expect.poll(() => shareOf(visitor, [246, 217, 192]), { timeout: 20_000 }).toBeGreaterThan(0.5)
    expect([asked, [...others]]).toEqual([['/style.json'], [base]])
    await noFaults(visitor, 'shapes-7-style-desktop')
    await visitor.context.close()
  } finally {
    server.close()
  }
})
