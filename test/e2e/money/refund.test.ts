import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveRefundPolicy } from '#features/races/service.ts'
import { workDueRefunds } from '#features/payments/jobs.ts'
import { refundPolicy } from '../../leavers.ts'
import { idnumOf } from '../../entrants.ts'
import { staffSession } from '../../people.ts'
import { openWaitlist } from '../../waiters.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
let line: Awaited<ReturnType<typeof openWaitlist>>
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
  const { db, clock } = stage.world
  await db.transaction().execute((tx) => saveRefundPolicy(tx, 2026, 0, refundPolicy(), clock.now()))
  line = await openWaitlist(stage.world, {
    id: 8,
    places: 3,
    name: '城市10公里',
    names: { en: 'City 10 km', 'zh-tw': '城市10公里' },
    colour: '#2f9e44',
    sort: 8,
    price: 12_000,
  })
})
afterAll(() => stage?.close())

let people = 10
const next = () => ++people
const refundsRun = async () => {
  for (let round = 0; round < 3; round++) {
    stage.world.clock.advance(60_000)
    await workDueRefunds(stage.world.parts, stage.world.clock.now())
  }
}

test('a paid runner leaves: the amount beforehand, a wrong number first, then the progress until the refund; staff handle a failed refund', async () => {
  const { world } = stage
  const [a, b, c] = [next(), next(), next()]
  const [key, other, tied] = [await line.join(a), await line.join(b), await line.join(c)]
  await line.join(next())
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.logIn('runner', line.runner.token)
  const { page } = phone
  await phone.open(`/queryDetail?_key=${key}`)
  await page.getByRole('button', { name: '申请退赛' }).click()
  await page.getByText('扣除已付金额的 20%').first().waitFor()
  await noFaults(phone, 'rf-01-offer')
  await page.getByRole('button', { name: '退赛并申请退款' }).click()
  await page.getByText('请选择退赛原因').waitFor()
  await page.getByText('证件号码不能为空').waitFor()
  await page.getByRole('radio', { name: '工作安排' }).check()
  await page.getByLabel('报名人证件号码').fill(idnumOf(99))
  await page.getByRole('button', { name: '退赛并申请退款' }).click()
  await page.getByText('您将失去本赛事的全部参赛资格').waitFor()
  await noFaults(phone, 'rf-03-sure')
  await page.getByRole('button', { name: '确定退赛' }).click()
  await page.getByText('证件号码不一致').waitFor()
  await noFaults(phone, 'rf-04-wrong-number')
  expect((await line.row(key)).refundid).toBe(0)
  await page.getByLabel('报名人证件号码').fill(idnumOf(a))
  await page.getByRole('button', { name: '退赛并申请退款' }).click()
  await page.getByRole('button', { name: '确定退赛' }).click()
  await page.getByRole('heading', { name: '退款申请已提交' }).waitFor()
  await noFaults(phone, 'rf-05-asked')
  await refundsRun()
  await page.reload()
  await page.getByRole('heading', { name: '退款成功' }).waitFor()
  await page.getByRole('link', { name: '查看报名状态' }).click()
  await page.getByRole('heading', { name: '已退赛' }).first().waitFor()
  await page.getByRole('heading', { name: '退款订单' }).waitFor()
  await noFaults(phone, 'rf-07-status')

  // From now on the channel fails to make refunds.
  world.parts.integrations.sandbox.wechatpay!.weather.refund = 'ABNORMAL'
  const desk = await stage.visit('desktop', 'en')
  await desk.open(`/refunds?_key=${other}`)
  await desk.page.getByRole('button', { name: 'Log in to withdraw' }).waitFor()
  await noFaults(desk, 'rf-08-stranger-desktop')
  await desk.logIn('runner', line.runner.token)
  await desk.page.reload()
  await desk.page.getByRole('radio', { name: 'Injury' }).check()
  await desk.page.getByLabel('ID number on the entry').fill(idnumOf(b))
  await desk.page.getByRole('button', { name: 'Withdraw and request refund' }).focus()
  await desk.page.keyboard.press('Enter')
  await desk.page.getByRole('button', { name: 'Withdraw', exact: true }).focus()
  await desk.page.keyboard.press('Enter')
  await desk.page.getByRole('heading', { name: 'Refund requested' }).waitFor()
  await refundsRun()
  await desk.page.reload()
  await desk.page.getByRole('heading', { name: 'The organisers are working on it' }).waitFor()
  await noFaults(desk, 'rf-10-failed-desktop')

  const staff = await staffSession(world, [{ raceid: 2026, role: 'director' }])
  const office = await stage.visit('desktop', 'zh-cn')
  await office.logIn('staff', staff.token)
  await office.open('/console/2026/refunds')
  await office.page.getByRole('button', { name: '登记人工退款' }).click()
  await office.page.getByLabel('凭证号').fill('转账 20260301-7')
  await noFaults(office, 'rf-11-hand-desktop')
  await office.page.getByRole('button', { name: '确认已付' }).click()
  await office.page.getByText('由 工作人员 人工支付').waitFor()
  await office.page.getByRole('radio', { name: '退款规则' }).check()
  const card = office.page.locator('section', { has: office.page.getByRole('heading', { name: '城市10公里' }) })
  await card.getByRole('button', { name: '设置规则' }).click()
  await office.page.getByRole('checkbox', { name: '有人递补支付后再退款' }).check()
  await office.page.getByLabel('最迟到').fill('2026-04-30')
  // axe reports a control as too small if the bar at the top of the dialog covers half of the control. So the test
  // first scrolls the dialog to its top.
  await office.page.getByRole('dialog').evaluate((dialog) => dialog.scrollTo(0, 0))
  await noFaults(office, 'rf-13-rules-desktop')
  await office.page.getByRole('button', { name: '确定' }).click()
  await card.getByText('单独规则').waitFor()

  // With these rules, a refund waits until the next person in line has paid.
  world.parts.integrations.sandbox.wechatpay!.weather.refund = 'SUCCESS'
  await desk.open(`/refunds?_key=${tied}`)
  await desk.page.getByText('Your place is offered to the waitlist right away').waitFor()
  await noFaults(desk, 'rf-15-tied-desktop')
  await phone.open(`/refunds?_key=${tied}`)
  await page.getByRole('radio', { name: '其他' }).check()
  await page.getByLabel('报名人证件号码').fill(idnumOf(c))
  await page.getByRole('button', { name: '退赛并申请退款' }).click()
  await page.getByRole('button', { name: '确定退赛' }).click()
  await page.getByRole('heading', { name: '等待下一位选手' }).waitFor()
  await noFaults(phone, 'rf-16-waiting')
})
