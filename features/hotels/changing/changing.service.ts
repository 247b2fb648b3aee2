import type { Tx } from '#db/db.ts'
import { lockOrder } from '#features/orders/finding.service.ts'
import { giveBack } from '#features/payments/byHand.service.ts'
import { goodsOf } from '#features/sales/goods/goods.service.ts'
import { giveBackOfLines, moveSoldLines, soldLinesOf } from '#features/sales/moving.service.ts'
import { HOTELS, daysOf, deadlinesFor, nightsOn } from '../hotels.service.ts'
import { hotelSettings, roomSettings } from '../settings.rules.ts'
import { type StayChange, type WhyNoStay, changeNights, nightsBetween, nightsOf, whyNot } from '../stay.rules.ts'
import { type StayRow, changeStay, lockStay } from '../store.ts'

export type WhyNoChange =
  | 'stay_over'
  | 'stay_change_length'
  | 'stay_change_same'
  | 'stay_change_dearer'
  | 'stay_change_late'
  | 'stay_change_partly'
  | 'goods_sold_out'
  | 'goods_not_on_sale'
  | WhyNoStay
type Race = { id: number; zone: string; time: Date }
export type ChangeRequest = {
  race: Race
  arrival: string
  departure: string
  now: Date
  /** A change by staff: deadlines and prices have no effect, and no money moves. */
  staff?: { staffid: number | null } | undefined
}
type Refused = { refused: WhyNoChange; amount?: number }

/** Returns the reason why the days of a stay cannot change, before its nights are looked at. */
const whyNotChanged = (
  row: StayRow,
  { race, arrival, departure, now, staff }: ChangeRequest,
): WhyNoChange | undefined => {
  const { today } = daysOf(race, now)
  if (row.state !== 'booked' || row.outcome !== null || (!staff && row.arrival < today)) return 'stay_over'
  if (row.lines.some(({ returned }) => returned > 0)) return 'stay_change_partly'
  if (nightsBetween(arrival, departure) !== nightsBetween(row.arrival, row.departure)) return 'stay_change_length'
  if (arrival === row.arrival) return 'stay_change_same'
  return undefined
}

/** Plans other dates of a booked stay with the present prices and stock. It changes nothing. */
export const planChange = async (tx: Tx, row: StayRow, asked: ChangeRequest): Promise<Refused | StayChange> => {
  const { race, arrival, departure, now, staff } = asked
  const why = whyNotChanged(row, asked)
  if (why) return { refused: why }
  const [goods] = await goodsOf(tx, race.id, HOTELS, row.goodsid)
  const variant = goods?.variants.find(({ id }) => id === row.variantid)
  if (!goods || !variant) return { refused: 'goods_not_on_sale' }
  const limits = { ...hotelSettings(goods.settings), sleeps: roomSettings(variant.settings).sleeps }
  const wrong = whyNot({ ...row, arrival, departure }, limits, daysOf(race, now).today)
  if (wrong) return { refused: wrong }
  if (!staff && !deadlinesFor(goods, row.arrival, race.zone).some(({ until }) => until > now))
    return { refused: 'stay_change_late' }
  const nights = nightsOn(variant, now)
  const wanted = nightsOf(arrival, departure)
  const kept = new Set(row.lines.map(({ night }) => night))
  for (const night of wanted.filter((one) => !kept.has(one))) {
    const offered = nights.find((one) => one.night === night)
    if (!offered) return { refused: 'goods_not_on_sale' }
    if (offered.free < row.rooms) return { refused: 'goods_sold_out' }
  }
  const lines = await soldLinesOf(tx, race.id, row.orderid)
  const priceOf = (night: string) => (staff ? 0 : nights.find((one) => one.night === night)!.price)
  const change = changeNights(lines, row.variantid, wanted, priceOf)
  if ('dearer' in change) return { refused: 'stay_change_dearer', amount: change.dearer }
  return staff ? { ...change, back: new Map(), refund: 0 } : change
}

/**
 * Moves a booked stay to other dates, all nights or none. It locks order, stay and stock in the order of every return,
 * and then plans once more.
 */
export const changeDates = async (
  tx: Tx,
  found: StayRow,
  asked: ChangeRequest & { shown?: number | undefined },
): Promise<Refused | { refunded: number } | { changed: number }> => {
  const { race, arrival, departure, now, staff } = asked
  await lockOrder(tx, race.id, found.orderid)
  const row = (await lockStay(tx, race.id, found._key))!
  const wanted = nightsOf(arrival, departure)
  await moveSoldLines.hold(tx, race.id, row.variantid, [
    ...new Set([...wanted, ...row.lines.map(({ night }) => night)]),
  ])
  const plan = await planChange(tx, row, asked)
  if ('refused' in plan) return plan
  if (asked.shown !== undefined && asked.shown !== plan.refund) return { changed: plan.refund }
  await moveSoldLines.write(tx, race.id, plan.moves, staff?.staffid ?? null, now)
  if (plan.refund > 0) {
    const of = { raceid: race.id, orderid: row.orderid, registrationid: 0, amount: plan.refund, reason: 'goods' }
    const refund = await giveBack(tx, of, now)
    await giveBackOfLines(tx, race.id, row.orderid, plan.back, refund.id, now)
  }
  // The hotel sees a change after the confirmation, and then confirms once more.
  await changeStay(tx, row, { arrival, departure, guests_at: now }, now)
  return { refunded: plan.refund }
}
