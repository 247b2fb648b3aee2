import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn } from '#contract/days.ts'
import {
  consoleHotelsBookings,
  consoleHotelsClerksSave,
  consoleHotelsConfirm,
  consoleHotelsList,
} from '#features/hotels/console.contract.ts'
import { hotels, hotelsOrderList, hotelsOrderSave } from '#features/hotels/contract.ts'
import { readRace } from '#features/races/service.ts'
import { seedHotels } from '../../../tools/demo/hotels/seedHotels.ts'
import { codeSentTo, runnerSession, staffSession } from '../../people.ts'
import { type Stage, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { openRace2026 } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await openRace2026(stage.world)
  const now = stage.world.clock.now()
  const race = (await readRace(stage.world.db, 2026, now))!
  await seedHotels(stage.world.parts, { id: 2026, zone: race.zone, time: race.time, start: [30.24, 120.19] }, now)
}, 60_000)
afterAll(() => stage?.close())

test('a runner books three nights on a phone, the clerk confirms on a desktop, and the runner cancels', async () => {
  const { world } = stage
  const runner = await runnerSession(world)
  const other = await runnerSession(world)
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const clerk = await staffSession(world, [{ raceid: 2026, role: 'hotel' }])
  const { items, race_day } = await world.ask(consoleHotelsList, { raceid: 2026 }, owner)
  const [grand, small] = items
  await world.ask(consoleHotelsClerksSave, { raceid: 2026, staffid: clerk.staffid, hotels: [grand!.id] }, owner)

  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open(`/hotels?raceid=2026&_token=${runner.token}`)
  await page.getByText('澜江国际酒店').first().waitFor()
  await noFaults(phone, '70-hotels-phone')
  await page.getByRole('button', { name: '地图' }).click()
  await page.getByRole('button', { name: /澜江国际酒店/ }).click()
  await noFaults(phone, '71-hotels-map-phone')
  await page.getByRole('button', { name: '列表' }).click()
  // The guest chooses three nights in the calendar: two before the race and the night after it. The guest clicks on the
  // first day, and goes on to the last day by keyboard.
  await page.getByRole('button', { name: /修改日期与人数/ }).click()
  const day = (by: number) => {
    const at = new Date(Date.parse(race_day) + by * 86_400_000).toISOString().slice(0, 10)
    return page.locator(`[data-day="${at}"]:visible`)
  }
  await day(-2).click()
  await noFaults(phone, '72-hotels-calendar-phone')
  await day(-2).press('ArrowRight')
  await day(-1).press('ArrowRight')
  await day(0).press('ArrowRight')
  await day(1).press('Enter')
  await page.getByRole('button', { name: '查看 3 晚的酒店' }).click()
  await page.getByText('3 晚共').first().waitFor()
  await page.getByText('澜江国际酒店').first().click()
  await page.getByRole('heading', { name: '选择房型' }).waitFor()
  await noFaults(phone, '73-hotel-phone')
  await page.getByRole('link', { name: '预订' }).first().click()
  await page.getByLabel('房间 1 入住人').fill('沈跑跑')
  await page.getByLabel(/给酒店的话/).fill('晚上十点到')
  await noFaults(phone, '74-hotel-book-phone')
  await page.getByRole('button', { name: /^提交并支付/ }).click()
  await page.getByRole('button', { name: /^支付/ }).waitFor()
  await noFaults(phone, '75-hotel-pay-phone')
  await page.getByRole('button', { name: /^支付/ }).click()
  await page.waitForURL(/\/pretend\/wechatpay\//)
  // The gateway knows the payment only a moment after the press, so the test tries to pay until the gateway knows it.
  const payNow = async () => {
    const row = await world.db.selectFrom('payments').select('tradeno').executeTakeFirst()
    return row ? (world.parts.integrations.sandbox.wechatpay?.pay(row.tradeno) ?? false) : false
  }
  await expect.poll(payNow, { timeout: 20_000 }).toBe(true)
  await world.parts.integrations.sandbox.wechatpay?.deliver('all')
  await phone.open('/hotels/my?raceid=2026')
  await page.getByText('待酒店确认').click()
  await page.getByText('酒店确认后').waitFor()
  await noFaults(phone, '76-stay-phone')

  const elsewhere = await world.ask(
    hotelsOrderSave,
    {
      raceid: 2026,
      variantid: small!.rooms[0]!.id,
      arrival: dayIn('Asia/Shanghai', new Date(Date.parse(race_day) - 86_400_000)),
      departure: race_day,
      guests: ['别家客人'],
    },
    other,
  )
  const desk = await stage.visit('desktop', 'en')
  await desk.logIn('staff', clerk.token)
  await desk.open('/console/2026/hotels/bookings')
  await desk.page.getByText('沈跑跑').waitFor()
  expect(await desk.page.getByText('别家客人').count()).toBe(0)
  await noFaults(desk, '77-bookings-desktop')
  await desk.page.getByRole('button', { name: 'Confirm' }).click()
  await desk.page.getByLabel('Confirmation number').fill('LJ-2026-0418')
  await noFaults(desk, '78-bookings-confirm-desktop')
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await desk.page.getByText('LJ-2026-0418').waitFor()
  expect(
    await world.call(consoleHotelsConfirm, { raceid: 2026, id: elsewhere.stay, number: 'X' }, clerk),
  ).toMatchObject({ refusal: 'stay_unknown' })
  const foreign = await world.ask(consoleHotelsBookings, { raceid: 2026, hotelid: small!.id }, clerk)
  expect(foreign.items).toEqual([])

  await phone.open('/hotels/my?raceid=2026')
  await page.getByText('酒店已确认').click()
  await page.getByText('LJ-2026-0418').waitFor()
  await noFaults(phone, '79-stay-confirmed-phone')
  await page.getByRole('button', { name: '取消住宿' }).click()
  await page.getByText(/将退回/).waitFor()
  await noFaults(phone, '80-stay-cancel-phone')
  await page.getByRole('dialog').getByRole('button', { name: '取消住宿' }).click()
  await page.getByText('已取消').first().waitFor()
  const mine = await world.ask(hotelsOrderList, { raceid: 2026 }, await runnerSession(world, runner.mobile))
  expect(mine.items).toMatchObject([{ state: 'cancelled', nights: 3, guests: ['沈跑跑'] }])
  await noFaults(phone, '81-stay-cancelled-phone')
  // The story checks twelve pages and waits for a payment, which takes long.
}, 120_000)

test('a person without a session logs in while booking, and the booking continues to the payment', async () => {
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open('/hotels?raceid=2026')
  await page.getByText('云栖轻居').first().click()
  await page.getByRole('link', { name: '预订' }).first().click()
  await page.getByLabel('房间 1 入住人').fill('沈跑跑')
  await page.getByRole('button', { name: /^提交并支付/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('手机号').fill('10000009101')
  await sheet.getByRole('button', { name: '获取验证码' }).click()
  await sheet.locator('[role=status]').waitFor()
  await sheet.getByLabel('验证码', { exact: true }).fill(await codeSentTo(stage.world.parts, '10000009101'))
  await sheet.getByRole('button', { name: '登录' }).click()
  await page.getByRole('button', { name: /^支付/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/hotels/pay')
  await phone.context.close()
})

test('a runner compares hotels on a desktop in English, and staff set nights', async () => {
  const { world } = stage
  const desktop = await stage.visit('desktop', 'en')
  await desktop.open('/hotels?raceid=2026')
  await desktop.page.getByText('Lanjiang Grand Hotel').first().waitFor()
  await noFaults(desktop, '82-hotels-desktop')
  await desktop.page.getByRole('button', { name: /Change dates and guests/ }).click()
  await noFaults(desktop, '83-hotels-calendar-desktop')
  await desktop.page.keyboard.press('Escape')
  await desktop.page.getByText('Yunqi Stay').first().click()
  await desktop.page.getByRole('heading', { name: 'Choose your room' }).waitFor()
  await noFaults(desktop, '84-hotel-desktop')
  await desktop.page.getByRole('link', { name: 'Book' }).first().click()
  await desktop.page.getByLabel('Guest of room 1').waitFor()
  await noFaults(desktop, '85-hotel-book-desktop')

  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  await desktop.logIn('staff', owner.token)
  await desktop.open('/console/2026/hotels')
  await desktop.page.getByText('Set many nights').first().click()
  await noFaults(desktop, '86-console-hotels-desktop')
  await desktop.page.getByLabel('Rooms', { exact: false }).and(desktop.page.locator('input')).first().fill('30')
  await desktop.page.getByRole('button', { name: 'Apply' }).first().click()
  await desktop.page
    .getByText(/\/ 30$/)
    .first()
    .waitFor()
  await desktop.page.getByRole('button', { name: 'Edit' }).first().click()
  await desktop.page.getByRole('dialog').getByText('Room types').waitFor()
  await noFaults(desktop, '87-console-hotel-desktop')
  const { items } = await world.ask(hotels, { raceid: 2026 })
  expect(items).toHaveLength(3)
  // The story checks six pages of a runner and of staff, which takes long.
}, 90_000)

test('before its sale begins, the page of a hotel offers no room, and says when booking opens', async () => {
  const { world } = stage
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const { id } = (await world.ask(consoleHotelsList, { raceid: 2026 }, owner)).items[0]!
  const at = new Date(world.clock.now().getTime() + 3 * 86_400_000)
  const sellFrom = (sale_from: Date | null) =>
    world.db.updateTable('goods').set({ sale_from }).where('raceid', '=', 2026).where('id', '=', id).execute()
  await sellFrom(at)
  const phone = await stage.visit('phone', 'zh-cn')
  await phone.open(`/hotels/one?raceid=2026&id=${id}`)
  await phone.page
    .getByText(/开放预订$/)
    .first()
    .waitFor()
  expect(await phone.page.getByRole('button', { name: '预订', exact: true }).first().isDisabled()).toBe(true)
  expect(await phone.page.getByRole('link', { name: '预订', exact: true }).count()).toBe(0)
  await noFaults(phone, '79-hotel-soon-phone')
  await sellFrom(null)
})
