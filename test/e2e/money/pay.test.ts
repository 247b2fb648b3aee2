import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeOrder } from '#features/payments/service.ts'
import { workDueRefunds } from '#features/payments/jobs.ts'
import { registrationPay } from '#features/registrations/contract.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf, openRace2026, signUp } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
})
afterAll(() => stage?.close())

/** Makes a marathon entry that waits for its payment. */
const entry = async (token: string, order: string, name: string) => {
  const { world } = stage
  const answer = await signUp(world, { token }, { idnum: idcardOf('330106', '19850703', order), name })
  return { key: answer._key, orderid: answer.orderid! }
}

test('an order is paid on a desktop by a scanned code, and the page notices this by itself', async () => {
  const { world } = stage
  const { token } = await runnerSession(world)
  const { key, orderid } = await entry(token, '113', '高远')
  const desk = await stage.visit('desktop', 'en')
  const { page } = desk
  // The page takes the token of a link as its session, and removes it from the address.
  await desk.open(`/pay?_key=${key}&_token=${token}`)
  expect(page.url()).not.toContain('_token')
  await page.getByRole('img', { name: 'WeChat Pay code' }).waitFor()
  await noFaults(desk, '40-pay-desktop')
  const paying = world.db
    .selectFrom('payments')
    .select('tradeno')
    .where('raceid', '=', 2026)
    .where('orderid', '=', orderid)
    .orderBy('id', 'desc')
  const { tradeno } = await paying.executeTakeFirstOrThrow()
  expect(world.parts.integrations.sandbox.wechatpay?.pay(tradeno)).toBe(true)
  await world.parts.integrations.sandbox.wechatpay?.deliver('all')
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor()
  await noFaults(desk, '41-paid')
  await page.getByRole('heading', { name: "You're in!", exact: true }).waitFor()
  expect(desk.errors).toEqual([])
})

test('an order after its time to pay says so and offers the sign-up again', async () => {
  const { world } = stage
  const { token } = await runnerSession(world)
  const { key, orderid } = await entry(token, '131', '陆一舟')
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open(`/queryDetail?_key=${key}&_token=${token}`)
  await page.getByRole('heading', { name: '名额已保留，待支付' }).waitFor()
  await noFaults(phone, '42-unpaid')
  await page.getByRole('button', { name: /立即付款|立即支付/ }).click()
  await page.getByRole('timer').waitFor()
  // The payer has opened the bank's page and not paid yet.
  const { next } = await world.ask(registrationPay, { id: key, payment: 'cmb' }, { token })
  const bank = await world.parts.integrations.sandbox.cmb!()
  bank.visit(next!.form!.fields)
  world.clock.advance(59 * 60_000)
  await closeOrder(world.parts, 2026, orderid, 'cancelled', world.clock.now())
  await page.getByRole('heading', { name: '支付时间已过' }).waitFor()
  await noFaults(phone, '43-expired')
  // The payer pays after the order was closed. The page says that the money goes back, and later that it has gone back.
  const { tradeno } = await world.db
    .selectFrom('payments')
    .select('tradeno')
    .where('raceid', '=', 2026)
    .where('orderid', '=', orderid)
    .executeTakeFirstOrThrow()
  expect(bank.pay(tradeno)).toBe(true)
  await bank.deliver('all')
  await page.getByText('支付到账时订单已关闭').waitFor()
  await page.getByText(/正在原路退回/).waitFor()
  await noFaults(phone, '43b-late')
  for (let round = 0; round < 2; round++) {
    world.clock.advance(60_000)
    await workDueRefunds(world.parts, world.clock.now())
  }
  await page.getByText(/原路退回。$/).waitFor()
  await page.getByRole('link', { name: '重新报名' }).click()
  await page.getByRole('heading', { name: '选择组别' }).waitFor()
  expect(phone.errors).toEqual([])
})

test("a phone pays by Alipay: the payer chooses it, goes there, comes back, and the order is paid by the gateway's answer", async () => {
  const { world } = stage
  const { token } = await runnerSession(world)
  const { key, orderid } = await entry(token, '155', '沈知行')
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open(`/pay?_key=${key}&_token=${token}`)
  await page.getByRole('radio', { name: '支付宝' }).check()
  await noFaults(phone, '44-pay-phone')
  await page.getByRole('button', { name: /去支付宝支付/ }).click()
  await page.getByRole('heading', { name: '模拟支付宝' }).waitFor()
  await noFaults(phone, '45-alipay-phone')
  await page.getByRole('button', { name: '取消支付' }).click()
  // The payer left the gateway without a payment, and can still pay the order. The page waits for an outcome and
  // remembers the chosen gateway.
  await page.getByText('等待支付结果').waitFor()
  expect(await page.getByRole('radio', { name: '支付宝' }).isChecked()).toBe(true)
  await noFaults(phone, '46-back-unpaid')
  await page.reload()
  await page.getByText('等待支付结果').waitFor()
  await page.getByRole('button', { name: '重新支付' }).click()
  await page.getByRole('button', { name: '确认支付' }).click()
  await page.getByRole('heading', { name: '支付成功' }).waitFor()
  expect(page.url(), 'what the gateway brought along is gone from the address').not.toContain('out_trade_no')
  await page.getByRole('heading', { name: /报名成功/ }).waitFor()
  const paid = await world.db
    .selectFrom('orders')
    .select(['state', 'payment'])
    .where('raceid', '=', 2026)
    .where('id', '=', orderid)
    .executeTakeFirstOrThrow()
  expect(paid).toEqual({ state: 'paid', payment: 'alipay' })
  expect(phone.errors).toEqual([])
})

test("a desktop pays on Alipay's page; an invented way back proves nothing", async () => {
  const { world } = stage
  const { token } = await runnerSession(world)
  const { key } = await entry(token, '171', '贺兰')
  const desk = await stage.visit('desktop', 'en')
  const { page } = desk
  await desk.open(`/pay?_key=${key}&_token=${token}&out_trade_no=1&trade_no=2&total_amount=160.00&sign=forged`)
  await page.waitForURL((url) => !url.search.includes('sign'))
  await page.getByRole('img', { name: 'WeChat Pay code' }).waitFor()
  await noFaults(desk, '47-pay-choice')
  await page.getByRole('radio', { name: 'Alipay' }).check()
  await page.getByRole('button', { name: /with Alipay/ }).waitFor()
  await noFaults(desk, '48-pay-alipay')
  await page.getByRole('button', { name: /with Alipay/ }).click()
  await page.getByRole('heading', { name: 'Sandbox Alipay' }).waitFor()
  await noFaults(desk, '49-alipay-desktop')
  await page.getByRole('button', { name: 'Pay now' }).click()
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor()
  await page.getByRole('heading', { name: "You're in!", exact: true }).waitFor()
  await noFaults(desk, '49b-status')
  expect(desk.errors).toEqual([])
})

test('a desktop pays in dollars with PayPal: the page names the amount beforehand, and our own call takes the approved money', async () => {
  const { world } = stage
  const { token } = await runnerSession(world)
  const { key, orderid } = await entry(token, '197', '苏禾')
  const desk = await stage.visit('desktop', 'en')
  const { page } = desk
  await desk.open(`/pay?_key=${key}&_token=${token}`)
  await page.getByRole('radio', { name: 'PayPal' }).check()
  await page.getByText('1 USD = CNY 7.15').waitFor()
  await noFaults(desk, '49c-pay-paypal')
  await page.getByRole('button', { name: /with PayPal/ }).click()
  await page.getByRole('heading', { name: 'Sandbox PayPal' }).waitFor()
  await noFaults(desk, '49d-paypal')
  await page.getByRole('button', { name: 'Agree and pay' }).click()
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor()
  expect(page.url(), 'what PayPal brought along is gone from the address').not.toContain('PayerID')
  const paid = await world.db
    .selectFrom('orders')
    .select(['state', 'payment'])
    .where('raceid', '=', 2026)
    .where('id', '=', orderid)
    .executeTakeFirstOrThrow()
  expect(paid).toEqual({ state: 'paid', payment: 'paypal' })
  expect(desk.errors).toEqual([])
})

test("a phone pays by bank card on the bank's page, and an organiser sees the notices of the channels", async () => {
  const { world } = stage
  const { token } = await runnerSession(world)
  const { key } = await entry(token, '218', '叶青')
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.open(`/pay?_key=${key}&_token=${token}`)
  await phone.page.getByRole('radio', { name: '银行卡' }).check()
  await noFaults(phone, '49e-pay-card')
  await phone.page.getByRole('button', { name: /去招商银行支付/ }).click()
  await phone.page.getByRole('heading', { name: '模拟招商银行一网通支付' }).waitFor()
  await noFaults(phone, '49f-bank')
  await phone.page.getByRole('button', { name: '确认支付' }).click()
  await phone.page.getByRole('heading', { name: '支付成功' }).waitFor()
  expect(phone.errors).toEqual([])

  await world.app.inject({
    method: 'POST',
    url: '/pay/paypal/notify',
    payload: '{}',
    headers: { 'content-type': 'application/json' },
  })
  const cashier = await staffSession(world, [{ raceid: 2026, role: 'cashier' }])
  for (const [size, lang] of [
    ['desktop', 'zh-cn'],
    ['phone', 'en'],
  ] as const) {
    const staff = await stage.visit(size, lang)
    await staff.logIn('staff', cashier.token)
    await staff.open('/console/2026/channels')
    await staff.page.getByRole('heading', { name: 'PayPal', level: 2 }).waitFor()
    await noFaults(staff, `49g-channels-${size}`)
    expect(staff.errors).toEqual([])
  }
})

test('an unknown registration leads home with the reason', async () => {
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.open('/querydetail?raceid=2026&_key=1ka-1111111111111111111111')
  await phone.page.getByText('未找到相应的报名信息').waitFor()
  await phone.page.waitForURL(/\/home/)
  expect(phone.errors).toEqual([])
})
