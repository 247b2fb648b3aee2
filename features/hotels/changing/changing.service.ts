import type { Tx } from '#db/db.ts'
import { lockOrder } from '#features/orders/finding.service.ts'
import { giveBackGoods } from '#features/sales/giveBack.service.ts'
import { goodsOf } from '#features/sales/goods/goods.service.ts'
import { exchangeLines, giveBackOfLines, moveSoldLines, soldLinesOf } from '#features/sales/moving.service.ts'
import { HOTELS, daysOfHotel, deadlinesFor, nightsOn } from '../hotels.service.ts'
import { hotelSettings, roomSettings } from '../settings.rules.ts'
import {
  type NightExchange,
  type StayChange,
  type WhyNoStay,
  changeNights,
  exchangeNights,
  nightsBetween,
  nightsOf,
  reasonAgainstStay,
} from '../stay.rules.ts'
import { type StayRow, changeStay, lockStay } from '../store.ts'
import { findOpenChange } from './changing.store.ts'

export type WhyNoChange =
  | 'stay_over'
  | 'stay_change_same'
  | 'stay_change_late'
  | 'stay_change_partly'
  | 'stay_change_open'
  | 'goods_sold_out'
  | 'goods_not_on_sale'
  | WhyNoStay
type Race = { id: number; zone: string; time: Date }
export type ChangeRequest = {
  race: Race
  arrival: string
  departure: string
  now: Date
  /**
   * A change by staff, for whom the deadlines have no effect. If the number of nights stays the same, no money moves.
   * With another number of nights, the prices of the nights count.
   */
  staff?: { staffid: number | null } | undefined
}
type Refused = { refused: WhyNoChange }
/**
 * A plan of new dates for a stay. `move`: the number of nights stays the same, and their price does not rise. Lines
 * move to other nights. `exchange`: lines end and other lines begin.
 */
export type StayPlan = (StayChange & { way: 'move'; due: 0 }) | (NightExchange & { way: 'exchange' })

/**
 * Returns the reason why the days of a stay cannot change, whatever nights are free. Returns undefined if there is no
 * such reason.
 */
const whyNotChanged = (
  row: StayRow,
  { race, arrival, departure, now, staff }: ChangeRequest,
): WhyNoChange | undefined => {
  const { today } = daysOfHotel(race, now)
  // A guest who has arrived extends or shortens the stay at the hotel itself. The day of arrival no longer changes.
  const inHouse = row.outcome === 'arrived' || row.arrival < today
  if (row.state !== 'booked' || row.outcome === 'no_show' || (inHouse && !staff)) return 'stay_over'
  if (inHouse && (arrival !== row.arrival || departure < today)) return 'stay_past'
  if (row.lines.some(({ returned, n }) => returned > 0 && returned < n)) return 'stay_change_partly'
  if (arrival === row.arrival && departure === row.departure) return 'stay_change_same'
  return undefined
}

/** Tells whether a change moves no money: staff move a stay, and the number of its nights stays the same. */
export const isFree = (row: StayRow, { arrival, departure, staff }: ChangeRequest): boolean =>
  staff !== undefined && nightsBetween(arrival, departure) === nightsBetween(row.arrival, row.departure)

/** Plans other dates of a booked stay with the present prices and stock. It changes nothing. */
export const planChange = async (tx: Tx, row: StayRow, asked: ChangeRequest): Promise<Refused | StayPlan> => {
  const { race, arrival, departure, now, staff } = asked
  const why = whyNotChanged(row, asked)
  if (why) return { refused: why }
  const [goods] = await goodsOf(tx, race.id, HOTELS, row.goodsid)
  const variant = goods?.variants.find(({ id }) => id === row.variantid)
  if (!goods || !variant) return { refused: 'goods_not_on_sale' }
  const limits = { ...hotelSettings(goods.settings), sleeps: roomSettings(variant.settings).sleeps }
  const { today } = daysOfHotel(race, now)
  const wrong = reasonAgainstStay({ ...row, arrival, departure }, limits, arrival === row.arrival ? arrival : today)
  if (wrong) return { refused: wrong }
  if (!staff && !deadlinesFor(goods, row.arrival, race.zone).some(({ until }) => until > now))
    return { refused: 'stay_change_late' }
  const nights = nightsOn(variant, now)
  const wanted = nightsOf(arrival, departure)
  const kept = new Set(row.lines.flatMap(({ night, returned, n }) => (returned < n ? night : [])))
  for (const night of wanted.filter((one) => !kept.has(one))) {
    const offered = nights.find((one) => one.night === night)
    if (!offered) return { refused: 'goods_not_on_sale' }
    if (offered.free < row.rooms) return { refused: 'goods_sold_out' }
  }
  const lines = await soldLinesOf(tx, race.id, row.orderid)
  const free = isFree(row, asked)
  const priceOf = (night: string) => (free ? 0 : nights.find((one) => one.night === night)!.price)
  if (lines.length === wanted.length) {
    const change = changeNights(lines, row.variantid, wanted, priceOf)
    if (!('dearer' in change))
      return { ...change, ...(free ? { back: new Map(), refund: 0 } : {}), way: 'move', due: 0 }
  }
  return { ...exchangeNights(lines, wanted, priceOf), way: 'exchange' }
}

/**
 * Moves a booked stay to new dates: all its nights, or none. The function locks first the order, then the stay, then
 * the stock. Then it plans again. `due`: the guest must pay the difference first (changeOrders.service.ts).
 */
export const changeDates = async (
  tx: Tx,
  found: StayRow,
  asked: ChangeRequest & { shown?: number | undefined },
): Promise<Refused | { refunded: number } | { changed: number } | { due: number }> => {
  const { race, arrival, departure, now, staff } = asked
  await lockOrder(tx, race.id, found.orderid)
  const row = (await lockStay(tx, race.id, found._key))!
  const wanted = nightsOf(arrival, departure)
  await moveSoldLines.hold(tx, race.id, row.variantid, [
    ...new Set([...wanted, ...row.lines.map(({ night }) => night)]),
  ])
  if (await findOpenChange(tx, race.id, row.id)) return { refused: 'stay_change_open' }
  const plan = await planChange(tx, row, asked)
  if ('refused' in plan) return plan
  if (plan.due > 0) return { due: plan.due }
  if (asked.shown !== undefined && asked.shown !== plan.refund) return { changed: plan.refund }
  if (plan.way === 'move') {
    await moveSoldLines.write(tx, race.id, plan.moves, staff?.staffid ?? null, now)
    if (plan.refund > 0) {
      const refundid = await giveBackGoods(
        tx,
        HOTELS,
        { raceid: race.id, orderid: row.orderid, amount: plan.refund },
        now,
      )
      await giveBackOfLines(tx, race.id, row.orderid, plan.back, refundid, now)
    }
  } else {
    const lines = await soldLinesOf(tx, race.id, row.orderid)
    const dropped = lines.filter(({ id }) => plan.dropped.includes(id))
    await exchangeLines(tx, lines[0]!, { ...plan, dropped }, plan.added, now)
  }
  // If `guests_at` is later than the confirmation, the hotel sees the change and confirms again.
  await changeStay(tx, row, { arrival, departure, guests_at: now }, now)
  return { refunded: plan.refund }
}
