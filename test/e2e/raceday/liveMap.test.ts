import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareCourse, saveCourse } from '#features/courses/service.ts'
import { consoleTimingList } from '#features/timing/contract.ts'
import { RACE, openEvent, openRace } from '../../entrants.ts'
import { staffSession } from '../../people.ts'
import { gun, send, timedHalf, worked } from '../../timing.ts'
import { gpxOf } from '../../scenes/walks.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults, picture } from '../browser/pictures.ts'

let stage: Stage
let owner: { token: string }
let tiles: { port: number; asked: string[]; close: () => void }
const names = ['顾行舟', '林晚晴', '许知远', '叶青禾', '沈星河', '陆明川', '苏念安', '程以南', '周若木', '何清越']

/** A half marathon out and back along a lake in Hangzhou. */
const way = Array.from({ length: 401 }, (_, at) => {
  const far = at <= 200 ? at / 200 : 2 - at / 200
  return { lat: 30.25 + 0.02 * Math.sin(far * 4), lon: 120.12 + far * 0.097 }
})
const middle = {
  lat: (Math.min(...way.map(({ lat }) => lat)) + Math.max(...way.map(({ lat }) => lat))) / 2,
  lon: 120.12 + 0.097 / 2,
}

/** Opens a tile server of this test. Each tile is the same grey picture. The server records the requested tiles. */
const openTiles = async () => {
  const bytes = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#b9d3c0' } })
    .png()
    .toBuffer()
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' }).end(bytes)
  })
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go))
  return { port: (server.address() as AddressInfo).port, asked, close: () => void server.close() }
}

beforeAll(async () => {
  stage = await openStage({ now: new Date(gun + 2700 * 1000).toISOString(), maps: true })
  tiles = await openTiles()
  const { world } = stage
  await openRace(world)
  await openEvent(world, { start_at: new Date(gun), names: { en: 'Half marathon' } })
  const staff = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const readers = await timedHalf(world, staff)
  const rows = names.map((name, at) => `${1001 + at},${name},${at % 2 ? '女' : '男'},${28 + at},`)
  await world.ask(
    consoleTimingList,
    { raceid: RACE, eventid: 1, kind: 'runners', csv: `bib,name,gender,age,club\n${rows.join('\n')}\n` },
    staff,
  )
  const event = { raceid: RACE, id: 1, distance_cm: 2_109_750 }
  const made = await prepareCourse(world.parts, event, { name: 'half.gpx', bytes: gpxOf(way) })
  if (typeof made === 'string') throw new Error(made)
  await world.db.transaction().execute((tx) => saveCourse(tx, made, world.clock.now()))
  await send(
    world,
    readers.start,
    names.map((_, at) => [String(1001 + at), 2 + at] as const),
  )
  await send(
    world,
    readers.ten,
    [2200, 2260, 2300, 2420, 2500].map((seconds, at) => [String(1003 + at), seconds] as const),
  )
  await worked(world)
})
afterAll(async () => {
  tiles?.close()
  await stage?.close()
})

const mapOf = ({ page }: Visitor) => page.locator('[data-map=shown]')
const placeOf = async (visitor: Visitor): Promise<{ lon: number; lat: number; zoom: number }> => {
  const host = mapOf(visitor)
  await host.waitFor()
  await expect.poll(() => host.getAttribute('data-centre')).toMatch(/,/)
  const [lon = 0, lat = 0] = (await host.getAttribute('data-centre'))!.split(',').map(Number)
  return { lon, lat, zoom: Number(await host.getAttribute('data-zoom')) }
}

test('a spectator chooses a runner on the map, by a tap and without any other host', async () => {
  const phone = await stage.visit('phone', 'zh-cn', { clock: false })
  const { page } = phone
  const others: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== stage.origin && protocol.startsWith('http')) others.push(request.url())
  })
  await phone.open(`/live?raceid=${RACE}`)
  const whole = await placeOf(phone)
  expect(Math.abs(whole.lon - middle.lon)).toBeLessThan(0.001)
  await noFaults(phone, 'map-1-live-phone')
  const canvas = page.getByRole('region', { name: /路线地图|半程|马拉松/ }).first()
  await canvas.focus()
  await page.keyboard.press('+')
  await expect.poll(async () => (await placeOf(phone)).zoom).toBeGreaterThan(whole.zoom + 0.9)
  const closer = await placeOf(phone)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await placeOf(phone)).lon).toBeGreaterThan(closer.lon + 0.002)
  await page.keyboard.press('0')
  await expect.poll(async () => (await placeOf(phone)).zoom).toBeCloseTo(whole.zoom, 1)
  // The map shows the names of visible runners beside their dots.
  const dot = page
    .locator('[data-map=shown] ~ div')
    .getByText(/^100[3-7] /)
    .first()
  await dot.waitFor({ timeout: 20_000 })
  const box = (await dot.boundingBox())!
  await page.mouse.click(box.x + box.width / 2, box.y + box.height + 8)
  await page.waitForURL(/bib=10\d\d/)
  await page.getByText('现在约在').waitFor()
  await noFaults(phone, 'map-2-runner-phone')
  expect(others).toEqual([])
  await phone.context.close()
})

test('an owner sets tiles of China, and the course lies where these tiles have it', async () => {
  const desk = await stage.visit('desktop', 'en', { clock: false })
  const { page } = desk
  await desk.open(`/route?raceid=${RACE}`)
  const plain = await placeOf(desk)
  await desk.logIn('staff', owner.token)
  await desk.open('/console/map')
  await page.getByRole('heading', { name: 'Map', exact: true }).waitFor()
  await noFaults(desk, 'map-3-console-plain-desktop')
  await page.getByRole('radio', { name: /Picture tiles/ }).check()
  await page.getByLabel('Addresses of the tiles').fill('http://tiles.example.com/{z}/{x}/{y}.png')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Please check these addresses').waitFor()
  await page.getByLabel('Addresses of the tiles').fill(`http://127.0.0.1:${tiles.port}/{z}/{x}/{y}.png`)
  await page.getByLabel('Coordinate system').selectOption('gcj02')
  await page.getByLabel('Credit', { exact: true }).fill('© 测试地图')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  // An open page keeps its content policy, so the owner opens the page again.
  await desk.open('/console/map')
  await page.getByText('© 测试地图', { exact: true }).waitFor()
  await noFaults(desk, 'map-4-console-tiles-desktop')

  const before = tiles.asked.length
  await desk.open(`/route?raceid=${RACE}`)
  const shifted = await placeOf(desk)
  await page.getByText('© 测试地图', { exact: true }).waitFor()
  // GCJ-02 moves Hangzhou by 0.00463 degrees to the east and 0.00244 to the south.
  expect(shifted.lon - plain.lon).toBeCloseTo(0.0047, 3)
  expect(shifted.lat - plain.lat).toBeCloseTo(-0.0024, 3)
  const asked = tiles.asked.slice(before).map((url) => url.split(/[/.]/).slice(1, 4).map(Number))
  expect(asked.length).toBeGreaterThan(0)
  const [zoom = 0] = asked.at(-1)!
  const column = Math.floor(((shifted.lon + 180) / 360) * 2 ** zoom)
  expect(asked.some(([z, x]) => z === zoom && x === column)).toBe(true)
  await noFaults(desk, 'map-5-route-desktop')
  const policy = async (path: string) => (await fetch(stage.origin + path)).headers.get('content-security-policy') ?? ''
  expect(await policy(`/route?raceid=${RACE}`)).toMatch(
    new RegExp(`connect-src 'self' blob: data: http://127\\.0\\.0\\.1:${tiles.port};`),
  )
  await desk.context.close()

  const dark = await stage.visit('phone', 'zh-tw', { dark: true, clock: false })
  await dark.open(`/live?raceid=${RACE}`)
  await placeOf(dark)
  await noFaults(dark, 'map-6-live-dark-phone')
  await dark.context.close()
})

test('if a proxy breaks the stream while a server starts, a spectator gets the stream back without a reload', async () => {
  const phone = await stage.visit('phone', 'zh-cn', { clock: false })
  const { page } = phone
  let refused = 0
  await page.route('**/live/stream**', (route) => {
    refused += 1
    return refused <= 2 ? route.fulfill({ status: 502, body: '<html>Bad gateway</html>' }) : route.continue()
  })
  await phone.open(`/live?raceid=${RACE}`)
  await page.getByText('实时更新').waitFor({ timeout: 40_000 })
  expect(refused).toBeGreaterThan(2)
  await phone.context.close()
})

test('a browser without WebGL keeps the drawing as it is', async () => {
  const plain = await stage.visit('phone', 'en', { clock: false })
  await plain.page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await plain.open(`/live?raceid=${RACE}`)
  await plain.page.getByRole('application', { name: /map/i }).waitFor()
  await plain.page.waitForTimeout(4000)
  expect(await mapOf(plain).count()).toBe(0)
  await picture(plain, 'map-7-live-without-webgl-phone')
  await plain.context.close()
})

test('a map that lost its graphics card draws its runners again', async () => {
  const desk = await stage.visit('desktop', 'en', { clock: false })
  const { page } = desk
  await desk.open(`/live?raceid=${RACE}`)
  await placeOf(desk)
  const layers = () => mapOf(desk).getAttribute('data-layers')
  await expect.poll(layers).toBe('dots')
  // The test gets the extension before the context is lost, because a lost context gives no extension.
  const card = await page.evaluateHandle(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-map] canvas')!
    return canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!
  })
  await card.evaluate((one) => one.loseContext())
  await expect.poll(layers).toBe('none')
  // The page works while the graphics card is lost: the reader can choose a runner.
  await page.getByRole('link', { name: /1003/ }).first().click()
  await page.waitForURL(/bib=1003/)
  await card.evaluate((one) => one.restoreContext())
  await expect.poll(layers).toBe('dots')
  await noFaults(desk, 'map-9-restored-desktop')
  await desk.context.close()
})
