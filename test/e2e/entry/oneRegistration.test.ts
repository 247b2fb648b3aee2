import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveEvent, saveEventStock } from '#features/events/service.ts'
import { registrationPay } from '#features/registrations/contract.ts'
import { consoleWalkinsRange } from '#features/walkins/contract.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf, openRace2026, signUp } from '../browser/race.ts'

let stage: Stage
let staff: Awaited<ReturnType<typeof staffSession>>
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace2026(world)
  const now = world.clock.now()
  const days = (n: number) => new Date(now.getTime() + n * 86_400_000)
  for (const [id, name, price, until] of [
    [5, '健康跑', 0, days(24)],
    [6, '十公里', 8_000, days(-1)],
  ] as const)
    await world.db.transaction().execute((tx) =>
      saveEvent(
        tx,
        {
          raceid: 2026,
          id,
          name,
          names: { en: id === 5 ? 'Fun run' : '10 km' },
          type: 'other',
          price,
          places: 20,
          colour: '#8a2be2',
          sort: id,
          signup_from: days(-7),
          signup_until: until,
          start_at: days(78),
          created_at: now,
          form: { ask: {} },
        },
        now,
      ),
    )
  await world.db.transaction().execute(async (tx) => {
    const event = {
      raceid: 2026,
      id: 7,
      name: '越野跑',
      names: { en: 'Trail run' },
      type: 'other',
      price: 9_000,
      places: 20,
      colour: '#0a6a4a',
      sort: 7,
      signup_from: days(-7),
      signup_until: days(-1),
      start_at: days(78),
      created_at: now,
      addons: [
        { id: 'medal', names: { 'zh-cn': '奖牌刻字', en: 'Medal engraving' }, price: 2_000, per_person: 2 },
        { id: 'photo', names: { 'zh-cn': '照片包', en: 'Photo pack' }, price: 3_000, per_person: 1 },
      ],
      form: {
        ask: { clothes: 'required' as const },
        clothes: ['M', 'L'],
        questions: [
          { name: 'club', kind: 'text' as const, says: { 'zh-cn': '跑团', en: 'Club' }, required: true },
          {
            name: 'illness',
            kind: 'text' as const,
            says: { 'zh-cn': '既往病史', en: 'Medical history' },
            required: false,
            personal: true,
          },
        ],
      },
    }
    await saveEvent(tx, event, now)
    await saveEventStock(tx, 2026, 7, [{ kind: 'addon', name: 'photo', shared: false, most: 0 }], now)
  })
  const { token } = await runnerSession(world)
  await signUp(
    world,
    { token },
    { eventid: 5, idnum: idcardOf('330106', '19880512', '011'), name: '顾行舟', mobile: '13900001110' },
  )
  staff = await staffSession(world, [{ raceid: 2026, role: 'director' }])
  await world.ask(consoleWalkinsRange, { raceid: 2026, range: { prefix: 'W', first: 501, last: 599 } }, staff)
})
afterAll(() => stage?.close())

const arrive = async (size: 'phone' | 'desktop', lang: 'zh-cn' | 'zh-tw' | 'en') => {
  const visitor = await stage.visit(size, lang)
  await visitor.logIn('staff', staff.token)
  return visitor
}

test("a runner's whole story is found in three clicks and fields; a name is corrected and the correction undone", async () => {
  const desk = await arrive('desktop', 'zh-cn')
  const { page } = desk
  await desk.open('/console/2026/registrations')
  let used = 0
  const search = page.getByLabel('姓名、参赛号、完整手机号或证件号码')
  await search.fill('行舟')
  used += 1
  await search.press('Enter')
  used += 1
  await page.getByRole('link', { name: '顾行舟' }).first().click()
  used += 1
  await page.getByText('提交报名').waitFor()
  expect(used).toBeLessThanOrEqual(3)
  await noFaults(desk, '200-registration-desktop')

  await page.getByRole('button', { name: '更正资料' }).click()
  await page.getByLabel('姓名').fill('顾行䶮')
  await page.getByLabel('更正原因').fill('姓名录入有误')
  await noFaults(desk, '201-correct')
  await page.getByRole('button', { name: '保存更正' }).click()
  await page.getByRole('heading', { name: '顾行䶮' }).waitFor()
  await page.getByText('原因：姓名录入有误').waitFor()
  await page.getByRole('button', { name: '撤销', exact: true }).click()
  await page.getByLabel('撤销原因').fill('改错了')
  await page.getByRole('dialog').getByRole('button', { name: '撤销', exact: true }).click()
  await page.getByRole('heading', { name: '顾行舟' }).waitFor()

  await page.getByRole('button', { name: '更换组别' }).click()
  await page.getByRole('radio', { name: /十公里/ }).check()
  await noFaults(desk, '202-move')
})

test('a wrong number is named together with the missing reason', async () => {
  const desk = await arrive('desktop', 'zh-cn')
  const { page } = desk
  await desk.open('/console/2026/registrations')
  await page.getByRole('link', { name: '顾行舟' }).first().click()
  await page.getByRole('button', { name: '更正资料' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('证件号码').fill('330106198805120112')
  await dialog.getByRole('button', { name: '保存更正' }).click()
  await expect.poll(() => dialog.locator('[aria-invalid=true]').count()).toBe(2)
  await noFaults(desk, '201b-correct-wrong')
  await desk.context.close()
})

test('cancelling a free entry offers no refund', async () => {
  const desk = await arrive('desktop', 'en')
  const { page } = desk
  await desk.open('/console/2026/registrations')
  await page.getByRole('link', { name: '顾行舟' }).first().click()
  await page.getByRole('button', { name: 'Cancel registration' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('A free entry: no refund is offered').waitFor()
  expect(await dialog.getByRole('radio').count()).toBe(0)
  await noFaults(desk, '202b-cancel-free')
  await desk.context.close()
})

test('staff enter a walk-in in twelve clicks and fields after sign-up has closed, and the walk-in gets a bib', async () => {
  const desk = await arrive('desktop', 'en')
  const { page } = desk
  await desk.open('/console/2026/registrations')
  let used = 0
  const click = async (locator: ReturnType<typeof page.getByRole>) => {
    await locator.click()
    used += 1
  }
  const fill = async (label: string, value: string) => {
    await page.getByLabel(label, { exact: true }).fill(value)
    used += 1
  }
  await click(page.getByRole('link', { name: 'Enter by hand' }))
  // The list of registrations has a field "Event" too. So the test waits for a sentence of the form before it chooses
  // the event.
  await page.getByRole('button', { name: 'Enter', exact: true }).click()
  await page.getByText('Event is a required item').waitFor()
  await page.getByLabel('Event', { exact: true }).selectOption('6')
  used += 1
  await fill('Name', '程现场')
  await fill('ID number', idcardOf('330106', '19920229', '021'))
  await fill('Mobile', '13900002220')
  await click(page.getByRole('checkbox', { name: /has read and agrees/ }))
  await noFaults(desk, '203-walkin-desktop')
  await click(page.getByRole('button', { name: 'Enter', exact: true }))
  await page.getByRole('heading', { name: '程现场 is entered' }).waitFor()
  await page.getByText('W501', { exact: true }).waitFor()
  expect(used).toBeLessThanOrEqual(12)
  await noFaults(desk, '204-walkin-done')
})

test('a walk-in pays with the code at the desk: the phone pays, and the desk shows the bib without a press', async () => {
  const { world } = stage
  const desk = await arrive('desktop', 'zh-cn')
  const { page } = desk
  await desk.open('/console/2026/walkin')
  await page.getByLabel('组别', { exact: true }).selectOption('6')
  await page.getByLabel('姓名', { exact: true }).fill('陆扫码')
  await page.getByLabel('证件号码', { exact: true }).fill(idcardOf('330106', '19910307', '033'))
  await page.getByLabel('手机号', { exact: true }).fill('13900002221')
  await page.getByRole('radio', { name: /^扫码在线支付/ }).check()
  await page.getByRole('checkbox', { name: /已阅读并同意/ }).check()
  await page.getByRole('button', { name: '完成报名' }).click()
  await page.getByRole('heading', { name: '陆扫码 已报名' }).waitFor()
  await page.getByRole('img', { name: '请选手扫码支付 ¥80' }).waitFor()
  await noFaults(desk, '204b-walkin-code')
  const { _key } = await world.db
    .selectFrom('registrations')
    .select('_key')
    .where('name', '=', '陆扫码')
    .executeTakeFirstOrThrow()
  const { token } = await runnerSession(world, '13900002221')
  const phone = await stage.visit('phone', 'en')
  await phone.logIn('runner', token)
  await phone.open(`/pay?_key=${_key}`)
  await phone.page.getByText('¥80').first().waitFor()
  await noFaults(phone, '204c-walkin-pay-phone')
  await world.ask(registrationPay, { id: _key, payment: 'wechat', way: 'native' }, { token })
  const { tradeno } = await world.db
    .selectFrom('payments')
    .select('tradeno')
    .where('raceid', '=', 2026)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(world.parts.integrations.sandbox.wechatpay?.pay(tradeno)).toBe(true)
  await world.parts.integrations.sandbox.wechatpay?.deliver('all')
  await page.getByText('W502', { exact: true }).waitFor()
  await page.getByText('已收款 ¥80').waitFor()
  await noFaults(desk, '204d-walkin-paid')
})

test('a walk-in fills in the own fields of the event and buys an add-on, and the order names both', async () => {
  const desk = await arrive('phone', 'zh-cn')
  const { page } = desk
  await desk.open('/console/2026/walkin')
  await page.getByLabel('组别', { exact: true }).selectOption('7')
  await page.getByLabel('姓名', { exact: true }).fill('沈越野')
  await page.getByLabel('证件号码', { exact: true }).fill(idcardOf('330106', '19930101', '055'))
  await page.getByLabel('手机号', { exact: true }).fill('13900002223')
  await page.getByRole('checkbox', { name: /已阅读并同意/ }).check()
  await page.getByText('已售完').waitFor()
  await page.getByRole('button', { name: '完成报名' }).click()
  // Shirt and club are missing, and the page at the desk shows the sentences of both fields at once.
  await page.getByText('必填哦').first().waitFor()
  await noFaults(desk, '204e-walkin-form-wrong')
  await page.getByRole('radio', { name: 'M', exact: true }).check()
  await page.getByLabel('跑团').fill('西溪跑团')
  await page.getByRole('button', { name: '多买一份 奖牌刻字' }).click()
  await page.getByText(/应付 ¥110/).waitFor()
  await noFaults(desk, '204f-walkin-form')
  await page.getByRole('button', { name: '完成报名' }).click()
  await page.getByRole('heading', { name: '沈越野 已报名' }).waitFor()
  await page.getByRole('link', { name: '查看报名' }).click()
  await page.getByText('西溪跑团').waitFor()

  const english = await arrive('desktop', 'en')
  const { orderid } = await stage.world.db
    .selectFrom('registrations')
    .select('orderid')
    .where('name', '=', '沈越野')
    .executeTakeFirstOrThrow()
  await english.open(`/console/2026/order?id=${orderid}`)
  await english.page.getByText(/Medal engraving/).waitFor()
  await noFaults(english, '204g-walkin-order')
  await english.open('/console/2026/walkin')
  await english.page.getByLabel('Event', { exact: true }).selectOption('7')
  await english.page.getByRole('checkbox', { name: 'Fill these in later' }).check()
  await english.page.getByText('Medal engraving').waitFor()
  expect(await english.page.getByLabel('Club').count()).toBe(0)
  await noFaults(english, '204h-walkin-later')
})

test('the page of a registration and the walk-in form work on a phone', async () => {
  const phone = await arrive('phone', 'zh-cn')
  await phone.open('/console/2026/walkin')
  await phone.page.getByLabel('姓名').waitFor()
  await noFaults(phone, '205-walkin-phone')
  const english = await arrive('phone', 'en')
  await english.open('/console/2026/registrations')
  await english.page
    .getByRole('link', { name: /顾行舟/ })
    .first()
    .click()
  await english.page.getByText('Entered').first().waitFor()
  await noFaults(english, '206-registration-phone')
})
