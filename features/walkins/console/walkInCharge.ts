import type { OutputOf } from '#contract/endpoint.ts'
import { ALONE, priceOf, tableIn } from '#features/events/prices.rules.ts'
import { type IdType, ageOn, checkDocument } from '#features/people/rules.ts'
import { isDay } from '#contract/days.ts'
import type { consoleWalkinsOffer } from '../contract.ts'

export type Offered = OutputOf<typeof consoleWalkinsOffer>['events'][number]

/** Finds the age on race day of the person in the form; null while it is unknown. */
export const personAge = (
  { race_day }: Pick<Offered, 'race_day'>,
  { idtype = 'idcard', idnum = '', country, birth = '' }: Readonly<Record<string, string>>,
  now: Date,
): number | null => {
  const verdict = checkDocument({ idtype: idtype as IdType, idnum, country }, now)
  const day = (verdict.ok ? verdict.document.birth : undefined) ?? birth
  return isDay(day) ? ageOn(day, race_day) : null
}

/** Computes the amount to pay at the desk, with the add-ons, in fen. */
export const chargeAtDesk = (
  { price, prices, addons }: Pick<Offered, 'price' | 'prices' | 'addons'>,
  chosen: Readonly<Record<string, number>>,
  age: number | null,
): number => {
  // Days do not matter here, because the server sends no price that has ended by the server's clock.
  const at = { now: new Date(0), zone: 'UTC', rank: 1, age, batch: ALONE }
  const entry = priceOf(tableIn({ fee: price, prices }), at).price
  return addons.reduce((sum, addon) => sum + addon.price * (chosen[addon.id] ?? 0), entry)
}
