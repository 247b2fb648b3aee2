import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderQuery } from '#features/shop/contract.ts'
import { seedShop } from '../../../tools/demo/shop/shop.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
  await seedShop(stage.world.parts, 2026, stage.world.clock.now())
})
afterAll(() => stage?.close())

/** Waits until the page has begun a payment, then pays the newest payment at the sandbox gateway. */
const payAtGateway = async () => {
  const { world } = stage
  const payNow = async () => {
    const row = await world.db.selectFrom('payments').select('tradeno').orderBy('id', 'desc').executeTakeFirst()
    return row ? (world.parts.integrations.sandbox.wechatpay?.pay(row.tradeno) ?? false) : false
  }
  await expect.poll(payNow, { timeout: 20_000 }).toBe(true)
  await world.parts.integrations.sandbox.wechatpay?.deliver('all')
}

test('a buyer fills the bag before log-in, uses a coupon, pays and sees the pick-up code', async () => {
  const { world } = stage
  const buyer = await runnerSession(world)
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open('/shop?raceid=2026')
  await page.getByText('轻量跑步帽').waitFor()
  await noFaults(phone, 'shop-01-shelves-phone')
  await page.getByText('2026 限定速干 T 恤').first().click()
  await page.getByRole('button', { name: 'L', exact: true }).click()
  await page.getByRole('button', { name: '增加一件' }).click()
  await noFaults(phone, 'shop-02-goods-phone')
  await page.getByRole('button', { name: '加入购物袋' }).click()
  await page.getByRole('link', { name: '购物袋，2 件' }).click()
  await page.getByRole('button', { name: '登录后结算' }).waitFor()
  await noFaults(phone, 'shop-03-bag-stranger-phone')
  await phone.open(`/shop?raceid=2026&_token=${buyer.token}`)
  // The claim does not reach the server, so the runner has no coupon and the button stays.
  await page.route('**/mini/shop/coupon', (route) => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: '领取' }).click()
  await page.getByText('网络不太顺畅').first().waitFor()
  expect(await page.getByText('已领取').count()).toBe(0)
  await page.unroute('**/mini/shop/coupon')
  await page.getByRole('button', { name: '领取' }).click()
  await page.getByText('已领取').waitFor()
  await page.getByText('2026 限定速干 T 恤').first().click()
  await page.getByRole('button', { name: /^优惠券/ }).click()
  await page.getByRole('dialog').getByText('已领取').waitFor()
  await noFaults(phone, 'shop-03-goods-coupons-phone')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: '购物袋，2 件' }).click()
  await page.getByText('已减 ¥15.00').waitFor()
  await noFaults(phone, 'shop-04-bag-phone')
  await page.getByRole('button', { name: /优惠券/ }).click()
  await page.getByText('跑友见面礼').last().waitFor()
  await noFaults(phone, 'shop-05-coupons-phone')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '去支付 ¥243.00' }).click()
  await page.getByRole('button', { name: /^支付/ }).waitFor()
  await noFaults(phone, 'shop-06-pay-phone')
  await page.getByRole('button', { name: /^支付/ }).click()
  // The test waits until the gateway's page has replaced the shop's page.
  await page.waitForURL(/pretend\/wechatpay/)
  await payAtGateway()
  await phone.open('/shop/orders?raceid=2026')
  await page.getByText('准备中').click()
  await page.getByRole('img', { name: '领取码' }).waitFor()
  await noFaults(phone, 'shop-07-order-phone')
  const { items } = await world.ask(orderQuery, { raceid: 2026 }, buyer)
  expect(items).toMatchObject([{ state: 'paid', discount: 1_500, amount: 24_300 }])
})

test('an English buyer sends a towel home, and the clerk packs and sends it', async () => {
  const { world } = stage
  const buyer = await runnerSession(world)
  const staff = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const desktop = await stage.visit('desktop', 'en')
  const { page } = desktop
  await desktop.open(`/shop?raceid=2026&_token=${buyer.token}`)
  await page.getByText('Finish-line towel').first().waitFor()
  await noFaults(desktop, 'shop-10-shelves-desktop')
  await page.getByText('Finish-line towel').first().click()
  await page.getByRole('button', { name: 'Green' }).click()
  await noFaults(desktop, 'shop-11-goods-desktop')
  await page.getByRole('button', { name: 'Buy now' }).click()
  await page.getByRole('button', { name: /Home delivery/ }).click()
  await page.getByRole('button', { name: /Add delivery address/ }).click()
  await page.getByLabel('Recipient').fill('Alex Chen')
  await page.getByLabel('Mobile').fill('13800000001')
  await page.getByLabel('Province').selectOption('42')
  await page.getByRole('textbox', { name: 'Address' }).fill('1 Yanjiang Avenue, Wuhan')
  await noFaults(desktop, 'shop-12-address-desktop')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: /^Pay ¥111.00/ }).waitFor()
  await noFaults(desktop, 'shop-13-bag-desktop')
  // An address that its owner removes leaves the list at once.
  await page.getByRole('button', { name: /Change/ }).click()
  await page.getByRole('button', { name: 'New delivery address' }).click()
  await page.getByLabel('Recipient').fill('Sam Wu')
  await page.getByLabel('Mobile').fill('13800000002')
  await page.getByLabel('Province').selectOption('33')
  await page.getByRole('textbox', { name: 'Address' }).fill('2 West Lake Road')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: /Change/ }).click()
  await page.getByRole('listitem').filter({ hasText: 'Sam Wu' }).getByRole('button', { name: 'Edit address' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  const book = page.getByRole('dialog')
  await book.getByRole('button', { name: /^Alex Chen/ }).waitFor()
  await expect.poll(() => book.getByText('Sam Wu').count()).toBe(0)
  await book.getByRole('button', { name: /^Alex Chen/ }).click()
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL(/shop\/pay/)
  await payAtGateway()
  await page.getByText('Preparing').waitFor()
  await noFaults(desktop, 'shop-14-order-desktop')

  const clerk = await stage.visit('desktop', 'zh-cn')
  await clerk.logIn('staff', staff.token)
  await clerk.open('/console/2026/shop?tab=orders')
  await clerk.page.getByText(/终点大浴巾/).waitFor()
  await noFaults(clerk, 'shop-20-orders-console')
  await clerk.page.getByRole('checkbox').last().check()
  await clerk.page.getByRole('button', { name: /标记 1 单已打包/ }).click()
  await clerk.page.getByText('已打包').first().click()
  await clerk.page.getByRole('button', { name: '登记寄出' }).click()
  await clerk.page.getByLabel('快递公司').fill('顺丰')
  await clerk.page.getByLabel('快递单号').fill('SF1029384756')
  await clerk.page.getByRole('button', { name: '保存' }).click()
  await clerk.page.getByText('已保存').first().waitFor()
  await desktop.open('/shop/orders?raceid=2026')
  await page.getByText('On its way').first().click()
  await page.getByText('SF1029384756').waitFor()
  await noFaults(desktop, 'shop-15-sent-desktop')
  await clerk.open('/console/2026/shop?tab=goods')
  await clerk.page.getByRole('heading', { name: '轻量跑步帽' }).waitFor()
  await noFaults(clerk, 'shop-21-goods-console')
  await clerk.open('/console/2026/shop?tab=coupons')
  await clerk.page.getByText('跑友见面礼').first().waitFor()
  await noFaults(clerk, 'shop-22-coupons-console')
})
