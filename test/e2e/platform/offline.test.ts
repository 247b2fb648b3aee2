import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appointmentAppointment, appointmentList, consoleAppointmentsCreate } from '#features/appointments/contract.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults, picture } from '../browser/pictures.ts'
import { idcardOf, openRace2026, signUp } from '../browser/race.ts'

const RACE = 2026
const say = (cn: string, tw: string, en: string) => ({ 'zh-cn': cn, 'zh-tw': tw, en })

/**
 * Opens a network between a browser and the server. While the story has this network switched off, the network refuses
 * connections.
 */
const openNetwork = async (to: number) => {
  const open = new Set<Socket>()
  const server: Server = createServer((from) => {
    const on = connect(to, '127.0.0.1')
    for (const socket of [from, on]) {
      open.add(socket)
      socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy())
    }
    from.pipe(on).pipe(from)
  })
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    off: async () => {
      const closed = new Promise((done) => server.close(done))
      for (const socket of open) socket.destroy()
      await closed
    },
    on: () => listen(port),
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

const scan = async (code: Locator): Promise<string> => {
  await code.scrollIntoViewIfNeeded()
  const { data, info } = await sharp(await code.screenshot({ scale: 'css' }))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) })
}

/** Removes the browser's reports of files and calls that the worker did not fetch. Other reports are the page's own. */
const forgetLostCalls = ({ errors }: Visitor): void => {
  const lost =
    /^(Failed to load resource: net::ERR_FAILED|TypeError: Failed to fetch dynamically imported module: \S+)$/
  const others = errors.filter((error) => !lost.test(error))
  errors.splice(0, errors.length, ...others)
}

let stage: Stage
let network: Awaited<ReturnType<typeof openNetwork>>
let folder: string
/** The runner's registration, session and appointment. */
let runner: { key: string; token: string }
let booked: string

beforeAll(async () => {
  // The phone has the real time, so the world gets it too.
  stage = await openStage({ now: new Date().toISOString() })
  const { world } = stage
  network = await openNetwork(Number(new URL(stage.origin).port))
  world.parts.origin = network.origin
  folder = await mkdtemp(join(tmpdir(), 'offline-'))
  await openRace2026(world)
  const desk = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  const day = world.clock.now().getTime() + 48 * 3_600_000
  await world.ask(
    consoleAppointmentsCreate,
    {
      raceid: RACE,
      service: 'pickup',
      name: say('参赛包领取', '參賽包領取', 'Race pack collection'),
      place: say('会展中心 3 号馆', '會展中心 3 號館', 'Expo, hall 3'),
      from_at: new Date(day).toISOString(),
      until_at: new Date(day + 3_600_000).toISOString(),
      minutes: 60,
      places: 2,
    },
    desk,
  )
  const { token } = await runnerSession(world)
  const person = { eventid: 3, idnum: idcardOf('330106', '19880214', '211'), name: '高远' }
  const { _key: key } = await signUp(world, { token }, person)
  runner = { key, token }
  await world.db
    .updateTable('registrations')
    .set({ prefix_bib: 'C', bib: '3017', runnerzone: 'B', bib_at: world.clock.now() })
    .where('raceid', '=', RACE)
    .where('_key', '=', key)
    .execute()
  const slots = await world.ask(appointmentList, { raceid: RACE, id: key }, { token })
  const { appointment } = await world.ask(appointmentAppointment, { id: key, slotid: slots.items[0]!.id }, { token })
  booked = appointment!._key
})
afterAll(async () => {
  network?.close()
  await stage?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

test('after one visit a phone without network shows bib, zone, appointment and code, with their time', async () => {
  const first = await stage.keptBrowser(folder, network.origin)
  await first.open(`/queryDetail?_key=${runner.key}&_token=${runner.token}`)
  await first.page.getByText('C3017').first().waitFor()
  // The visit lasts until the worker keeps the files of the page and the device keeps the registration.
  const isKept = async () => {
    const cache = await caches.open('assets')
    const kept = (await cache.keys()).map(({ url }) => url)
    const files = performance.getEntriesByType('resource').map(({ name }) => name)
    const own = files.filter((name) => name.startsWith(`${location.origin}/assets/`))
    const entry = localStorage.getItem('startline:entries') ?? ''
    return navigator.serviceWorker.controller !== null && own.every((name) => kept.includes(name)) && entry !== ''
  }
  await expect.poll(() => first.page.evaluate(isKept), { timeout: 30_000 }).toBe(true)
  await first.context.close()

  await network.off()
  const later = await stage.keptBrowser(folder, network.origin)
  const { page } = later
  await later.context.setOffline(true)
  await page.goto(`${network.origin}/queryDetail?_key=${runner.key}`)
  await page.getByText('C3017').waitFor()
  await page.getByText('网络已断开').waitFor()
  const facts = page.locator('dl').first()
  expect(await facts.innerText()).toMatch(/高远[\s\S]*B/)
  await page.getByText(/会展中心 3 号馆/).waitFor()
  await page.getByText(/以下是 .*\d{2}:\d{2} 的信息/).waitFor()
  const codes = page.locator('svg[role=img], canvas[role=img], img[alt*="码"]')
  await expect.poll(() => codes.count()).toBe(2)
  expect(await scan(codes.nth(0)), 'the code of the entry').toBe(runner.key)
  expect(await scan(codes.nth(1)), 'the code of the appointment').toBe(booked)
  forgetLostCalls(later)
  await noFaults(later, 'offline-status')

  // The page says that this phone never opened it, and offers other pages.
  await page.goto(`${network.origin}/volunteers?raceid=${RACE}`)
  await page.getByRole('alert').waitFor()
  await page.getByRole('alert').getByRole('button').first().waitFor()
  forgetLostCalls(later)
  await noFaults(later, 'offline-unvisited')

  // A phone in a crowd counts as online, but no request gets through.
  await later.context.setOffline(false)
  await page.goto(`${network.origin}/teams?raceid=${RACE}`)
  await page.getByRole('heading', { name: '这个页面还没有保存在本机' }).waitFor()
  forgetLostCalls(later)

  await network.on()
  await page.goto(`${network.origin}/queryDetail?_key=${runner.key}`)
  await page.getByRole('heading', { name: '报名状态' }).waitFor()
  await picture(later, 'online-again')
  await later.context.close()
})
