import type { Counter } from '#features/events/service.ts'
import type { EventState } from '#features/events/contract.ts'
import type { Addon, PriceRule } from '#features/events/prices.contract.ts'
import { type Batch, type PriceReason, type PriceTable, priceOf, reasonOf } from '#features/events/prices.rules.ts'
import { joinsWaitlist } from '#features/events/rules.ts'
import type { Invitation } from '#features/invitations/contract.ts'
import { type WhyNotInvited, mayUse, whyNotInvited } from '#features/invitations/rules.ts'
import type { RegistrationState } from '../contract.ts'
import type { GoodsRefusal } from '../signup/beside.contract.ts'
import { type Bought, priceFor, sumOfBought } from '../payment/pricing.rules.ts'

/** The rules that decide who gets a place. They are pure, so that a test can try them with any sign-ups. */

/** One of the sign-ups that a transaction decides together. */
export type PlaceRequest = {
  eventid: number
  uid: number
  /** The blind index of the document, as hex. */
  document: string
  /** The version of the event against which the sign-up was checked. */
  version: number
  /** The key of a call that may repeat an earlier call. */
  once: string | undefined
  clothes: string | null
  packagebus: string | null
  /** Start zones that admit the runner. The best zone comes first. */
  zones: readonly string[]
  /** An invitation code in its normal form. */
  invite: string | null
  /** True if the sign-up has a qualifying time. The runner skips the lottery, but staff must approve the time. */
  qualified: boolean
  /**
   * The moment of the call. A price that ended after the call, while the call waited, still counts. `zone` is the
   * race's time zone.
   */
  now: Date
  zone: string
  /** The runner's completed years on race day. */
  age: number
  /** The people of the same sign-up who enter this event. */
  batch: Batch
  /** The number of each add-on, by id. */
  addons: Readonly<Record<string, number>>
  /** The amount in fen, with the add-ons, that the page showed the runner. Undefined if the caller sends no amount. */
  seen: number | undefined
  /**
   * Takes the goods of the sign-up from their stock, or returns the reason why it cannot. It runs after everything else
   * has admitted the sign-up.
   */
  takeGoods?: (() => GoodsRefusal | undefined) | undefined
}
export type EventInventory = {
  state: EventState
  places: number
  taken: number
  table: PriceTable<PriceRule>
  addons: readonly Addon[]
  paystate: 'open' | 'closed'
  version: number
  /**
   * The number of free places that belong to the runners in line, while the waitlist is open.
   */
  owed?: number | undefined
}
export type RaceInventory = {
  events: ReadonlyMap<number, EventInventory>
  /** Documents that already have a live registration in the race. */
  registered: ReadonlySet<string>
  /** Documents that can never enter this race again, because of an exit. */
  exited?: ReadonlySet<string>
  /** The keys of calls that already have an answer. */
  answered: ReadonlySet<string>
  counters: readonly Counter[]
  /** The invitations by code. */
  invitations: ReadonlyMap<string, Invitation>
  /** The number of unpaid registrations of each account, and the most that an account may have. */
  unpaid: ReadonlyMap<number, number>
  unpaidMost: number
  now: Date
}
/**
 * An accepted sign-up. `holds` tells that it gets a place, with shirt, seat and zone. `orders` tells that its order
 * opens at once.
 */
export type AcceptedEntry = {
  outcome: 'in'
  state: RegistrationState
  holds: boolean
  zone: string | null
  invitation: Invitation | undefined
  /** The whole price with the add-ons. */
  price: number
  /** The event's fee. `by` is the lower price that the entry got; null if it got none. */
  fee: number
  by: PriceReason | null
  bought: Bought[]
  orders: boolean
}
export type WhyNotIn =
  | 'already_registered'
  | 'qualification_lost'
  | 'sold_out'
  | 'event_changed'
  | 'clothes_gone'
  | 'bus_full'
  | 'too_many_unpaid'
  | 'invite_unknown'
  | 'addon_gone'
  | 'addons_need_place'
  | 'goods_need_place'
  | GoodsRefusal
  | 'price_changed'
  | 'invite_of_another'
  | WhyNotInvited
/** A refusal of an entry. `from` and `to` are the former and the present price, in fen. */
export type EntryRefusal = { outcome: WhyNotIn; from?: number; to?: number }
export type EntryDecision = AcceptedEntry | EntryRefusal | { outcome: 'answered' } | { outcome: 'same'; as: number }

/**
 * Finds the state of a new registration. A direct invitation skips lottery and review. A qualifying time skips the
 * lottery, but needs a review.
 */
export const startOfEntry = (
  event: EventState,
  { direct, qualified }: { direct: boolean; qualified: boolean },
): { state: RegistrationState; holds: boolean } => {
  if (direct) return { state: 'normal', holds: true }
  // Entrants of a draw hold no place, even the entrants under review.
  if (event === 'draw') return { state: qualified ? 'audit' : 'draw', holds: false }
  return { state: event, holds: true }
}

/**
 * Makes a countdown of the race's counters. The event's own counter and the race-wide counter are both limits. A thing
 * without a counter has no limit.
 */
const countdown = (counters: readonly Counter[]) => {
  const left = new Map(
    counters.map(({ kind, eventid, name, most, taken }) => [`${kind} ${eventid} ${name}`, most - taken]),
  )
  const keys = (kind: string, eventid: number, name: string) =>
    [`${kind} ${eventid} ${name}`, `${kind} 0 ${name}`].filter((key) => left.has(key))
  return {
    has: (kind: string, eventid: number, name: string | null, n = 1) =>
      name === null || left.size === 0 || keys(kind, eventid, name).every((key) => left.get(key)! >= n),
    take: (kind: string, eventid: number, name: string | null, n = 1) => {
      if (name !== null && left.size > 0) for (const key of keys(kind, eventid, name)) left.set(key, left.get(key)! - n)
    },
  }
}

/**
 * Lists the chosen add-ons of an event with their prices. The check of the sign-up has already refused unknown add-ons.
 */
const boughtFrom = ({ addons }: EventInventory, eventid: number, chosen: PlaceRequest['addons']): Bought[] =>
  addons.flatMap(({ id, names, price }) => {
    const n = chosen[id] ?? 0
    return n > 0 ? [{ id, names, price, n, of: eventid }] : []
  })

const addOne = (counts: Map<number, number>, key: number): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

type Chosen = Pick<PlaceRequest, 'eventid' | 'clothes' | 'packagebus'>
type Things = ReturnType<typeof countdown>
/**
 * Returns the reason if something that an entry chose is sold out. Shirt and seat are reserved only for an entry with a
 * place.
 */
const goneFrom = (things: Things, one: Chosen, { holds, bought }: { holds: boolean; bought: readonly Bought[] }) => {
  const { eventid, clothes, packagebus } = one
  if (holds && !things.has('clothes', eventid, clothes)) return 'clothes_gone'
  if (holds && !things.has('packagebus', eventid, packagebus)) return 'bus_full'
  return bought.some(({ id, n }) => !things.has('addon', eventid, id, n)) ? 'addon_gone' : undefined
}
const takeFrom = (things: Things, one: Chosen, zone: string | null, bought: readonly Bought[]): void => {
  const { eventid, clothes, packagebus } = one
  things.take('clothes', eventid, clothes)
  things.take('packagebus', eventid, packagebus)
  things.take('zone', eventid, zone)
  for (const { id, n } of bought) things.take('addon', eventid, id, n)
}

type Entering = { invitation: Invitation | undefined; rank: number | null; state: RegistrationState; bought: Bought[] }
/** Works out the price of an entry with its add-ons, and whether its order opens at once. */
const costOf = (
  event: EventInventory,
  { now, zone, age, batch }: Pick<PlaceRequest, 'now' | 'zone' | 'age' | 'batch'>,
  { invitation, rank, state, bought }: Entering,
) => {
  const priced = priceFor(invitation, priceOf(event.table, { now, zone, age, batch, rank }))
  const price = priced.price + sumOfBought(bought)
  // The order opens at once if the event takes money at this stage and no review comes first. The order of a free
  // registration with an invitation opens even if the event takes no money yet, because nothing is due.
  const orders =
    state !== 'audit' && (event.paystate === 'open' || (invitation !== undefined && price === 0 && state === 'normal'))
  return { priced, price, orders }
}

/**
 * Returns the reason why a code does not let a sign-up in; undefined if it does. `used` holds the uses by the sign-ups
 * that were decided just before, by invitation.
 */
const whyNotLetIn = (
  invitation: Invitation,
  used: ReadonlyMap<number, number>,
  { eventid, document }: Pick<PlaceRequest, 'eventid' | 'document'>,
  now: Date,
): WhyNotInvited | 'invite_of_another' | undefined => {
  const uses = invitation.used + (used.get(invitation.id) ?? 0)
  const why = whyNotInvited({ ...invitation, used: uses }, eventid, now)
  return why ?? (mayUse(invitation, document) ? undefined : 'invite_of_another')
}

/** Finds the invitation of a request. Returns a refusal if the code does not let this sign-up in. */
const invitedBy = (
  { invite, eventid, document }: Pick<PlaceRequest, 'invite' | 'eventid' | 'document'>,
  { invitations, now }: RaceInventory,
  used: ReadonlyMap<number, number>,
): { invitation: Invitation | undefined } | EntryRefusal => {
  if (invite === null) return { invitation: undefined }
  const invitation = invitations.get(invite)
  if (!invitation) return { outcome: 'invite_unknown' }
  const refusal = whyNotLetIn(invitation, used, { eventid, document }, now)
  return refusal ? { outcome: refusal } : { invitation }
}

/**
 * Takes the goods of a request, or returns the reason why that is impossible. The goods share the order of the
 * registration, so they are possible only if this order opens at once. Returns undefined if the goods were taken.
 */
const whyNoGoods = (takeGoods: NonNullable<PlaceRequest['takeGoods']>, opensOrder: boolean): WhyNotIn | undefined =>
  opensOrder ? (takeGoods() ?? undefined) : 'goods_need_place'

/**
 * Gives places in order of arrival. A document can enter only once. A repeated call gets the answer of the first call.
 * A sign-up that was checked against an older version of the event is refused with `event_changed`, and the caller
 * checks it again. A refused sign-up takes nothing.
 */
export const fillPlaces = (asking: readonly PlaceRequest[], inventory: RaceInventory): EntryDecision[] => {
  const documents = new Set(inventory.registered)
  const first = new Map<string, number>()
  const taken = new Map<number, number>()
  const used = new Map<number, number>()
  const unpaid = new Map(inventory.unpaid)
  const things = countdown(inventory.counters)

  const enter = (one: PlaceRequest): AcceptedEntry | EntryRefusal => {
    const { eventid, uid } = one
    const event = inventory.events.get(eventid)
    if (!event || one.version !== event.version) return { outcome: 'event_changed' }
    if (inventory.exited?.has(one.document)) return { outcome: 'qualification_lost' }
    if (documents.has(one.document)) return { outcome: 'already_registered' }

    const invited = invitedBy(one, inventory, used)
    if ('outcome' in invited) return invited
    const { invitation } = invited

    const entry = startOfEntry(event.state, { direct: invitation?.direct ?? false, qualified: one.qualified })
    const full = entry.holds && event.taken + (taken.get(eventid) ?? 0) >= event.places - (event.owed ?? 0)
    // A sign-up without a place joins an open waitlist, if the event has neither lottery nor review.
    const waitlist = event.owed !== undefined
    if (full && !joinsWaitlist({ state: event.state, waitlist })) return { outcome: 'sold_out' }
    const { state, holds } = full ? { state: 'wait' as const, holds: false } : entry
    const bought = boughtFrom(event, eventid, one.addons)
    // The add-ons of an entry without a place would be missing for entries with a place.
    if (!holds && bought.length > 0) return { outcome: 'addons_need_place' }
    const rank = holds ? event.taken + (taken.get(eventid) ?? 0) + 1 : null
    const { priced, price, orders } = costOf(event, one, { invitation, rank, state, bought })
    const owes = price > 0 && (holds || orders)
    if (owes && (unpaid.get(uid) ?? 0) >= inventory.unpaidMost) return { outcome: 'too_many_unpaid' }
    const gone = goneFrom(things, one, { holds, bought })
    if (gone) return { outcome: gone }
    if (one.seen !== undefined && one.seen !== price) return { outcome: 'price_changed', from: one.seen, to: price }
    const without = one.takeGoods && whyNoGoods(one.takeGoods, holds && orders)
    if (without) return { outcome: without }

    const startZone = holds ? (one.zones.find((name) => things.has('zone', eventid, name)) ?? null) : null
    documents.add(one.document)
    if (invitation) addOne(used, invitation.id)
    if (owes) addOne(unpaid, uid)
    if (holds) {
      addOne(taken, eventid)
      takeFrom(things, one, startZone, bought)
    }
    const by = priced.by && reasonOf(priced.by)
    return { outcome: 'in', state, holds, zone: startZone, invitation, price, fee: priced.fee, by, bought, orders }
  }

  return asking.map((one, at): EntryDecision => {
    if (one.once !== undefined) {
      if (inventory.answered.has(one.once)) return { outcome: 'answered' }
      const same = first.get(one.once)
      if (same !== undefined) return { outcome: 'same', as: same }
      first.set(one.once, at)
    }
    return enter(one)
  })
}
