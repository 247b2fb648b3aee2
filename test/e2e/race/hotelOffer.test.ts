import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeChange } from '#features/hotels/changing/changeOrders.service.ts'
import {
  consoleHotelsBookings,
  consoleHotelsChange,
  consoleHotelsClerksSave,
  consoleHotelsConfirm,
  consoleHotelsList,
  consoleHotelsNights,
} from '#features/hotels/console.contract.ts'
import { hotelsInfoOrder, hotelsOrderSave } from '#features/hotels/contract.ts'
import { messageList } from '#features/messages/contract.ts'
import { payOrder } from '#features/payments/service.ts'
import { readRace } from '#features/races/service.ts'
import { dayAfter } from '#contract/days.ts'
import { seedHotels } from '../../../tools/demo/hotels/seedHotels.ts'
import { runnerSession, staffSession } from '../../people.ts'
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
})
afterAll(() => stage?.close())

/** Pays the order with this key at the sandbox of WeChat Pay, without the browser. Returns the order's id. */
const pay = async (key: string) => {
  const { world } = stage
  const wechat = world.parts.integrations.sandbox.wechatpay!
  const order = world.db.selectFrom('orders').select('id').where('raceid', '=', 2026).where('_key', '=', key)
  const { id } = await order.executeTakeFirstOrThrow()
  await payOrder(
    world.parts,
    {
      raceid: 2026,
      orderid: id,
      gateway: 'wechat',
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
      address: '203.0.113.9',
      returnUrl: stage.origin,
    },
    world.clock.now(),
  )
  const tries = world.db.selectFrom('payments').select('tradeno').where('orderid', '=', id).orderBy('id', 'desc')
  wechat.pay((await tries.executeTakeFirstOrThrow()).tradeno)
  await wechat.deliver('all')
  return id
}

test('a clerk offers another night and the guest keeps the dates; the clerk takes an offer back; the guest pays for an offer', async () => {
  const { world } = stage
  const runner = await runnerSession(world)
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const clerk = await staffSession(world, [{ raceid: 2026, role: 'hotel' }])
  const { items, race_day } = await world.ask(consoleHotelsList, { raceid: 2026 }, owner)
  const [grand] = items
  await world.ask(consoleHotelsClerksSave, { raceid: 2026, staffid: clerk.staffid, hotels: [grand!.id] }, owner)
  const [arrival, departure, longer] = [dayAfter(race_day, -1), dayAfter(race_day, 1), dayAfter(race_day, 2)]
  const { order, stay } = await world.ask(
    hotelsOrderSave,
    { raceid: 2026, variantid: grand!.rooms[0]!.id, arrival, departure, adults: 2, guests: ['沈跑跑', '林小满'] },
    runner,
  )
  await pay(order)
  await world.ask(consoleHotelsConfirm, { raceid: 2026, id: stay, number: 'LJ-2026-0418' }, clerk)
  // The clock goes on, so that each change of the dates is later than the confirmation.
  world.clock.advance(60_000)
  const changeNow = async () => (await world.ask(hotelsInfoOrder, { id: stay }, runner)).change
  const offer = () =>
    world.ask(consoleHotelsChange, { raceid: 2026, id: stay, arrival, departure: longer, reason: '客人来电' }, clerk)

  // The clerk sees the price before the offer goes to the guest.
  const desk = await stage.visit('desktop', 'zh-cn')
  await desk.logIn('staff', clerk.token)
  await desk.open('/console/2026/hotels/bookings')
  await desk.page.getByText('沈跑跑').waitFor()
  await desk.page.getByRole('button', { name: '改期' }).click()
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByLabel('新的离店日期').fill(longer)
  await dialog.getByRole('button', { name: '查看差价' }).click()
  await dialog.getByText('客人需补').waitFor()
  await dialog.getByLabel('原因').fill('客人来电多住一晚')
  await noFaults(desk, '88-offer-dialog-desktop')
  await dialog.getByRole('button', { name: '发给客人' }).click()
  await desk.page.getByText('已提供').waitFor()
  await noFaults(desk, '89-offer-booking-desktop')

  // The message leads to the stay. The offer stands at the top of the page of the stay. The guest keeps the old dates.
  const [news] = (await world.ask(messageList, {}, runner)).items
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open(`${news!.path!}&_token=${runner.token}`)
  await page.getByRole('heading', { name: '改期等待补差价' }).waitFor()
  await noFaults(phone, '90-offer-stay-phone')
  await page.getByRole('button', { name: '保持原日期' }).click()
  await page.getByText('立即释放').waitFor()
  await noFaults(phone, '91-offer-keep-phone')
  await page.getByRole('dialog').getByRole('button', { name: '保持原日期' }).click()
  await expect.poll(changeNow).toBeNull()
  await page.getByRole('heading', { name: '改期等待补差价' }).waitFor({ state: 'detached' })
  await desk.open('/console/2026/hotels/bookings')
  await desk.page.getByText('客人未接受').waitFor()
  await noFaults(desk, '89-offer-declined-desktop')

  await offer()
  const tablet = await stage.visit('phone', 'en')
  await tablet.logIn('staff', clerk.token)
  await tablet.open('/console/2026/hotels/bookings')
  await tablet.page.getByRole('button', { name: 'Take the offer back' }).click()
  await tablet.page.getByRole('dialog').getByLabel('Reason').fill('The guest called again')
  await noFaults(tablet, '92-offer-withdraw-phone')
  await tablet.page.getByRole('dialog').getByRole('button', { name: 'Take the offer back' }).click()
  await tablet.page.getByRole('button', { name: 'Change dates' }).waitFor()
  expect(await changeNow()).toBeNull()
  await tablet.page.getByText('was taken back').waitFor()
  await noFaults(tablet, '93-offer-withdrawn-phone')

  // The guest accepts the third offer: the page of the payment shows the new dates, and the stay moves.
  await offer()
  const big = await stage.visit('desktop', 'en')
  await big.open(`/hotels/stay?id=${stay}&_token=${runner.token}`)
  await big.page.getByRole('heading', { name: 'Pay the difference to change your dates' }).waitFor()
  await noFaults(big, '94-offer-stay-desktop')
  await big.page.getByRole('link', { name: 'Pay the difference' }).click()
  await big.page.getByText('3 nights').waitFor()
  await big.page.getByText('Your rooms are reserved').waitFor()
  await noFaults(big, '95-offer-pay-desktop')
  const orderid = await pay((await changeNow())!.order_key)
  // The page says that the server is moving the stay, until the server has moved it.
  await big.page.getByRole('heading', { name: 'The difference has been paid' }).waitFor()
  await noFaults(big, '96-offer-paid-desktop')
  await completeChange(world.parts, 2026, orderid, world.clock.now())
  await big.page.clock.fastForward(5_000)
  await big.page.getByText('3 nights').waitFor()
  await noFaults(big, '97-stay-changed-desktop')
  await phone.open(`/hotels/stay?raceid=2026&id=${stay}`)
  await page.getByText('3 晚').waitFor()
  await noFaults(phone, '98-stay-changed-phone')

  await desk.open('/console/2026/hotels/bookings')
  await desk.page.getByRole('listitem').getByText('确认后有改动').waitFor()
  await noFaults(desk, '99-booking-changed-desktop')
  const { items: bookings } = await world.ask(consoleHotelsBookings, { raceid: 2026 }, clerk)
  expect(bookings).toMatchObject([{ departure: longer, nights: 3, offer: null, changed: true }])
  // The story opens four browsers and checks thirteen pages, which takes long.
}, 150_000)

test('full hotels, a stay of another person, and a link without days offer a next step', async () => {
  const { world } = stage
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const { items, race_day } = await world.ask(consoleHotelsList, { raceid: 2026 }, owner)
  const days = { from: dayAfter(race_day, -1), until: dayAfter(race_day, 1) }
  for (const { id, rooms } of items) {
    const variantids = rooms.map((room) => room.id)
    await world.ask(consoleHotelsNights, { raceid: 2026, id, variantids, ...days, open: '0' }, owner)
  }
  for (const [size, lang, full] of [
    ['phone', 'zh-cn', '所选日期满房'],
    ['desktop', 'en', 'Fully booked on these dates'],
  ] as const) {
    const visitor = await stage.visit(size, lang)
    await visitor.open('/hotels?raceid=2026')
    await visitor.page.getByText(full).first().waitFor()
    await noFaults(visitor, `100-hotels-full-${size}`)
    await visitor.open(`/hotels/one?raceid=2026&id=${items[0]!.id}`)
    await visitor.page.getByRole('heading', { name: lang === 'en' ? 'Choose your room' : '选择房型' }).waitFor()
    await noFaults(visitor, `101-hotel-full-${size}`)
    await visitor.open(`/hotels/book?raceid=2026&id=${items[0]!.id}&room=${items[0]!.rooms[0]!.id}&arrival=2026-13-01`)
    await visitor.page.getByRole('link', { name: lang === 'en' ? 'Choose your dates' : '选择日期' }).waitFor()
    await noFaults(visitor, `102-book-without-days-${size}`)
    const stranger = await runnerSession(world)
    await visitor.open(`/hotels/stay?raceid=2026&id=1ka-${'2'.repeat(22)}&_token=${stranger.token}`)
    await visitor.page.getByText(lang === 'en' ? "We couldn't find this booking" : '没有找到这份预订').waitFor()
    await noFaults(visitor, `103-stay-unknown-${size}`)
  }
  // The story opens two browsers with four pages each, which takes long.
}, 90_000)
