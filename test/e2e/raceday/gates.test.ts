import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lang } from '#contract/words.ts'
import { consoleGoodsSave } from '#features/sales/goods/goods.contract.ts'
import { consoleDesksDevices, consoleDesksRevoke, consoleDesksSave } from '#features/desks/setup/setup.contract.ts'
import { ticketBuy, ticketMy, ticketName, ticketOffer, ticketTake } from '#features/tickets/contract.ts'
import { consoleTicketsClashes } from '#features/tickets/gate.contract.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

const RACE = 2026
const PIN = '246813'
const said = {
  'zh-cn': {
    name: '检票口名称',
    pin: 'PIN 码',
    again: '再次输入 PIN 码',
    start: '开始检票',
    code: '扫码或输入票码',
    online: '已联网',
    offline: '离线检票中',
    sent: '全部已上传',
    unlock: '解锁',
  },
  en: {
    name: 'Name of the gate',
    pin: 'PIN',
    again: 'PIN again',
    start: 'Start',
    code: 'Scan or type the code of a ticket',
    online: 'Online',
    offline: 'Working without network',
    sent: 'Everything is sent',
    unlock: 'Unlock',
  },
} as const
type Said = (typeof said)['zh-cn' | 'en']

let stage: Stage
let director: { token: string }
let usher: { token: string }
/** The codes of a ticket before and after it was handed on, and the code of another ticket. */
let codes: { old: string; present: string; other: string }
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace2026(world)
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  usher = await staffSession(world, [{ raceid: RACE, role: 'gate' }])
  const kind = await world.ask(
    consoleGoodsSave,
    {
      raceid: RACE,
      room: 'tickets',
      name: '意面晚宴',
      names: { en: 'Pasta party' },
      open: '1',
      settings: { kind: 'pasta', named: true, place: '城市体育馆' },
      variants: [{ price: 0, stock: [{ slot: '18:00', pieces: 40 }] }],
    },
    director,
  )
  const [buyer, friend] = [await runnerSession(world), await runnerSession(world)]
  const lines = [{ variantid: kind.variants[0]!.id, slot: '18:00', n: 2 }]
  await world.ask(ticketBuy, { raceid: RACE, lines }, buyer)
  const { items } = await world.ask(ticketMy, { raceid: RACE }, buyer)
  const named = async (id: string, name: string, as: { token: string }) =>
    (await world.ask(ticketName, { id, name }, as)).ticket.code!
  const old = await named(items[0]!._key, '沈跑跑', buyer)
  const other = await named(items[1]!._key, '龙䶮', buyer)
  const { token } = await world.ask(ticketOffer, { id: items[0]!._key }, buyer)
  const { ticket } = await world.ask(ticketTake, { raceid: RACE, token }, friend)
  await world.ask(consoleDesksSave, { raceid: RACE, name: '体育馆', preset: 'gate', hours: 6, pin_digits: 6 }, director)
  codes = { old, other, present: await named(ticket._key, 'Alex Chen', friend) }
})
afterAll(() => stage?.close())

const setUp = async (size: 'tablet' | 'phone', lang: keyof typeof said & Lang, gate: string): Promise<Visitor> => {
  const visitor = await stage.visit(size, lang, { worker: true })
  const { page } = visitor
  const words = said[lang]
  await visitor.logIn('staff', usher.token)
  await visitor.open(`/console/${RACE}/gate`)
  await page.getByLabel(words.name).fill(gate)
  await page.getByLabel(words.pin, { exact: true }).fill(PIN)
  await page.getByLabel(words.again).fill(PIN)
  await noFaults(visitor, `gate-0-set-up-${size}-${lang}`)
  await page.getByRole('button', { name: words.start }).click()
  await page.getByText(words.online).waitFor()
  return visitor
}
const scan = async ({ page }: Visitor, code: string, words: Said, answer: string): Promise<void> => {
  const field = page.getByLabel(words.code, { exact: true })
  const before =
    (await page.locator('[data-scan]').count()) > 0 ? await page.locator('[data-scan]').getAttribute('data-scan') : null
  await field.fill(code)
  await field.press('Enter')
  await page.locator(before === null ? '[data-scan]' : `[data-scan]:not([data-scan="${before}"])`).waitFor()
  await page.getByRole('status').getByText(answer, { exact: true }).waitFor()
}

test('gates refuse a handed-on code and a second scan, and show a double entry of two gates without network later', async () => {
  const { world } = stage
  const [cn, en] = [said['zh-cn'], said.en]
  const east = await setUp('tablet', 'zh-cn', '东门')
  // The page shows a chosen direction at once, even while the gate waits for the network.
  await east.page.route('**/console/tickets/gate/contact', () => undefined)
  for (const way of ['离场', '入场']) await east.page.getByRole('radio', { name: way }).check({ force: true })
  await east.page.unroute('**/console/tickets/gate/contact')
  const west = await setUp('phone', 'en', 'West')
  await noFaults(east, 'gate-1-ready-tablet')
  await scan(east, codes.old, cn, '门票已失效（已转赠或已退）')
  // A person with an old code does not learn the present holder of the ticket.
  expect(await east.page.getByText('Alex Chen').count()).toBe(0)
  await noFaults(east, 'gate-2-revoked-tablet')
  await scan(east, codes.other, cn, '请入场')
  await east.page.getByText('龙䶮').waitFor()
  await noFaults(east, 'gate-3-welcome-tablet')
  await scan(west, codes.other, en, 'Already inside')
  await noFaults(west, 'gate-4-inside-phone')

  for (const { context } of [east, west]) {
    await context.clearCookies()
    await context.setOffline(true)
  }
  await east.page.getByText(cn.offline).waitFor()
  await west.page.getByText(en.offline).waitFor()
  await scan(east, codes.present, cn, '请入场')
  await east.page.getByText(/之前其他检票口的进出/).waitFor()
  await noFaults(east, 'gate-5-offline-tablet')
  await scan(west, codes.present, en, 'Welcome')
  await noFaults(west, 'gate-6-offline-phone')
  await scan(east, codes.present, cn, '已在场内')
  await scan(east, codes.old, cn, '门票已失效（已转赠或已退）')
  await scan(west, 'SLT1.fake', en, 'Not a valid ticket of this race')

  // The page at the gate is closed and opened again without network.
  await east.page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await east.page.reload()
  await east.page.getByLabel(cn.pin, { exact: true }).fill(PIN)
  await noFaults(east, 'gate-7-locked-tablet')
  await east.page.getByRole('button', { name: cn.unlock }).click()
  await east.page.getByText('1 条待上传').waitFor()
  await scan(east, codes.present, cn, '已在场内')

  for (const visitor of [east, west]) {
    await visitor.logIn('staff', usher.token)
    await visitor.context.setOffline(false)
  }
  await east.page.getByText(cn.sent).waitFor()
  await west.page.getByText(en.sent).waitFor()
  await expect
    .poll(async () => (await world.ask(consoleTicketsClashes, { raceid: RACE }, director)).items, { timeout: 20_000 })
    .toMatchObject([{ outcome: 'inside', direction: 'in', settled_at: null }])

  // The supervisor switches a gate off. The gate sends its remaining scans and erases its store.
  const { items } = await world.ask(consoleDesksDevices, { raceid: RACE }, director)
  const { id } = items.find(({ name }) => name === 'West')!
  await world.ask(consoleDesksRevoke, { raceid: RACE, id }, director)
  await west.page.getByText('A supervisor switched this gate off').waitFor()
  await noFaults(west, 'gate-8-off-phone')
})

test('the supervisor finds the double entry and the history of the ticket, settles it, and takes a ticket back', async () => {
  for (const [size, lang] of [
    ['desktop', 'zh-cn'],
    ['phone', 'en'],
  ] as const) {
    const visitor = await stage.visit(size, lang)
    const { page } = visitor
    await visitor.logIn('staff', director.token)
    await visitor.open(`/console/${RACE}`)
    const cn = lang === 'zh-cn'
    if (cn) {
      await page.getByRole('link', { name: /门票重复入场/ }).click()
      await page.getByRole('button', { name: /了结票号/ }).waitFor()
    } else await visitor.open(`/console/${RACE}/tickets?tab=clashes`)
    await noFaults(visitor, `tickets-1-clashes-${size}-${lang}`)
    if (cn) {
      await page.getByRole('button', { name: /了结票号/ }).click()
      await page.getByText('已了结').waitFor()
    }
    await visitor.open(`/console/${RACE}/tickets`)
    await page.getByText('Alex Chen').waitFor()
    await noFaults(visitor, `tickets-2-sold-${size}-${lang}`)
    await page.getByRole('searchbox').fill(codes.present)
    await page.keyboard.press('Enter')
    await page.getByText('龙䶮').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: cn ? /查看票号/ : /Show ticket/ }).click()
    await page.getByText(cn ? '领取转赠' : 'Took it over').waitFor()
    await noFaults(visitor, `tickets-3-trail-${size}-${lang}`)
    if (cn) {
      await page.getByRole('button', { name: '退票' }).click()
      await page.getByLabel('原因').fill('现场协调')
      await noFaults(visitor, 'tickets-4-return-desktop')
      await page.getByRole('button', { name: '退票' }).click()
      await page.getByText('已退票，退回').waitFor()
    }
    await visitor.open(`/console/${RACE}/tickets?tab=kinds`)
    await page.getByRole('button', { name: cn ? '编辑意面晚宴' : 'Edit Pasta party' }).click()
    await page.getByRole('button', { name: cn ? '保存' : 'Save' }).waitFor()
    await noFaults(visitor, `tickets-5-kind-${size}-${lang}`)
  }
})

test('a new kind names its missing stock, and goes on sale once it has some', async () => {
  const visitor = await stage.visit('desktop', 'zh-cn')
  const { page } = visitor
  await visitor.logIn('staff', director.token)
  await visitor.open(`/console/${RACE}/tickets?tab=kinds`)
  await page.getByRole('button', { name: '新增票种' }).click()
  await page.getByLabel('名称 · 简体中文').fill('博览会')
  await page.getByLabel('价格（元）').fill('20')
  await page.getByRole('button', { name: '保存' }).click()
  await page
    .getByText(/库存|必填|请填写/)
    .first()
    .waitFor()
  await page.getByLabel('库存').fill('300')
  await page.getByRole('checkbox', { name: '上架销售' }).check()
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('已售 0 / 300').waitFor()
  await noFaults(visitor, 'tickets-6-kinds-desktop')
})
