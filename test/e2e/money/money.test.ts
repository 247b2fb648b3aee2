import { afterAll, beforeAll, expect, test } from 'vitest'
import { payOrder } from '#features/payments/service.ts'
import { consoleParcelsSettings } from '#features/postage/contract.ts'
import { reconcile } from '#features/reconciliations/service.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026, signUp } from '../browser/race.ts'

let stage: Stage
let runner: Awaited<ReturnType<typeof runnerSession>>
let key: string
let orderid: number
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace2026(world)
  runner = await runnerSession(world)
  const saved = await signUp(world, runner)
  ;[key, orderid] = [saved._key, saved.orderid!]
})
afterAll(() => stage?.close())

const pay = async (order: number) => {
  const { world } = stage
  const { tradeno } = await world.db
    .selectFrom('payments')
    .select('tradeno')
    .where('raceid', '=', 2026)
    .where('orderid', '=', order)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(world.parts.integrations.sandbox.wechatpay?.pay(tradeno)).toBe(true)
  await world.parts.integrations.sandbox.wechatpay?.deliver('all')
}

test('receipt and invoice from the phone; the invoice issued, the day compared and a difference settled; a shirt sent home', async () => {
  const { world } = stage
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
  await pay(orderid)

  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open(`/queryDetail?_key=${key}&_token=${runner.token}`)
  await page.getByRole('link', { name: '支付收据' }).click()
  await page.getByRole('img', { name: '扫码核对这张收据' }).waitFor()
  await noFaults(phone, '60-receipt-phone')
  await page.goBack()
  await page.getByRole('link', { name: '申请发票' }).click()
  await page.getByText('企业或单位').click()
  await page.getByRole('button', { name: '提交申请' }).click()
  await page.getByText('请填写纳税人识别号').waitFor()
  await noFaults(phone, '61-invoice-wrong-phone')
  await page.getByLabel('发票抬头').fill('跑者科技有限公司')
  await page.getByLabel('纳税人识别号').fill('91440300708461136T')
  await page.getByLabel('接收邮箱').fill('fapiao@example.com')
  await page.getByRole('button', { name: '提交申请' }).click()
  await page.getByRole('heading', { name: '已提交，等待开票' }).waitFor()

  const staff = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const office = await stage.visit('desktop', 'zh-cn')
  await office.logIn('staff', staff.token)
  await office.open('/console/2026/invoices')
  await office.page.getByRole('button', { name: '开票', exact: true }).click()
  await office.page.getByLabel('发票号码').fill('24442000000123456789')
  await noFaults(office, '63-invoice-issue-desktop')
  await office.page.getByRole('button', { name: '保存' }).click()
  await office.page.getByText('24442000000123456789').waitFor()
  await noFaults(office, '64-invoices-desktop')
  await phone.open(`/invoice?_key=${key}`)
  await page.getByRole('heading', { name: '已开具' }).waitFor()

  const day = new Date(world.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
  await world.db.updateTable('payments').set({ paid_amount: 1 }).where('orderid', '=', orderid).execute()
  world.clock.set(new Date(Date.parse(`${day}T10:30:00+08:00`) + 86_400_000))
  await reconcile(world.parts, { gateway: 'wechat', day }, world.clock.now())
  const { token } = await staffSession(world, [{ raceid: null, role: 'owner' }])
  await office.logIn('staff', token)
  await office.open('/console/reconciliations')
  await office.page.getByRole('button', { name: '开始核对' }).waitFor()
  await noFaults(office, '66-reconciliations-desktop')
  await office.page
    .getByRole('row', { name: /微信支付/ })
    .getByRole('link')
    .click()
  await office.page.getByText('金额不一致').waitFor()
  // A second reconciliation leaves an open difference as it is, and the page shows both reconciliations.
  await reconcile(world.parts, { gateway: 'wechat', day }, new Date(world.clock.now().getTime() + 60_000))
  await office.page.reload()
  await office.page.getByText('金额不一致').waitFor()
  const runs = office.page.locator('section', { hasText: '核对记录' }).getByRole('listitem')
  await runs.first().waitFor()
  expect(await runs.count()).toBe(2)
  expect(await runs.first().innerText()).toContain('渠道账单')
  await noFaults(office, '67-reconciliation-desktop')
  await office.page.getByRole('button', { name: '核销' }).click()
  await office.page.getByLabel('说明').fill('手工更正')
  await office.page.getByRole('button', { name: '核销' }).last().click()
  await office.page.getByText('没有待处理的差异').waitFor()
  await office.open(`/console/2026/order?id=${orderid}`)
  await office.page.getByText(/第 \d+ 行/).waitFor()

  const now = world.clock.now()
  const { id } = await world.db
    .selectFrom('registrations')
    .select('id')
    .where('_key', '=', key)
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('result_sheets')
    .values({ raceid: 2026, eventid: 1, published_at: now, updated_at: now })
    .execute()
  await world.db
    .insertInto('results')
    .values({
      raceid: 2026,
      _key: `1k8-${'a'.repeat(22)}`,
      eventid: 1,
      bib: '7',
      registrationid: id,
      name: '高远',
      gender: 'M',
      age: 40,
      outcome: 'finished',
      gun_ms: 11_820_000,
      net_ms: 11_760_000,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await world.ask(
    consoleParcelsSettings,
    { raceid: 2026, open: '1', fee: 100, who: 'pb', sizes: ['S', 'M', 'L', 'XL'] },
    { token },
  )
  const { token: again } = await runnerSession(world, runner.mobile)
  await phone.open(`/postage?_key=${key}&_token=${again}`)
  await page.getByText('恭喜您跑出新成绩').waitFor()
  await noFaults(phone, '69-postage-phone')
  await page.getByLabel('原最好成绩').fill('3:30:00')
  await page.getByRole('radio', { name: 'L', exact: true }).check()
  await page.getByLabel('手机号').fill('13900003333')
  await page.getByLabel('收件地址').fill('浙江省杭州市西湖区某路1号')
  await page.getByRole('button', { name: '提交并支付' }).click()
  await page.getByRole('button', { name: /支付邮费/ }).waitFor()
  const desk = await stage.visit('desktop', 'en')
  await desk.open(`/postage?_key=${key}&_token=${again}`)
  await desk.page.getByRole('img', { name: 'WeChat Pay code' }).waitFor()
  await noFaults(desk, '71-postage-pay-desktop')
  const { orderid: postage } = await world.db.selectFrom('parcels').select('orderid').executeTakeFirstOrThrow()
  await pay(postage)
  await page.getByRole('heading', { name: '等待寄出' }).waitFor()
  await office.open('/console/2026/parcels')
  await office.page.getByRole('button', { name: '登记寄出' }).click()
  await office.page.getByLabel('快递公司').fill('顺丰速运')
  await office.page.getByLabel('快递单号').fill('SF1234567890')
  await office.page.getByRole('button', { name: '保存' }).click()
  await office.page.getByText('SF1234567890').waitFor()
  await noFaults(office, '73-parcels-desktop')
  expect([...phone.errors, ...desk.errors, ...office.errors]).toEqual([])
})
