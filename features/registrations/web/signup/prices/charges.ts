import type { RaceEvent } from '#features/events/contract.ts'
import { ALONE, type Batch, batchOf, priceOf, tableIn } from '#features/events/prices.rules.ts'
import { type Charge, chargeFor, priceFor } from '../../../payment/pricing.rules.ts'

/** The part of an invitation code's effect that matters for a price. */
type Brought = { price: number | null; eventid: number | null } | undefined
/** A person of the form with the facts that decide the price. `age` counts on race day; null while it is unknown. */
export type Payer = {
  event: RaceEvent | undefined
  age: number | null
  brought: Brought
  addons: Readonly<Record<string, number>>
}
type InEvent = Pick<RaceEvent, 'id' | 'name' | 'fee' | 'prices' | 'addons' | 'state' | 'signup'>
/**
 * The charge of one person. `by` is the name of the lower price. `withAddons` tells that the amount includes add-ons.
 */
export type PayerCharge = Charge & { by: string | null; withAddons: boolean }

/**
 * Tells whether an entry gets a place at once. An entry that waits for a place buys no add-ons
 * (docs/behaviour/sign-up.md, Add-ons).
 */
export const getsPlace = ({ state, signup }: Pick<RaceEvent, 'state' | 'signup'>): boolean =>
  state !== 'draw' && signup === 'open'
export const chosenAddons = (event: InEvent, addons: Payer['addons']): { id: string; n: number }[] =>
  getsPlace(event) ? event.addons.flatMap(({ id }) => (addons[id] ? [{ id, n: addons[id] }] : [])) : []

const chargeAt = (
  event: InEvent,
  { age, brought, addons }: Pick<Payer, 'age' | 'brought' | 'addons'>,
  nth: number,
  batch: Batch,
): PayerCharge => {
  const mine = brought && (brought.eventid === null || brought.eventid === event.id) ? brought : undefined
  // The day does not matter here, because the server has already left out the prices that have ended.
  const at = { now: new Date(0), zone: 'UTC', rank: getsPlace(event) ? nth : null, age, batch }
  const priced = priceFor(mine, priceOf(tableIn(event), at))
  const bought = chosenAddons(event, addons).flatMap(({ id, n }) => {
    const addon = event.addons.find((one) => one.id === id)!
    return [{ names: { 'zh-cn': addon.name }, price: addon.price, n }]
  })
  const by = priced.by && { kind: priced.by.kind, names: { 'zh-cn': priced.by.name } }
  const sold = { invited: mine !== undefined, by, bought, names: { 'zh-cn': event.name } }
  return { ...chargeFor(priced, sold), by: priced.by && priced.by.name, withAddons: bought.length > 0 }
}

/**
 * Returns the price that one person without a group pays in an event, with the given code. A code of another event has
 * no effect.
 */
export const chargeIn = (event: InEvent, brought: Brought, age: number | null = null): PayerCharge =>
  chargeAt(event, { age, brought, addons: {} }, 1, ALONE)

/**
 * Returns the price for each person of a form; undefined for a person without an event. The order of the people decides
 * prices that only the first places of an event get. The people of one event count as a group.
 */
export const chargesOf = (people: readonly Payer[]): (PayerCharge | undefined)[] =>
  people.map((person, at) => {
    const { event } = person
    if (!event) return undefined
    const beside = people.filter((one) => one.event?.id === event.id)
    const before = people.slice(0, at).filter((one) => one.event?.id === event.id).length
    return chargeAt(event, person, before + 1, people.length > 1 ? batchOf(beside.map(({ age }) => age)) : ALONE)
  })

/** Tells whether ages decide the price of an event. Only the server knows the age of a saved person. */
export const goesByAge = ({ prices }: Pick<RaceEvent, 'prices'>): boolean =>
  prices.some(({ kind }) => kind === 'age' || kind === 'family')
