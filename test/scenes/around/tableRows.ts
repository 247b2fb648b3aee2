import { fillGates } from './gatekeeping.ts'
import { consoleHotelsNights, consoleHotelsSave } from '#features/hotels/console.contract.ts'
import { hotelsOrderSave } from '#features/hotels/contract.ts'
import { insertEntry } from '#features/feed/store.ts'
import { luckeyDraw } from '#features/luckydraws/contract.ts'
import { consoleGoodsSave } from '#features/sales/goods/goods.contract.ts'
import { orderCreate } from '#features/shop/contract.ts'
import { consoleCouponsSave, miniShopCoupon } from '#features/shop/coupons/coupons.contract.ts'
import { consoleShopSettings } from '#features/shop/orders/orders.contract.ts'
import { RACE } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import type { World } from '#test/world.ts'
import { dayAfter } from '#contract/days.ts'
import { openDraw } from './luckyDraws.ts'

type Staff = { token: string; staffid: number }
const three = [1, 2, 3]

const fillShop = async (world: World, director: Staff, as: { token: string }): Promise<void> => {
  const places = [{ name: '领物中心', when: '' }]
  const carriage = { open: false, free_from: null, zones: [] }
  await world.ask(consoleShopSettings, { raceid: RACE, places, carriage }, director)
  const kind = { raceid: RACE, room: 'shop', name: '号码布扣', open: '1' as const }
  const stock = [{ pieces: 9 }]
  const { variants } = await world.ask(consoleGoodsSave, { ...kind, variants: [{ price: 0, stock }] }, director)
  const lines = [{ variantid: variants[0]!.id, n: 1 }]
  for (const _ of three) await world.ask(orderCreate, { raceid: RACE, lines, place: '领物中心' }, as)
  const { id } = await world.ask(
    consoleCouponsSave,
    {
      raceid: RACE,
      name: '立减券',
      kind: 'amount',
      value: 100,
      way: 'claim',
      per_person: 3,
      valid_from: '2020-01-01T00:00:00Z',
      valid_until: '2099-01-01T00:00:00Z',
    },
    director,
  )
  for (const _ of three) await world.ask(miniShopCoupon, { raceid: RACE, id }, as)
}
const fillHotels = async (world: World, director: Staff, as: { token: string }): Promise<void> => {
  const hotel = await world.ask(
    consoleHotelsSave,
    {
      raceid: RACE,
      name: '江滨酒店',
      open: '1',
      cancel: [],
      settings: {},
      rooms: [{ name: '大床房', price: 0, settings: {} }],
    },
    director,
  )
  const variantid = hotel.rooms[0]!.id!
  const from = dayAfter(world.clock.now().toISOString().slice(0, 10), 3)
  const nights = { raceid: RACE, id: hotel.id, variantids: [variantid], open: '1' as const }
  await world.ask(consoleHotelsNights, { ...nights, from, until: dayAfter(from, 3), pieces: 5 }, director)
  const stay = { raceid: RACE, variantid, arrival: from, departure: dayAfter(from), guests: ['沈跑跑'] }
  for (const _ of three) await world.ask(hotelsOrderSave, stay, as)
}
const fillPlay = async (world: World, director: Staff, as: { token: string }): Promise<void> => {
  const gifts = [{ name: '徽章', value: 100, pieces: 9, odds: 1_000_000, way: 'scan' as const }]
  const id = await openDraw(world, director, { chances: { everybody: 3 }, wins_each: 3, gifts })
  for (const n of three) await world.ask(luckeyDraw, { raceid: RACE, id, own: String(n).repeat(32) }, as)
  const now = world.clock.now()
  const by = { raceid: RACE, uid: null, staffid: director.staffid, author: '编辑' }
  const entry = { ...by, km: null, state: 'shown', why: null, pinned_at: null, pictures: '[]', film: null }
  for (const n of three)
    await world.db.transaction().execute((tx) => insertEntry(tx, { ...entry, body: `第 ${n} 条` }, now))
}
/** Fills the tables of the rooms around the race, so that each of these tables has rows for a file. */
export const fillAround = async (world: World, director: Staff): Promise<void> => {
  const as = await runnerSession(world)
  await fillShop(world, director, as)
  await fillHotels(world, director, as)
  await fillPlay(world, director, as)
  await fillGates(world, director)
}
