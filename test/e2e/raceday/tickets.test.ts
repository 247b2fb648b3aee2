import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { consoleGoodsSave } from '#features/sales/goods/goods.contract.ts'
import { ticketMy } from '#features/tickets/contract.ts'
import { consoleTicketsClashes, consoleTicketsScan } from '#features/tickets/gate.contract.ts'
import { walletsOver } from '#integrations/wallets/wallets.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { entrant } from '../../entrants.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults, picture } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
let staff: { token: string }
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const google = { issuer: '3388000000012345678', account: { email: 'passes@startline.example', privateKey: key } }
  Object.assign(stage.world.parts.integrations, { wallets: walletsOver({ google }) })
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

test('a runner buys a ticket, names it and hands it on; two gates without network scan it twice', async () => {
  const { world } = stage
  const buyer = await runnerSession(world)
  const friend = await runnerSession(world)
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open(`/home?raceid=2026&_token=${buyer.token}`)
  await noFaults(phone, '89-home-phone')
  await page.getByRole('link', { name: '门票' }).click()
  await page.getByText('意面晚宴').waitFor()
  await noFaults(phone, '90-tickets-phone')
  await page.getByText('意面晚宴').click()
  await page.getByRole('button', { name: '购买' }).waitFor()
  await noFaults(phone, '91-ticket-kind-phone')
  await page.getByRole('button', { name: '购买' }).click()
  await page.getByRole('button', { name: /^支付/ }).waitFor()
  await noFaults(phone, '92-ticket-pay-phone')
  await page.getByRole('button', { name: /^支付/ }).click()
  await page.waitForURL(/pretend\/wechatpay/)
  // The gateway knows the payment only a moment after the press, so the test tries to pay until the gateway knows it.
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
  const calendar = page.getByRole('link', { name: '添加到日历' })
  await calendar.waitFor()
  expect(await (await page.request.get(stage.origin + (await calendar.getAttribute('href')))).text()).toContain(
    'BEGIN:VEVENT',
  )
  const print = await page.getByRole('link', { name: '保存 PDF' }).getAttribute('href')
  expect((await (await page.request.get(stage.origin + print)).body()).subarray(0, 5).toString()).toBe('%PDF-')
  await page.getByRole('link', { name: '添加到 Google 钱包' }).waitFor()
  await noFaults(phone, '93-ticket-phone')
  await calendar.scrollIntoViewIfNeeded()
  await picture(phone, '93-ticket-files-phone')
  await page.getByRole('button', { name: '转赠' }).click()
  const link = await page.locator('input[name=link]').inputValue()
  await noFaults(phone, '94-ticket-hand-phone')

  const desktop = await stage.visit('desktop', 'en')
  const address = new URL(link)
  await desktop.open(`${address.pathname}${address.search}&_token=${friend.token}`)
  await desktop.page.getByRole('button', { name: 'Claim ticket' }).waitFor()
  await noFaults(desktop, '95-ticket-take-desktop')
  await desktop.page.getByRole('button', { name: 'Claim ticket' }).click()
  await desktop.page.getByLabel('Holder').fill('Alex Chen')
  await desktop.page.getByRole('button', { name: 'Save' }).click()
  await desktop.page.getByRole('img', { name: 'Ticket QR code' }).waitFor()
  await noFaults(desktop, '96-ticket-desktop')
  // A link that somebody has used offers no second try. It leads to the person's own tickets.
  await desktop.open(address.pathname + address.search)
  await desktop.page.getByRole('button', { name: 'Claim ticket' }).click()
  await desktop.page.getByRole('link', { name: 'My tickets' }).waitFor()
  expect(await desktop.page.getByRole('button', { name: 'Claim ticket' }).count()).toBe(0)
  await noFaults(desktop, '96-ticket-link-over-desktop')

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

test('a registration offers its files on its status page, on a phone and on a desktop', async () => {
  const { world } = stage
  const runner = await runnerSession(world)
  const given = entrant(1, { eventid: 3, name: '龙䶮' })
  const { _key: key } = await world.ask(registrationSave, given, runner)
  await world.db
    .updateTable('registrations')
    .set({ prefix_bib: 'A', bib: '0042', runnerzone: 'B', bib_at: world.clock.now() })
    .where('_key', '=', key)
    .execute()
  for (const [size, lang, label] of [
    ['phone', 'zh-cn', '添加到日历'],
    ['desktop', 'en', 'Add to calendar'],
  ] as const) {
    const visitor = await stage.visit(size, lang)
    await visitor.logIn('runner', runner.token)
    await visitor.open(`/queryDetail?raceid=2026&_key=${key}`)
    const link = visitor.page.getByRole('link', { name: label })
    await link.waitFor()
    const href = (await link.getAttribute('href'))!
    expect(await (await visitor.page.request.get(stage.origin + href)).text()).toContain('BEGIN:VEVENT')
    await noFaults(visitor, `98-status-${size}`)
    await link.scrollIntoViewIfNeeded()
    await picture(visitor, `98-status-files-${size}`)
  }
})
