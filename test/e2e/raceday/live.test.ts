import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareCourse, saveCourse } from '#features/courses/service.ts'
import { messageList } from '#features/messages/contract.ts'
import { consoleTimingList } from '#features/timing/contract.ts'
import { tellFollowers, tellNews } from '#features/tracking/follows/follows.service.ts'
import type { SandboxPush } from '#integrations/sandbox/push/server.ts'
import { RACE, openEvent, openRace } from '../../entrants.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { sendDuePushes } from '#test/scenes/phones/pushes.ts'
import { type Reader, gun, send, timedHalf, worked } from '../../timing.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults, picture } from '../browser/pictures.ts'

let stage: Stage
let service: SandboxPush
let fan: { token: string; uid: number }
let readers: { start: Reader; ten: Reader; finish: Reader }
const HOST = 'news.example.com'
const names = ['顾行舟', '林晚晴', '许知远', '叶青禾', '沈星河', '陆明川', '苏念安', '程以南', '周若木', '何清越']

/** Returns a half marathon out and back along a lake, over a hill. */
const gpx = (): string =>
  `<?xml version="1.0"?><gpx version="1.1"><wpt lat="30.012" lon="120.05"><name>补给站 1</name></wpt><trk><name>半程</name><trkseg>${Array.from(
    { length: 401 },
    (_, at) => {
      const way = at <= 200 ? at / 200 : 2 - at / 200
      const lat = 30 + 0.02 * Math.sin(way * 4) + (at > 200 ? 0.0004 : 0)
      return `<trkpt lat="${lat.toFixed(6)}" lon="${(120 + way * 0.097).toFixed(6)}"><ele>${(12 + 40 * Math.sin(way * 3) ** 2).toFixed(1)}</ele></trkpt>`
    },
  ).join('')}</trkseg></trk></gpx>`

beforeAll(async () => {
  stage = await openStage({ now: new Date(gun + 2700 * 1000).toISOString() })
  const { world } = stage
  service = await world.parts.integrations.sandbox.push!()
  await openRace(world, { settings: { live_hosts: [HOST] } })
  await openEvent(world, { start_at: new Date(gun), names: { en: 'Half marathon' } })
  const staff = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  readers = await timedHalf(world, staff)
  const rows = names.map(
    (name, at) => `${1001 + at},${name},${at % 2 ? '女' : '男'},${28 + at},${at < 3 ? '湖畔跑团' : ''}`,
  )
  await world.ask(
    consoleTimingList,
    { raceid: RACE, eventid: 1, kind: 'runners', csv: `bib,name,gender,age,club\n${rows.join('\n')}\n` },
    staff,
  )
  const made = await prepareCourse(
    world.parts,
    { raceid: RACE, id: 1, distance_cm: 2_109_750 },
    { name: 'half.gpx', bytes: Buffer.from(gpx()) },
  )
  if (typeof made === 'string') throw new Error(made)
  await world.db.transaction().execute((tx) => saveCourse(tx, made, world.clock.now()))
  await send(
    world,
    readers.start,
    names.map((_, at) => [String(1001 + at), 2 + at] as const),
  )
  const inFront = [2200, 2260, 2300, 2420, 2500, 2640, 2690]
  await send(
    world,
    readers.ten,
    inFront.map((seconds, at) => [String(1003 + at), seconds] as const),
  )
  await worked(world)
  fan = await runnerSession(world)
})
afterAll(() => stage?.close())

/** Sends the news as the server's job does. */
const tell = async (): Promise<void> => {
  const { world } = stage
  await worked(world)
  const working = { ...world.parts, now: world.clock.now() }
  await tellNews(working)
  const open = await world.db.selectFrom('follow_news').selectAll().where('done_at', 'is', null).execute()
  for (const { bib, point } of open) await tellFollowers({ raceid: RACE, bib, point }, working)
  await sendDuePushes(world)
}
const at = (seconds: number) => stage.world.clock.set(new Date(gun + seconds * 1000))
/**
 * Collects the notifications of the service worker. A browser without a window cannot ask for the permission to show
 * them.
 */
const keepShown = async ({ context }: Visitor): Promise<() => Promise<unknown>> => {
  const worker = context.serviceWorkers().find((one) => one.url().endsWith('/push-worker.js'))!
  await worker.evaluate(() => {
    const kept: unknown[] = []
    Object.assign(globalThis, { kept })
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
      void kept.push({ title, lang: options?.lang, path: (options?.data as { path: string } | undefined)?.path })
  })
  return () => worker.evaluate(() => (globalThis as unknown as { kept: unknown[] }).kept)
}

/** Passes messages from the sandbox's push service on to the browser's worker, as a real service does. */
const deliver = async ({ page }: Visitor): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.endsWith('/push-worker/'))
      if (found) resolve(found.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const registrationId = await registration
  for (const { payload } of service.received.splice(0))
    await session.send('ServiceWorker.deliverPushMessage', { origin: stage.origin, registrationId, data: payload })
}

test('a spectator on a phone follows two runners, gets the message at a point, watches the finish and replays it', async () => {
  const { world } = stage
  const phone = await stage.visit('phone', 'zh-cn', { worker: true })
  const { page } = phone
  phone.context.setDefaultTimeout(20_000)
  await phone.logIn('runner', fan.token)
  await phone.context.grantPermissions(['notifications'], { origin: stage.origin })
  // A browser that a test starts has no real push service, so the test gives the browser an address of the sandbox.
  let target: ReturnType<SandboxPush['subscribe']> | undefined
  await page.exposeFunction('sandboxTarget', (key: string) => (target ??= service.subscribe(key)))
  await page.addInitScript(() => {
    const made = async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      const key = btoa(String.fromCharCode(...applicationServerKey))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '')
      const { endpoint, ...keys } = await (
        globalThis as unknown as { sandboxTarget: (key: string) => Promise<{ endpoint: string }> }
      ).sandboxTarget(key)
      return { endpoint, toJSON: () => ({ endpoint, keys }) }
    }
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Object.assign(PushManager.prototype, { subscribe: made, getSubscription: async () => null })
  })
  await phone.open(`/live?raceid=${RACE}`)
  await page.getByRole('heading', { name: '选手', exact: true }).waitFor()
  await page.getByText('10 名选手').waitFor()
  await noFaults(phone, 'live-1-list-phone')
  await page.getByRole('link', { name: /许知远/ }).click()
  await page.getByRole('heading', { name: '许知远' }).waitFor()
  await page.getByText('现在约在').waitFor()
  await noFaults(phone, 'live-2-runner-phone')
  await page.getByRole('link', { name: '回到列表' }).click()
  await page.getByRole('searchbox').fill('1002')
  await page.getByText('1 名选手', { exact: true }).waitFor()
  await page.getByRole('link', { name: /林晚晴/ }).click()
  const runner = page.getByRole('heading', { name: '林晚晴' })
  await runner.waitFor()
  // The view of the runner is above the list, so the page scrolls up to this view.
  await expect
    .poll(() => runner.evaluate((heading) => heading.getBoundingClientRect().top >= 0), { timeout: 5_000 })
    .toBe(true)
  await page.getByRole('button', { name: '关注 林晚晴' }).click()
  await page.getByRole('dialog').getByText('此设备的通知').waitFor()
  await noFaults(phone, 'live-3-follow-phone')
  await page.getByRole('dialog').getByRole('button', { name: '关注' }).click()
  await page.getByRole('button', { name: '取消关注 林晚晴' }).waitFor()

  await phone.open(`/live?raceid=${RACE}&bib=1001`)
  await page.getByRole('button', { name: '关注 顾行舟' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: '仅完赛' }).check()
  await page.getByRole('dialog').getByRole('button', { name: '关注' }).click()
  await page.getByRole('button', { name: '取消关注 顾行舟' }).waitFor()
  await phone.open(`/live?raceid=${RACE}`)
  await page.getByText('只看我关注的').click()
  await page.getByText('2 名选手').waitFor()

  at(2800)
  await send(
    world,
    readers.ten,
    [
      ['1001', 2710],
      ['1002', 2790],
    ],
    20,
  )
  await tell()
  const titles = async () => (await world.ask(messageList, { limit: 50 }, fan)).items.map(({ title }) => title)
  expect(await titles()).toEqual(['林晚晴 · 10 公里 · 46:30'])
  const shown = await keepShown(phone)
  await deliver(phone)
  await expect
    .poll(shown, { timeout: 15_000 })
    .toMatchObject([
      { title: '林晚晴 · 10 公里 · 46:30', lang: 'zh-CN', path: expect.stringMatching(/^\/result\?key=/) },
    ])

  at(4880)
  await phone.open(`/live?raceid=${RACE}&bib=1001`)
  await page.getByText('比赛中').first().waitFor()
  await send(world, readers.finish, [
    ['1001', 4870],
    ['1002', 4875],
  ])
  await tell()
  // The page shows the finish without a reload. The server keeps the runners in memory for one second of the clock.
  at(4890)
  await page.getByRole('link', { name: '查看成绩' }).waitFor({ timeout: 45_000 })
  expect(await titles()).toContain('顾行舟 完赛 · 1:21:10')
  await noFaults(phone, 'live-4-finished-phone')

  await page.getByText('回放', { exact: true }).click()
  const slider = page.getByRole('slider', { name: '回放时间' })
  await slider.waitFor()
  // The slider is directly below the map, and both fit into the window. The map needs a clock that runs, so in this
  // test a drawing stands in the place of the map.
  const map = (await page.locator('[data-map]').locator('xpath=../..').boundingBox())!
  const below = (await slider.boundingBox())!
  expect(below.y - (map.y + map.height)).toBeLessThan(40)
  expect(map.y).toBeGreaterThanOrEqual(0)
  expect(below.y + below.height).toBeLessThan(844)
  await slider.focus()
  await page.keyboard.press('End')
  await page.getByText('完赛 1:21:10').waitFor()
  await page.keyboard.press('Home')
  expect(await page.getByText('完赛 1:21:10').count()).toBe(0)
  await page.getByRole('combobox', { name: '速度' }).selectOption('60')
  await page.getByRole('button', { name: '播放' }).click()
  await expect.poll(async () => Number(await slider.inputValue()), { timeout: 15_000 }).toBeGreaterThan(60)
  await page.getByRole('button', { name: '暂停' }).click()
  await slider.fill('2400')
  await noFaults(phone, 'live-5-replay-phone')

  await phone.open(`/live/follows?raceid=${RACE}`)
  await page.getByRole('heading', { name: '林晚晴' }).waitFor()
  await noFaults(phone, 'live-6-follows-phone')
  await page.getByRole('button', { name: '取消关注 林晚晴' }).click()
  await page.getByRole('heading', { name: '林晚晴' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '取消关注 顾行舟' }).click()
  await page.getByText('您还没有关注选手').waitFor()
  await picture(phone, 'live-7-follows-empty-phone')
  await phone.context.close()
})

test('a spectator at a desktop sees course, leaders and filters in English, by keyboard alone', async () => {
  const desk = await stage.visit('desktop', 'en')
  const { page } = desk
  await desk.open(`/live?raceid=${RACE}`)
  await page.getByText('10 runners').waitFor()
  await noFaults(desk, 'live-8-list-desktop')
  await page.getByRole('combobox', { name: 'Gender' }).selectOption('F')
  await page.getByText('5 runners').waitFor()
  const link = page.getByRole('link', { name: /1002/ })
  await link.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '林晚晴' }).waitFor()
  await noFaults(desk, 'live-9-runner-desktop')
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.getByText('Leaders', { exact: true }).click()
  await page.getByRole('heading', { name: /10 km/ }).waitFor()
  await noFaults(desk, 'live-10-leaders-desktop')
  await desk.open(`/live?raceid=${RACE}&bib=9999`)
  await page.getByText("We couldn't find this runner").waitFor()
  await noFaults(desk, 'live-11-unknown-desktop')
  await desk.open(`/live?raceid=${RACE}&q=nobody-at-all`)
  await page.getByText('No matching runners').waitFor()
  await picture(desk, 'live-12-nobody-desktop')
  await desk.open(`/live/follows?raceid=${RACE}`)
  await page.getByText("You're not following anyone yet").waitFor()
  await noFaults(desk, 'live-13-follows-desktop')
  await desk.context.close()
})

test('a race without results says what will come, and only named sites may frame the live page', async () => {
  await openRace(stage.world, { id: RACE + 1, name: '空的赛事' })
  const phone = await stage.visit('phone', 'en')
  const { page } = phone
  await phone.open(`/live?raceid=${RACE + 1}`)
  await page.getByText('Nothing live right now').waitFor()
  await noFaults(phone, 'live-14-empty-phone')
  await phone.open(`/live?raceid=${RACE}&embed=1`)
  await page.getByRole('link', { name: 'Open full page' }).waitFor()
  expect(await page.getByRole('button', { name: /^Follow/ }).count()).toBe(0)
  expect(await page.locator('footer').isVisible()).toBe(false)
  await noFaults(phone, 'live-15-embedded-phone')
  const policy = async (path: string) => (await fetch(stage.origin + path)).headers.get('content-security-policy') ?? ''
  for (const path of ['/live', '/gps'])
    expect(await policy(`${path}?raceid=${RACE}`)).toContain(`frame-ancestors 'self' https://${HOST}`)
  expect(await policy(`/home?raceid=${RACE}`)).toMatch(/frame-ancestors 'self'$/)
  expect(await policy(`/live?raceid=${RACE + 1}`)).toMatch(/frame-ancestors 'self'$/)
  await phone.context.close()
})
