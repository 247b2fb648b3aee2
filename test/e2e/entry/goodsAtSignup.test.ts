import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationMy } from '#features/registrations/contract.ts'
import { seedShop } from '../../../tools/demo/shop/shop.ts'
import { runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf, openRace2026 } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
  await seedShop(stage.world.parts, 2026, stage.world.clock.now())
})
afterAll(() => stage?.close())

test('a runner adds a shirt and a chip to the entry, pays once, and finds the code of the goods on the status page', async () => {
  const { world } = stage
  const { token } = await runnerSession(world)
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open(`/baoming?raceid=2026&event=1&_token=${token}`)
  const next = () => page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('heading', { name: '选择项目' }).waitFor()
  await next()
  await page.getByLabel('证件号码').fill(idcardOf('330106', '19900512', '002'))
  await page.getByLabel('姓名', { exact: true }).fill('林晓岚')
  await page.getByRole('checkbox', { name: /敏感个人信息/ }).check()
  await next()
  await page.getByLabel('手机号码').fill('13900002026')
  await next()
  await page.getByLabel('紧急联系人姓名').fill('林建国')
  await page.getByLabel('紧急联系人电话').fill('13900009999')
  await next()
  await page.getByRole('radio', { name: 'M', exact: true }).check()
  await next()
  await page.getByRole('heading', { name: '顺便带上' }).waitFor()
  await noFaults(phone, 'goods-1-offered-phone')
  await page.getByRole('button', { name: '多买一份 计时芯片' }).click()
  await page.getByRole('button', { name: '多买一份 M', exact: true }).click()
  await page.getByLabel('自提点').waitFor()
  await page.getByText('商品与押金').first().waitFor()
  // A reload of the page keeps the goods.
  await page.reload()
  await page.getByText('商品与押金').first().waitFor()
  await noFaults(phone, 'goods-2-chosen-phone')
  await page.getByRole('checkbox', { name: /参赛声明/ }).check()
  await page.getByRole('button', { name: /^提交/ }).click()
  await page.getByText('计时芯片').waitFor()
  await noFaults(phone, 'goods-3-pay-phone')
  await page.getByRole('button', { name: /立即支付/ }).click()
  await page.getByRole('button', { name: '确认支付' }).click()
  await page.waitForURL(/queryDetail|\/pay/)
  await world.parts.integrations.sandbox.wechatpay!.deliver('all')
  await page.getByRole('heading', { name: '报名成功' }).waitFor()
  await page.getByRole('heading', { name: '随报名购买' }).waitFor()
  await noFaults(phone, 'goods-4-status-phone')
  const { items } = await world.ask(registrationMy, {}, { token })
  await page.getByRole('link', { name: '查看商品和领取码' }).click()
  await page.getByRole('img', { name: '领取码' }).waitFor()
  await noFaults(phone, 'goods-5-order-phone')

  const desktop = await stage.visit('desktop', 'en')
  await desktop.open(`/queryDetail?_key=${items[0]!._key}&_token=${token}`)
  await desktop.page.getByRole('heading', { name: 'Bought with the entry' }).waitFor()
  await noFaults(desktop, 'goods-6-status-desktop')
  expect(phone.errors).toEqual([])
})

test('the director sees each movement of stock, offers goods at sign-up, and links the account of WeChat', async () => {
  const { world } = stage
  const staff = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const desk = await stage.visit('desktop', 'zh-cn')
  const { page } = desk
  await desk.logIn('staff', staff.token)
  await desk.open('/console/2026/shop?tab=movements')
  await page.getByText('售出').first().waitFor()
  await noFaults(desk, 'goods-10-movements-console')
  await page.getByLabel('原因').selectOption({ label: '售出' })
  await page.getByText('−1').first().waitFor()
  await desk.open('/console/2026/shop?tab=goods')
  await page.getByRole('button', { name: '编辑商品' }).first().click()
  await page.getByRole('checkbox', { name: '报名时可一并购买' }).waitFor()
  await noFaults(desk, 'goods-11-editor-console')
  await desk.open('/console/2026/deposits')
  await page.getByRole('heading', { name: '可借物品' }).waitFor()
  await noFaults(desk, 'goods-12-deposits-console')
  await desk.open('/console/2026')
  await page.getByRole('button', { name: '绑定微信' }).click()
  await page.getByRole('img', { name: '绑定二维码' }).waitFor()
  await noFaults(desk, 'goods-13-bind-console')
  const { consoleOverviewBind } = await import('#features/overview/managed/contract.ts')
  const { token: link } = await world.ask(consoleOverviewBind, {}, staff)
  const member = await runnerSession(world)
  const phone = await stage.visit('phone', 'en')
  await phone.open(`/manage?bind=${link}&_token=${member.token}`)
  await phone.page.getByRole('button', { name: 'Link' }).waitFor()
  await noFaults(phone, 'goods-14-manage-asked-phone')
  await phone.page.getByRole('button', { name: 'Link' }).click()
  await phone.page.getByText('Lanjiang Marathon').waitFor()
  await noFaults(phone, 'goods-15-manage-phone')
})
