import { type Lang, nameIn } from '#contract/words.ts'
import { newKey } from '#db/random.ts'
import type { GoodsHooks } from '#features/sales/hooks.service.ts'
import type { ShownGoods } from '#features/sales/goods/goods.service.ts'
import { linesOfOrder } from '#features/sales/service.ts'
import { type LastChangeRow, type OpenChangeRow, listSupplements, setChangesState } from './changing/changing.store.ts'
import { completeLater, isChange, keepChanges, pricing } from './changing/changeOrders.service.ts'
import { withdrawLater } from './changing/withdrawChange.service.ts'
import { hotelSettings, roomSettings } from './settings.rules.ts'
import { nightsBetween, remainingStay } from './stay.rules.ts'
import { type StayRow, insertStays, leaveStay, lockOutcomes, markBooked } from './store.ts'

/** The data that an order contains in addition to its nights. */
export type StayDetails = {
  _key: string
  arrival: string
  departure: string
  rooms: number
  adults: number
  children: number
  guests: string[]
  note: string
}
export const detailsOf = (raceid: number, stay: Omit<StayDetails, '_key'>): StayDetails => ({
  ...stay,
  _key: newKey(raceid),
})

/** The reactions of hotels to sales and returns. */
export const hooks: GoodsHooks = {
  whole: true,
  settings: hotelSettings,
  page: (raceid) => `/hotels/my?raceid=${raceid}`,
  pricing,
  supplements: listSupplements,
  opened: async (tx, raceid, orders, now) => {
    await keepChanges(tx, raceid, orders, now)
    const booked = orders.filter(({ one }) => !isChange(one.details))
    await insertStays(
      tx,
      raceid,
      booked.map(({ one: { uid, details }, orderid, items }) => {
        const { goodsid, variantid } = items[0]!
        return { ...(details as StayDetails), orderid, uid, goodsid, variantid }
      }),
      now,
    )
  },
  paid: async (tx, raceid, items, now) => {
    const orderids = [...new Set(items.map(({ orderid }) => orderid))]
    await markBooked(tx, raceid, orderids, now)
    await completeLater(tx, raceid, orderids)
  },
  gone: async (tx, raceid, items, now) => {
    for (const orderid of [...new Set(items.map((item) => item.orderid))].toSorted((a, b) => a - b)) {
      await setChangesState(tx, raceid, [orderid], 'lapsed', now)
      const unpaid = items.some((item) => item.orderid === orderid && item.state !== 'paid')
      const left = remainingStay(await linesOfOrder(tx, raceid, orderid))
      const ended = { state: unpaid ? 'closed' : 'cancelled' } as const
      await leaveStay(tx, raceid, orderid, unpaid || !left ? ended : left, now)
      await withdrawLater(tx, raceid, orderid)
    }
  },
  left: async (tx, raceid, items) => {
    const itemids = items.map(({ id }) => id)
    const settled = await lockOutcomes(tx, raceid, itemids)
    return new Map(itemids.map((id) => [id, settled.has(id) ? 0 : Number.MAX_SAFE_INTEGER]))
  },
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
const placeOf = (kinds: readonly ShownGoods[], { goodsid, variantid }: StayRow, lang: Lang) => {
  const goods = kinds.find(({ id }) => id === goodsid)!
  const variant = goods.variants.find(({ id }) => id === variantid)!
  return {
    hotelid: goodsid,
    hotel: nameIn(lang, goods.name, goods.names),
    room: nameIn(lang, variant.name, variant.names),
    picture: roomSettings(variant.settings).pictures[0] ?? hotelSettings(goods.settings).pictures[0] ?? null,
  }
}
const shown = (row: StayRow, kinds: readonly ShownGoods[], lang: Lang) => ({
  ...row,
  ...placeOf(kinds, row, lang),
  nights: nightsBetween(row.arrival, row.departure),
  amount: sum(row.lines.map(({ amount }) => amount)),
  back: sum(row.lines.map(({ back }) => back)),
})
export const guestStay = (row: StayRow, kinds: readonly ShownGoods[], lang: Lang) => ({
  ...shown(row, kinds, lang),
  lines:
    row.state === 'booked' && row.outcome === null
      ? row.lines.filter((line) => line.returned < line.n).map(({ id, n, returned }) => ({ id, pieces: n - returned }))
      : [],
  // A night that the guest exchanged for another night is not a part of the stay.
  price: row.lines
    .filter(({ returned, amount }) => returned === 0 || amount > 0)
    .map(({ night, amount }) => ({ night, amount })),
})
/**
 * Returns the change of a stay that its guest can still accept; null if there is none. A stay that ended has no such
 * change.
 */
export const heldChange = (row: StayRow, change: OpenChangeRow | undefined): OpenChangeRow | null =>
  row.state === 'booked' && row.outcome !== 'no_show' ? (change ?? null) : null
/** Tells how the last change of a stay ended without a payment. Null if it ended otherwise or the dates changed. */
const endedOffer = (row: StayRow, change: LastChangeRow | undefined) => {
  if (change?.state !== 'lapsed' || row.state !== 'booked') return null
  if (row.arrival !== change.from_arrival || row.departure !== change.from_departure) return null
  const { arrival, departure, ended_by, close_reason } = change
  if (ended_by !== null)
    return { arrival, departure, how: ended_by === 'guest' ? ('declined' as const) : ('withdrawn' as const) }
  return close_reason === 'expired' ? { arrival, departure, how: 'expired' as const } : null
}
/** Returns a booking as the hotel sees it. `change` is the last change of its stay. */
export const bookingOf = (row: StayRow, kinds: readonly ShownGoods[], lang: Lang, change?: LastChangeRow) => ({
  ...shown(row, kinds, lang),
  offer: change?.state === 'open' && !change.paid ? { ...change, until: change.pay_end } : null,
  ended_offer: endedOffer(row, change),
  changed: row.guests_at !== null && row.confirmed_at !== null && row.guests_at > row.confirmed_at,
  lines: row.lines
    .filter((line) => line.returned < line.n)
    .map(({ id, night, n, returned, amount }) => ({ id, night, pieces: n - returned, amount })),
})
