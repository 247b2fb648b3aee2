import { serverNow } from '#ui/network/serverClock.ts'
import { setUnpaidEntries, unpaidEntries } from '#ui/router/address.ts'

/** An unpaid order as this device remembers it: the key of one of its registrations, and nothing of a person. */
export type Unpaid = {
  key: string
  raceid: number
  race: string
  event: string
  /** In fen. */ amount: number
  /** The end of the time to pay, in ISO form; null if the order has no end. */
  until: string | null
  /** The moment at which the device stored the order, in milliseconds since 1970. */ at: number
}

const MOST = 5
/** The device forgets an order without an end after this time. */
const DAYS = 30
const day = 86_400_000

const isUnpaid = (one: Partial<Unpaid> | null): one is Unpaid =>
  typeof one?.key === 'string' &&
  typeof one.raceid === 'number' &&
  typeof one.amount === 'number' &&
  typeof one.at === 'number'

/**
 * Reads the orders in a stored text. An entry in another form is left out, because another version of the app may have
 * written the entry.
 */
export const readUnpaid = (text: string | undefined): Unpaid[] => {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found.filter(isUnpaid) : []
  } catch {
    return []
  }
}

/** Returns the orders that can still be paid at `now`, in the given order. */
export const stillUnpaid = (orders: readonly Unpaid[], now: number): Unpaid[] =>
  orders.filter(({ until, at }) => (until === null ? at + DAYS * day : Date.parse(until)) > now)

/** Returns the stored orders with `order` in front, without orders whose time has ended, and at most MOST orders. */
export const withUnpaid = (before: readonly Unpaid[], order: Unpaid, now: number): Unpaid[] =>
  stillUnpaid([order, ...before.filter(({ key }) => key !== order.key)], now).slice(0, MOST)

/** Returns the unpaid orders of this device, of one race or of all races. */
export const unpaidHere = (raceid?: number): Unpaid[] =>
  stillUnpaid(readUnpaid(unpaidEntries()), serverNow()).filter((one) => raceid === undefined || one.raceid === raceid)

const store = (orders: readonly Unpaid[]): void =>
  setUnpaidEntries(orders.length > 0 ? JSON.stringify(orders) : undefined)

/** Forgets the order of a registration: it is paid, closed or not to be found. */
export const forgetUnpaid = (key: string): void => {
  const orders = readUnpaid(unpaidEntries())
  if (orders.some((one) => one.key === key)) store(orders.filter((one) => one.key !== key))
}

type Shown = {
  _key: string
  raceid: number
  mine: boolean
  race: { name: string }
  meta: { event: { name: string } }
  charge: { amount: number }
  status: { paid: string; pay_end: string | null; can: { pay: { ok: boolean } } }
}
/** Remembers the order of a registration that is the caller's own and can be paid now. Otherwise forgets the order. */
export const noteUnpaid = (shown: Shown): void => {
  const { _key: key, raceid, mine, race, meta, charge, status } = shown
  if (!mine || status.paid !== '0' || !status.can.pay.ok || charge.amount <= 0) return forgetUnpaid(key)
  const now = serverNow()
  const order = { key, raceid, race: race.name, event: meta.event.name, amount: charge.amount, until: status.pay_end }
  return store(withUnpaid(readUnpaid(unpaidEntries()), { ...order, at: now }, now))
}
