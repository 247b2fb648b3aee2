import { afterAll, beforeAll, expect, test } from 'vitest'
import { payOrder } from '#features/payments/service.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026, signUp } from '../browser/race.ts'

let stage: Stage
let orderid: number
let tradeno: string
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace2026(world)
  orderid = (await signUp(world, await runnerSession(world))).orderid!
  await payOrder(
    world.parts,
    {
      raceid: 2026,
      orderid,
      gateway: 'wechat',
      userAgent: 'iPhone',
      address: '203.0.113.9',
      returnUrl: `${stage.origin}/pay`,
    },
    world.clock.now(),
  )
  const paying = await world.db
    .selectFrom('payments')
    .select('tradeno')
    .where('raceid', '=', 2026)
    .executeTakeFirstOrThrow()
  tradeno = paying.tradeno
  world.parts.integrations.sandbox.wechatpay?.pay(tradeno)
  await world.parts.integrations.sandbox.wechatpay?.deliver('all')
})
afterAll(() => stage?.close())

test('a cashier notes an order for today, settles it, reads the month and uploads numbers of invoices', async () => {
  const cashier = await staffSession(stage.world, [{ raceid: 2026, role: 'cashier' }])
  const desk = await stage.visit('desktop', 'zh-cn')
  await desk.logIn('staff', cashier.token)
  const { page } = desk
  await desk.open(`/console/2026/order?id=${orderid}`)
  await page.getByLabel('备注（选手看不到）').fill('公司要求补开发票，周一回电')
  await page.getByLabel('跟进日期（选填）').fill('2026-03-01')
  await page.getByRole('button', { name: '添加备注' }).click()
  await page.getByText('公司要求补开发票，周一回电').waitFor()
  await noFaults(desk, 'books-1-order')
  await desk.open('/console/2026')
  await page.getByText('订单今日待跟进').click()
  await page.getByText('公司要求补开发票，周一回电').waitFor()
  await noFaults(desk, 'books-2-followups')
  await page.getByRole('button', { name: '已处理' }).click()
  await page.getByText('没有到期的跟进').waitFor()

  await desk.open('/console/2026/accounting')
  await page.getByRole('region', { name: '渠道合计' }).getByText('微信支付').waitFor()
  await page.getByText('营业收入').first().waitFor()
  await noFaults(desk, 'books-3-month')

  await desk.open('/console/2026/invoices')
  await page.getByRole('button', { name: '批量开票' }).click()
  await page
    .getByLabel('订单号,发票号码（每行一条，选填）')
    .fill(`${tradeno.replace(/-\d+$/, '')},25332000000012345678`)
  await page.getByRole('button', { name: '开始上传' }).click()
  await page.getByText('没有开票申请', { exact: true }).waitFor()
  await noFaults(desk, 'books-4-invoices')
})

test('in English on a phone: the month of a race', async () => {
  const cashier = await staffSession(stage.world, [{ raceid: 2026, role: 'cashier' }])
  const phone = await stage.visit('phone', 'en')
  await phone.logIn('staff', cashier.token)
  await phone.open('/console/2026/accounting')
  await phone.page.getByText('Income').first().waitFor()
  await noFaults(phone, 'books-5-month-phone')
  expect(await phone.page.getByText('WeChat Pay').count()).toBeGreaterThan(0)
})
