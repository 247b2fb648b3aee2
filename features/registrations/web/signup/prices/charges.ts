import type { RaceEvent } from '#features/events/contract.ts'
import { ALONE, type Batch, batchOf, priceOf, tableIn } from '#features/events/prices.rules.ts'
import { type Charge, chargeFor, priceFor } from '../../../payment/pricing.rules.ts'

/** What a code brings, as far as it counts here. */
type Brought = { price: number | null; eventid: number | null } | undefined
/** A person of the form, as their price goes by them; `age` on race day, null while it is not known. */
export type Payer = {
  event: RaceEvent | undefined
  age: number | null
  brought: Brought
  addons: Readonly<Record<string, number>>
}
type InEvent = Pick<RaceEvent, 'id' | 'name' | 'fee' | 'prices' | 'addons' | 'state' | 'signup'>
/** `by`: the name of the price that made the fee lower. */
export type PayerCharge = Charge & { by: string | null }

/** Whether an entry gets a place at once: what waits for one buys no add-ons (docs/behaviour/sign-up.md, Add-ons). */
export const getsPlace = ({ state, signup }: Pick<RaceEvent, 'state' | 'signup'>): boolean =>
  state !== 'draw' && signup === 'open'
/** What of the chosen add-ons the event sells. */
export const chosenOf = (event: InEvent, addons: Payer['addons']): { id: string; n: number }[] =>
  getsPlace(event) ? event.addons.flatMap(({ id }) => (addons[id] ? [{ id, n: addons[id] }] : [])) : []

const chargeAt = (
  event: InEvent,
  { age, brought, addons }: Pick<Payer, 'age' | 'brought' | 'addons'>,
  nth: number,
  batch: Batch,
): PayerCharge => {
  const mine = brought && (brought.eventid === null || brought.eventid === event.id) ? brought : undefined
  // Days are the server's: what is over on its clock is not in the table.
  const at = { now: new Date(0), zone: 'UTC', rank: getsPlace(event) ? nth : null, age, batch }
  const priced = priceFor(mine, priceOf(tableIn(event), at))
  const bought = chosenOf(event, addons).flatMap(({ id, n }) => {
    const addon = event.addons.find((one) => one.id === id)!
    return [{ names: { 'zh-cn': addon.name }, price: addon.price, n }]
  })
  const by = priced.by && { kind: priced.by.kind, names: { 'zh-cn': priced.by.name } }
  const sold = { invited: mine !== undefined, by, bought, names: { 'zh-cn': event.name } }
  return { ...chargeFor(priced, sold), by: priced.by && priced.by.name }
}

/** What one person alone would pay in an event, with the code that was brought; one of another event brings nothing. */
export const chargeIn = (event: InEvent, brought: Brought, age: number | null = null): PayerCharge =>
  chargeAt(event, { age, brought, addons: {} }, 1, ALONE)

/** What each of a form pays: places are counted in their order, and those of one event are a batch. */
export const chargesOf = (people: readonly Payer[]): (PayerCharge | undefined)[] =>
  people.map((person, at) => {
    const { event } = person
    if (!event) return undefined
    const beside = people.filter((one) => one.event?.id === event.id)
    const before = people.slice(0, at).filter((one) => one.event?.id === event.id).length
    return chargeAt(event, person, before + 1, people.length > 1 ? batchOf(beside.map(({ age }) => age)) : ALONE)
  })

/** Whether the price of an event goes by ages, which of a saved person only the server knows. */
export const goesByAge = ({ prices }: Pick<RaceEvent, 'prices'>): boolean =>
  prices.some(({ kind }) => kind === 'age' || kind === 'family')
