import { afterAll, beforeAll, expect, test } from 'vitest'
import { bibAlloc } from '#features/bibs/contract.ts'
import { type DeskPreset, consoleDesksSave } from '#features/desks/setup/setup.contract.ts'
import { checkinProxyMake, checkinProxyWithdraw } from '#features/desks/proxies/proxies.contract.ts'
import { consoleDesksStock, consoleDesksStockChange } from '#features/desks/stock/stock.contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type Stage, type Visitor, openStage } from '#test/e2e/browser/browser.ts'
import { noFaults } from '#test/e2e/browser/pictures.ts'

let stage: Stage
let director: Awaited<ReturnType<typeof staffSession>>
let gate: Awaited<ReturnType<typeof staffSession>>
let runner: Awaited<ReturnType<typeof runnerSession>>
const keys: string[] = []
const desks = new Map<DeskPreset, number>()
const names = ['沈跑跑', '周启明', '陆一舟', '顾行舟']
beforeAll(async () => {
  stage = await openStage({ now: '2026-10-30T04:00:00Z' })
  const { world } = stage
  await openRace(world)
  await openEvent(world, { price: 0, places: 1000 })
  runner = await runnerSession(world)
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  gate = await staffSession(world, [{ raceid: RACE, role: 'gate' }])
  for (const [at, name] of names.entries()) {
    const { _key } = await world.ask(registrationSave, entrant(at + 1, { name, clothes: 'M' }), runner)
    keys.push(_key)
    const { id } = await world.db
      .selectFrom('registrations')
      .select('id')
      .where('raceid', '=', RACE)
      .where('_key', '=', _key)
      .executeTakeFirstOrThrow()
    await world.ask(bibAlloc, { raceid: RACE, id, prefix: 'A', bib: `000${at + 1}` }, director)
  }
  for (const [preset, name] of [
    ['pickup', '一号台'],
    ['finish', '终点台'],
    ['kiosk', '查询机'],
    ['walkup', '现场报名台'],
    ['medical', '医疗台'],
    ['volunteers', '志愿者台'],
  ] as const)
    desks.set(preset, (await world.ask(consoleDesksSave, { raceid: RACE, name, preset }, director)).id)
  const changes = [
    { size: 'M', change: 1 },
    { size: 'L', change: 5 },
  ]
  await world.ask(consoleDesksStockChange, { raceid: RACE, changes, note: '到货' }, director)
})
afterAll(() => stage?.close())

const openDesk = async (size: 'tablet' | 'phone', preset: DeskPreset, staff = gate): Promise<Visitor> => {
  const visitor = await stage.visit(size, 'zh-cn')
  await visitor.logIn('staff', staff.token)
  await visitor.open(`/console/${RACE}/desk`)
  await visitor.page.getByLabel('本机所在的领物台').selectOption(String(desks.get(preset)))
  return visitor
}
const scan = async ({ page }: Visitor, text: string): Promise<void> => {
  const field = page.getByLabel('查找选手')
  await field.fill(text)
  await field.press('Enter')
}
/** Moves the clock on, because the server keeps sizes and log-ins in memory for some seconds. */
const later = () => stage.world.clock.advance(60_000)
const sign = ({ page }: Visitor) => page.getByRole('button', { name: '确认发放' })

test('two desks open the same bib, and the second desk is told who handed the pack out and when', async () => {
  const [one, two] = [await openDesk('tablet', 'pickup'), await openDesk('phone', 'pickup')]
  for (const desk of [one, two]) {
    await scan(desk, 'A0001')
    await desk.page.getByRole('heading', { name: names[0]! }).waitFor()
  }
  await sign(one).click()
  await one.page.getByText('已发放', { exact: true }).waitFor()
  await sign(two).click()
  await two.page.getByRole('alert').waitFor()
  await two.page.getByText('已发放', { exact: true }).waitFor()
  expect(await sign(two).count()).toBe(0)
  await noFaults(two, 'odd-1-twice-phone')
  const { sizes } = await stage.world.ask(consoleDesksStock, { raceid: RACE }, director)
  expect(Object.fromEntries(sizes.map(({ size, left }) => [size, left]))).toMatchObject({ M: 0, L: 5 })
})

test('if the size of a runner has run out, the button says so, and the desk hands out another size', async () => {
  later()
  const desk = await openDesk('tablet', 'pickup')
  await scan(desk, 'A0002')
  await desk.page.getByText('M 码已发完，请选其他尺码').waitFor()
  await noFaults(desk, 'odd-2-none-left-tablet')
  await sign(desk).click({ force: true })
  expect(await desk.page.getByText('已发放', { exact: true }).count()).toBe(0)
  await desk.page.getByRole('button', { name: /^L · 余 5/ }).click()
  await sign(desk).click()
  await desk.page.getByText('已发放', { exact: true }).waitFor()
  // The finish area gives the finisher shirt in a size that is in stock.
  const finish = await openDesk('phone', 'finish')
  await scan(finish, 'A0003')
  await finish.page.getByText('M 码已发完，请选其他尺码').waitFor()
  await noFaults(finish, 'odd-3-finish-none-left-phone')
})

test('a withdrawn authorisation, a code of another race and an address of another site find nobody', async () => {
  const desk = await openDesk('tablet', 'pickup')
  const { key } = await stage.world.ask(checkinProxyMake, { id: keys[2]!, name: '何代领' }, runner)
  await stage.world.ask(checkinProxyWithdraw, { id: keys[2]! }, runner)
  await scan(desk, 'A0003')
  await desk.page.getByRole('heading', { name: names[2]! }).waitFor()
  await scan(desk, key)
  await desk.page.getByText('代领授权无效或已撤回').waitFor()
  // The page no longer shows the pack that the former search found.
  expect(await desk.page.getByRole('heading', { name: names[2]! }).count()).toBe(0)
  await noFaults(desk, 'odd-4-withdrawn-tablet')
  await scan(desk, 'https://elsewhere.example/coupon?id=77')
  await expect.poll(() => desk.page.getByText('代领授权无效或已撤回').count()).toBe(0)
  expect(await sign(desk).count()).toBe(0)
  // A long address stays inside its column, so the button beside the field stays free.
  await desk.page.getByText('没有找到').waitFor()
  const [button, right] = [
    (await desk.page.getByRole('button', { name: '查找', exact: true }).boundingBox())!,
    (await desk.page.getByText('请扫描选手的二维码').boundingBox())!,
  ]
  expect(button.x + button.width).toBeLessThan(right.x)
  await noFaults(desk, 'odd-5-elsewhere-tablet')
})

test('if the log-in ends while a pack is open, the desk hands out nothing, and works again after the next log-in', async () => {
  const other = await staffSession(stage.world, [{ raceid: RACE, role: 'gate' }])
  const desk = await openDesk('tablet', 'pickup', other)
  await scan(desk, 'A0004')
  await desk.page.getByRole('button', { name: /^L · 余/ }).click()
  await stage.world.db.deleteFrom('sessions').where('staffid', '=', other.staffid).execute()
  later()
  await sign(desk).click()
  await desk.page.getByRole('button', { name: '登录', exact: true }).first().waitFor()
  await noFaults(desk, 'odd-6-logged-out-tablet')
  expect(await desk.page.getByText('已发放', { exact: true }).count()).toBe(0)
})

test('desks that hand out no packs lead to their own pages', async () => {
  for (const [preset, address] of [
    ['kiosk', /\/kiosk\?raceid=/],
    ['walkup', /\/walkin/],
    ['medical', /\/medical/],
    ['volunteers', /tab=signing/],
  ] as const) {
    const desk = await openDesk('phone', preset, director)
    await desk.page
      .getByRole('main')
      .getByRole('link')
      .filter({ hasText: /查询机|现场|医疗|志愿者/ })
      .first()
      .click()
    await desk.page.waitForURL(address)
    // The address changes before the page does.
    await desk.page.getByText('本机所在的领物台').waitFor({ state: 'hidden' })
    await noFaults(desk, `odd-7-${preset}-phone`)
    await desk.context.close()
  }
})
