import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveRefundPolicy } from '#features/races/service.ts'
import { workDueRefunds } from '#features/payments/jobs.ts'
import { refundPolicy } from '../../leavers.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf, openRace2026 } from '../browser/race.ts'

let stage: Stage
let director: { token: string }
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
  const { db, clock } = stage.world
  await db.transaction().execute((tx) => saveRefundPolicy(tx, 2026, 0, refundPolicy(), clock.now()))
  director = await staffSession(stage.world, [{ raceid: null, role: 'owner' }])
})
afterAll(() => stage?.close())

const IDNUM = idcardOf('330106', '19900512', '002')

const sold = () =>
  stage.world.db
    .selectFrom('counters')
    .select(['most', 'taken'])
    .where('raceid', '=', 2026)
    .where('kind', '=', 'addon')
    .executeTakeFirst()

test('a director sets an early price and an add-on by hand; the page names impossible and doubtful values, and a runner sees the price', async () => {
  const desk = await stage.visit('desktop')
  await desk.logIn('staff', director.token)
  const { page } = desk
  await desk.open('/console/2026/events')
  await page.getByRole('button', { name: '编辑 马拉松' }).click()
  await page.getByRole('button', { name: '早鸟价' }).click()
  await page.getByRole('group', { name: '早鸟价' }).getByLabel('名称 · 简体中文').fill('首批早鸟')
  const early = page.getByRole('group', { name: '首批早鸟' })
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('请填写价格或优惠比例').first().waitFor()
  await early.getByLabel('价格', { exact: true }).fill('180')
  await page.getByText('不低于报名费，不会生效').waitFor()
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('请填写截止日期或前几名').first().waitFor()
  await early.getByLabel('价格', { exact: true }).fill('150')
  await page.getByLabel('仅限前').fill('2')
  await page.getByText('首批早鸟，原价 ¥180.00').waitFor()
  await page.getByLabel('第几名报名').fill('3')
  await page.getByText('按报名费，没有优惠').waitFor()
  await page.getByRole('button', { name: '添加加购' }).click()
  await page.getByRole('group', { name: '加购 1' }).getByLabel('名称 · 简体中文').fill('奖牌刻字')
  const addon = page.getByRole('group', { name: '奖牌刻字' })
  await addon.getByLabel('名称 · English').fill('Medal engraving')
  await addon.getByLabel('价格', { exact: true }).fill('30')
  await addon.getByLabel('库存').fill('5')
  await noFaults(desk, 'prices-1-console')
  await page.getByRole('button', { name: '保存' }).click()
  await expect.poll(sold).toEqual({ most: 5, taken: 0 })
  expect(desk.errors.filter((error) => !error.includes('422'))).toEqual([])
})

test('a runner signs up at this price with the add-on, pays, sees the lines and leaves, and the add-on is refunded', async () => {
  const { world } = stage
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  const { token } = await runnerSession(world)
  await phone.open(`/home?raceid=2026&_token=${token}`)
  await page.getByText('首批早鸟').first().waitFor()
  await page.getByText('此价仅剩 2 个名额').first().waitFor()
  await noFaults(phone, 'prices-2-card')
  await phone.open('/baoming?raceid=2026&event=1')
  await noFaults(phone, 'prices-3-event')
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('证件号码').fill(IDNUM)
  await page.getByLabel('姓名', { exact: true }).fill('林晓岚')
  await page.getByRole('checkbox', { name: /敏感个人信息/ }).check()
  await page.getByLabel('手机号').fill('13900002026')
  await page.getByLabel('紧急联系人姓名').fill('林建国')
  await page.getByLabel('紧急联系人电话').fill('13900009999')
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('radio', { name: 'M', exact: true }).check()
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('heading', { name: '加购' }).waitFor()
  await page.getByRole('button', { name: '多买一份 奖牌刻字' }).click()
  expect(await page.getByRole('button', { name: '多买一份 奖牌刻字' }).isDisabled()).toBe(true)
  await page.getByText('−¥30.00').waitFor()
  await page.getByText('报名费和加购').filter({ visible: true }).waitFor()
  await noFaults(phone, 'prices-4-review')

  // Meanwhile other runners take the places with the early price. The page shows the new price before anybody pays it.
  await world.db.updateTable('events').set({ taken: 2 }).where('raceid', '=', 2026).where('id', '=', 1).execute()
  await page.getByRole('checkbox', { name: /参赛声明/ }).check()
  await page.getByRole('button', { name: /^提交/ }).click()
  await page.getByText('价格已由 ¥180.00 变为 ¥210.00').waitFor()
  await noFaults(phone, 'prices-5-changed')
  await world.db.updateTable('events').set({ taken: 0 }).where('raceid', '=', 2026).where('id', '=', 1).execute()
  await page.reload()
  await page.getByText('首批早鸟').first().waitFor()
  await page.getByRole('button', { name: /^提交/ }).click()
  await page.getByRole('heading', { name: '支付报名费和加购' }).waitFor()
  await page.getByText('奖牌刻字').waitFor()
  await noFaults(phone, 'prices-6-pay')
  expect(await sold()).toEqual({ most: 5, taken: 1 })

  const key = new URL(page.url()).searchParams.get('_key')!
  await page.getByRole('button', { name: /立即支付 ¥180\.00/ }).click()
  await page.getByRole('button', { name: '确认支付' }).click()
  await page.waitForURL(/queryDetail|\/pay/)
  await world.parts.integrations.sandbox.wechatpay!.deliver('all')
  await page.getByRole('heading', { name: '报名成功' }).waitFor()
  await page.getByText('−¥30.00').waitFor()
  await noFaults(phone, 'prices-7-status')
  await page.getByRole('link', { name: '收据' }).click()
  await page.getByRole('article').getByRole('heading', { name: '收据' }).waitFor()
  await page.getByText('奖牌刻字').waitFor()
  await noFaults(phone, 'prices-8-receipt')

  const desk = await stage.visit('desktop')
  await desk.logIn('staff', director.token)
  const { orderid } = await world.db
    .selectFrom('registrations')
    .select('orderid')
    .where('raceid', '=', 2026)
    .where('_key', '=', key)
    .executeTakeFirstOrThrow()
  await desk.open(`/console/2026/order?id=${orderid}`)
  await desk.page.getByText('奖牌刻字').waitFor()
  await noFaults(desk, 'prices-9-order')

  // The race keeps 20% of the whole payment: of the entry and of the add-on.
  await phone.open(`/queryDetail?_key=${key}`)
  await page.getByRole('button', { name: '申请退赛' }).click()
  await page.getByText('¥144.00').first().waitFor()
  await page.getByRole('radio', { name: '工作安排' }).check()
  await page.getByLabel('报名人证件号码').fill(IDNUM)
  await page.getByRole('button', { name: '退赛并申请退款' }).click()
  await page.getByRole('button', { name: '确定退赛' }).click()
  await expect.poll(sold).toEqual({ most: 5, taken: 0 })
  world.clock.advance(60_000)
  await workDueRefunds(world.parts, world.clock.now())
  expect(phone.errors.filter((error) => !error.includes('409'))).toEqual([])
})
