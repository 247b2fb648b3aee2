import { noteSignedUp } from '../../webhooks.service.ts'
import type { Tx } from '#db/db.ts'
import type { NewAnswer } from '#db/sharing/onceAnswers.ts'
import { type LockedEvent, countCounters, countPlaces, setEventWaitlist } from '#features/events/service.ts'
import { addInvitationUses } from '#features/invitations/service.ts'
import { type OpenedOrder, payEndFor } from '#features/orders/rules.ts'
import { type OrderOpening, openOrders } from '#features/orders/service.ts'
import { insertPersonalAnswers } from '../../answers/answers.store.ts'
import type { RegistrationState } from '../../contract.ts'
import { countInLine } from '../../draw/line.store.ts'
import { stockCounts, tally } from '../../inventory/inventory.service.ts'
import type { AcceptedEntry } from '../../inventory/places.rules.ts'
import { chargeFor, chargeTogether, openingOfCharge, sumOfBought } from '../../payment/pricing.rules.ts'
import { type GoodsSale, signupGoodsSeller } from '../goodsAtSignup.service.ts'
import { type NewRow, insertRegistrations } from '../insertRegistrations.store.ts'
import type { SealedEntry } from '../sealing.service.ts'
import { type WaitingSignup, present } from './decision.service.ts'

export type SavedAnswer = {
  _key: string
  raceid: number
  eventid: number
  state: RegistrationState
  orderid: number | null
  amount: number
  pay_end: Date | string | null
  payable: 0 | 1
}

/** An accepted sign-up, with its locked event. */
export type Coming = {
  one: WaitingSignup
  how: AcceptedEntry
  event: LockedEvent
  /** Goods that the order of the registration pays too. */
  beside?: GoodsSale | undefined
}

const keyed = (coming: readonly Coming[]) =>
  coming.flatMap(({ one: { personal, row } }) => personal.map((answer) => ({ ...answer, _key: row._key })))
const chargeIn = ({ how, one }: Coming) =>
  chargeFor(
    { fee: how.fee, price: how.price - sumOfBought(how.bought) },
    { invited: how.invitation !== undefined, by: how.by, bought: how.bought, names: one.eventNames },
  )
/** Adds the price of the goods of these sign-ups to the amount of their order. */
const withGoods = (opening: ReturnType<typeof openingOfCharge>, coming: readonly Coming[]) => {
  const goods = coming.flatMap(({ beside }) => beside ?? [])
  if (goods.length === 0) return opening
  return {
    ...opening,
    fee: goods.reduce((sum, { amount, discount }) => sum + amount + discount, opening.fee),
    discount: goods.reduce((sum, { discount }) => sum + discount, opening.discount ?? 0),
    items: [...opening.items, ...goods.flatMap(({ items }) => items)],
  }
}
const writeGoods = async (
  tx: Tx,
  raceid: number,
  coming: readonly Coming[],
  orders: ReadonlyMap<Coming, OpenedOrder>,
  now: Date,
): Promise<void> => {
  const sold = coming.flatMap((each) =>
    each.beside ? [{ uid: each.one.uid, beside: each.beside, order: orders.get(each)! }] : [],
  )
  if (sold.length > 0) await signupGoodsSeller.get().write(tx, raceid, sold, now)
}
const openingFor = (coming: Coming, now: Date): OrderOpening => ({
  room: 'registrations',
  uid: coming.one.uid,
  ...withGoods(openingOfCharge(chargeIn(coming)), [coming]),
  subject: coming.one.subject,
  payEnd: payEndFor(now, coming.one.payMinutes, coming.event.pay_end),
})
/**
 * Returns the values that open one order for all of these sign-ups. Each sign-up has an end of its time to pay. The
 * order can be paid until the earliest end.
 */
const sharedOpening = (paying: readonly Coming[], subject: string, now: Date): OrderOpening => {
  const openings = paying.map((one) => openingFor(one, now))
  return {
    room: 'registrations',
    uid: openings[0]!.uid,
    ...withGoods(openingOfCharge(chargeTogether(paying.map(chargeIn))), paying),
    subject,
    payEnd: openings.reduce((first, { payEnd }) => (payEnd < first ? payEnd : first), openings[0]!.payEnd),
  }
}

/**
 * Counts the places, the things and the uses of invitations that the accepted sign-ups take, and the people in line.
 */
const countTaken = async (tx: Tx, raceid: number, rows: readonly NewRow[], counted: boolean): Promise<void> => {
  const placed = rows.filter(({ place_held }) => place_held)
  for (const [eventid, places] of tally(placed.map(({ eventid: id }) => id)))
    await countPlaces(tx, raceid, eventid, places)
  const counts = counted
    ? stockCounts(
        placed.map(({ eventid, clothes, packagebus, runnerzone, addons }) => ({
          eventid,
          clothes,
          packagebus,
          runnerzone,
          addons: JSON.parse(addons) as unknown,
        })),
        1,
      )
    : []
  if (counts.length > 0) await countCounters(tx, raceid, counts)
  // A paid sign-up on a waitlist is in line from this moment. A sign-up that need not pay yet is in line too. The
  // number of people in line is only for display.
  const lined = tally(
    rows
      .filter(({ state, orderid, pay_at }) => state === 'wait' && (pay_at !== null || orderid === null))
      .map(({ eventid }) => eventid),
  )
  for (const eventid of lined.keys())
    await setEventWaitlist(tx, raceid, eventid, true, await countInLine(tx, raceid, eventid))
  const used = tally(rows.flatMap(({ inviteid }) => present(inviteid)))
  if (used.size > 0) await addInvitationUses(tx, raceid, [...used.keys()], [...used.values()])
}

const rowOf = ({ one, how }: Coming, orderid: number | null, pay_at: Date | null): NewRow =>
  Object.assign<SealedEntry, Omit<NewRow, keyof SealedEntry>>(one.row, {
    uid: one.uid,
    lang: one.lang,
    eventid: one.eventid,
    state: how.state,
    price: how.price,
    fee: how.fee,
    price_by: how.by && JSON.stringify(how.by),
    addons: JSON.stringify(how.bought),
    place_held: how.holds,
    runnerzone: how.zone,
    invite: how.invitation?.code ?? null,
    inviteid: how.invitation?.id ?? null,
    orderid,
    pay_at,
  })

/**
 * Opens the orders, writes the accepted sign-ups, and counts the things that these sign-ups take. `together` is the
 * text that the payer of the shared order reads.
 */
export const writeAccepted = async (
  tx: Tx,
  coming: readonly Coming[],
  counters: readonly { name: string }[],
  now: Date,
  together?: string,
): Promise<SavedAnswer[]> => {
  if (coming.length === 0) return []
  const { raceid } = coming[0]!.one
  const paying = coming.filter(({ how }) => how.orders)
  const openings =
    together !== undefined && paying.length > 0
      ? [sharedOpening(paying, together, now)]
      : paying.map((one) => openingFor(one, now))
  const opened = await openOrders(tx, raceid, openings, now)
  const orders = new Map<Coming, OpenedOrder>(paying.map((one, at) => [one, opened[together === undefined ? at : 0]!]))
  const rows: NewRow[] = []
  const once: NewAnswer[] = []
  const saved = coming.map((each): SavedAnswer => {
    const { one, how } = each
    const order = orders.get(each)
    const paid = order?.state === 'paid'
    const orderid = order?.id ?? null
    rows.push(rowOf(each, orderid, paid ? now : null))
    const answer: SavedAnswer = {
      _key: one.row._key,
      raceid,
      eventid: one.eventid,
      state: how.state,
      orderid,
      amount: how.price + (each.beside?.amount ?? 0),
      pay_end: order && !paid ? order.pay_end : null,
      payable: order && !paid ? 1 : 0,
    }
    if (one.once) once.push({ key: one.once, answer })
    return answer
  })
  const written = await insertRegistrations(tx, raceid, rows, once, now)
  if (written.ids.length !== rows.length)
    throw new Error(`Of ${rows.length} registrations ${written.ids.length} were written`)
  await writeGoods(tx, raceid, coming, orders, now)
  await noteSignedUp(tx, raceid, written, now)
  await insertPersonalAnswers(tx, raceid, keyed(coming))
  await countTaken(tx, raceid, rows, counters.length > 0)
  return saved
}
