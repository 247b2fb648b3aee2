import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleGoodsSave } from '#features/sales/goods.contract.ts'
import { ticketMy } from '#features/tickets/contract.ts'
import { consoleTicketsClashes, consoleTicketsScan } from '#features/tickets/gate.contract.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
let staff: { token: string }
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
  staff = await staffSession(stage.world, [{ raceid: null, role: 'owner' }])
  const kind = (name: string, en: string, price: number, settings: object) =>
    stage.world.ask(
      consoleGoodsSave,
      {
        raceid: 2026,
        room: 'tickets',
        name,
        names: { en },
        about: '与跑友共进晚餐，领取号码布前的最后一顿碳水。',
        abouts: { en: 'Dinner with fellow runners, the last carbs before race day.' },
        open: '1',
        settings: settings as Record<string, unknown>,
        refund: { tiers: [{ from: null, until: '2099-01-01', percent: 0, fixed: 0 }], before: [] },
        variants: [{ price, stock: ['18:00', '19:30'].map((slot) => ({ slot, pieces: 40 })) }],
      },
      staff,
    )
  await kind('意面晚宴', 'Pasta party', 9_900, { kind: 'pasta', named: true, place: '城市体育馆' })
  await kind('终点看台', 'Finish grandstand', 0, { kind: 'grandstand' })
})
afterAll(() => stage?.close())

test('a ticket is bought and paid, named, handed on, and scanned twice while both gates have no network', async () => {
  const { world } = stage
  const buyer = await runnerSession(world)
  const friend = await runnerSession(world)
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open(`/tickets?raceid=2026&_token=${buyer.token}`)
  await page.getByText('意面晚宴').waitFor()
  await noFaults(phone, '90-tickets-phone')
  await page.getByText('意面晚宴').click()
  await page.getByRole('button', { name: '购买' }).waitFor()
  await noFaults(phone, '91-ticket-kind-phone')
  await page.getByRole('button', { name: '购买' }).click()
  await page.getByRole('button', { name: /^支付/ }).waitFor()
  await noFaults(phone, '92-ticket-pay-phone')
  await page.getByRole('button', { name: /^支付/ }).click()
  // The trade is at the gateway a moment after the press.
  const payNow = async () => {
    const row = await world.db.selectFrom('payments').select('tradeno').executeTakeFirst()
    return row ? (world.parts.integrations.sandbox.wechatpay?.pay(row.tradeno) ?? false) : false
  }
  await expect.poll(payNow, { timeout: 20_000 }).toBe(true)
  await world.parts.integrations.sandbox.wechatpay?.deliver('all')
  await phone.open('/tickets?raceid=2026')
  await page.getByText('我的门票').waitFor()
  await page.getByText('未使用').click()
  await page.getByText('填写持票人姓名后显示二维码').waitFor()
  await page.getByLabel('持票人').fill('沈跑跑')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByRole('img', { name: '门票二维码' }).waitFor()
  await noFaults(phone, '93-ticket-phone')
  await page.getByRole('button', { name: '转赠' }).click()
  const link = await page.locator('input[name=link]').inputValue()
  await noFaults(phone, '94-ticket-hand-phone')

  const desktop = await stage.visit('desktop', 'en')
  const address = new URL(link)
  await desktop.open(`${address.pathname}${address.search}&_token=${friend.token}`)
  await desktop.page.getByRole('button', { name: 'Take the ticket' }).waitFor()
  await noFaults(desktop, '95-ticket-take-desktop')
  await desktop.page.getByRole('button', { name: 'Take the ticket' }).click()
  await desktop.page.getByLabel('Holder').fill('Alex Chen')
  await desktop.page.getByRole('button', { name: 'Save' }).click()
  await desktop.page.getByRole('img', { name: 'Ticket code' }).waitFor()
  await noFaults(desktop, '96-ticket-desktop')

  const { items } = await world.ask(ticketMy, { raceid: 2026 }, await runnerSession(world, friend.mobile))
  const scan = async (gate: string) =>
    (
      await world.ask(
        consoleTicketsScan,
        {
          raceid: 2026,
          scans: [
            {
              scan: `offline-scan-${gate}`,
              code: items[0]!.code!,
              gate,
              direction: 'in',
              at: world.clock.now().toISOString(),
              offline: true,
            },
          ],
        },
        staff,
      )
    ).items[0]!.outcome
  expect([await scan('East'), await scan('West')]).toEqual(['ok', 'inside'])
  const clashes = await world.ask(consoleTicketsClashes, { raceid: 2026 }, staff)
  expect(clashes.items).toMatchObject([{ gate: 'West', outcome: 'inside', before: { gate: 'East' } }])
  await desktop.open('/tickets?raceid=2026')
  await desktop.page.getByText('Used').waitFor()
  await noFaults(desktop, '97-tickets-desktop')
})
