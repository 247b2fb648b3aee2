import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveEvent } from '#features/events/service.ts'
import { staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { idcardOf, openRace2026 } from '../browser/race.ts'

let stage: Stage
let gate: { token: string }
let cashier: { token: string }
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  await openRace2026(world)
  const now = world.clock.now()
  await world.db.transaction().execute((tx) =>
    saveEvent(
      tx,
      {
        raceid: 2026,
        id: 6,
        name: '十公里',
        names: { en: '10 km' },
        type: 'other',
        price: 8_000,
        places: 20,
        colour: '#8a2be2',
        sort: 6,
        signup_from: new Date(now.getTime() - 7 * 86_400_000),
        signup_until: new Date(now.getTime() - 86_400_000),
        start_at: new Date(now.getTime() + 78 * 86_400_000),
        created_at: now,
        form: { ask: {} },
      },
      now,
    ),
  )
  gate = await staffSession(world, [{ raceid: 2026, role: 'gate' }])
  cashier = await staffSession(world, [{ raceid: 2026, role: 'cashier' }])
})
afterAll(() => stage?.close())

const arrive = async (size: 'phone' | 'desktop', lang: 'zh-cn' | 'en', { token }: { token: string }) => {
  const visitor = await stage.visit(size, lang)
  await visitor.logIn('staff', token)
  return visitor
}

test('one walk-in pays in cash and another by card; the cashier closes the drawer with its shortage', async () => {
  const desk = await arrive('desktop', 'zh-cn', gate)
  const walkIn = async (name: string, day: string, mobile: string, pay: '现金' | '刷卡') => {
    const { page } = desk
    await desk.open('/console/2026/walkin')
    await page.getByLabel('组别', { exact: true }).selectOption('6')
    await page.getByLabel('姓名', { exact: true }).fill(name)
    await page.getByLabel('证件号码', { exact: true }).fill(idcardOf('330106', day, '021'))
    await page.getByLabel('手机号', { exact: true }).fill(mobile)
    await page.getByRole('radio', { name: new RegExp(pay) }).check()
    if (pay === '刷卡') await page.getByLabel('凭证号（选填）').fill('POS 004217')
    await page.getByRole('checkbox', { name: /选手已阅读并同意/ }).check()
    if (pay === '刷卡') await noFaults(desk, '340-walkin-card')
    await page.getByRole('button', { name: '完成报名' }).click()
    await page.getByRole('heading', { name: `${name} 已报名` }).waitFor()
  }
  await walkIn('程现场', '19920229', '13900002221', '现金')
  await desk.page.getByText('收据号 000001').waitFor()
  await noFaults(desk, '341-walkin-receipt')
  await walkIn('陆刷卡', '19930311', '13900002222', '刷卡')
  await desk.page.getByText('收据号 000002').waitFor()

  const office = await arrive('desktop', 'zh-cn', cashier)
  const { page } = office
  await office.open('/console/2026/drawers')
  await page.getByText('待清点').waitFor()
  await noFaults(office, '342-drawers')
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByText('POS 004217').waitFor()
  await page.getByRole('button', { name: '清点现金' }).click()
  await page.getByLabel(/实点现金/).fill('79')
  await page.getByRole('button', { name: '确认清点' }).click()
  await page.getByText('有差额时请填写原因').waitFor()
  await page.getByLabel('差额原因').fill('找零少了一元')
  await noFaults(office, '343-count')
  await page.getByRole('button', { name: '确认清点' }).click()
  await page.getByText('找零少了一元').waitFor()
  await noFaults(office, '344-drawer-counted')

  const phone = await arrive('phone', 'en', cashier)
  await phone.open('/console/2026/drawers')
  await phone.page.getByText('¥1.00 short').first().waitFor()
  await noFaults(phone, '345-drawers-phone')
  await phone.page.getByRole('table').getByRole('link').first().click()
  await phone.page.getByText('找零少了一元').waitFor()
  await noFaults(phone, '346-drawer-phone')
  expect(phone.errors).toEqual([])
})
