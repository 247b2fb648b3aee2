import type { AddonCountRow, EntryCountRow, EntryFact, MoneyFact, MoneyRow } from './store.ts'

/**
 * This file makes the lines that one changed row adds to the sums. Each line has the same columns as a group in the
 * statements of store.ts.
 */

const nobody = {
  eventid: null,
  state: null,
  day: null,
  hour: null,
  clothes: null,
  gender: null,
  age: null,
  province: null,
}
/** Returns the lines in which a registration counts: one for each grouping, and one for each add-on. */
export const linesOfEntry = (fact: EntryFact): (EntryCountRow | AddonCountRow)[] => {
  const { eventid, state, day, hour, clothes, gender, age, province, live, gone, paid } = fact
  const one = {
    live: Number(live),
    paid: Number(live && paid),
    registered: Number(live && state === 'normal'),
    left: Number(gone),
    all: 1,
  }
  return [
    { of: 'event', ...nobody, eventid, state, ...one },
    { of: 'day', ...nobody, day, ...one },
    { of: 'hour', ...nobody, hour, ...one },
    { of: 'clothes', ...nobody, clothes, ...one },
    { of: 'gender', ...nobody, gender, ...one },
    { of: 'age', ...nobody, age, ...one },
    { of: 'province', ...nobody, province, ...one },
    ...(fact.held ?? []).map(({ id, of, names, n, price }): AddonCountRow => ({
      of: 'addon',
      eventid: of ?? eventid,
      id,
      names,
      buyers: Number(paid),
      sold: paid ? n : 0,
      sum: paid ? n * price : 0,
      unpaid_buyers: Number(!paid),
      unpaid: paid ? 0 : n,
    })),
  ]
}
export const keyOfEntry = (line: EntryCountRow | AddonCountRow): string =>
  line.of === 'addon'
    ? `addon ${line.eventid} ${line.id}`
    : `${line.of} ${line.eventid} ${line.state} ${line.day ?? line.hour ?? line.clothes ?? line.gender ?? line.age ?? line.province}`

const entryNumbers = ['live', 'paid', 'registered', 'left', 'all'] as const
const addonNumbers = ['buyers', 'sold', 'sum', 'unpaid_buyers', 'unpaid'] as const
export const addEntry = (
  into: EntryCountRow | AddonCountRow,
  line: EntryCountRow | AddonCountRow,
  sign: 1 | -1,
): void => {
  if (into.of === 'addon' && line.of === 'addon') for (const name of addonNumbers) into[name] += sign * line[name]
  else if (into.of !== 'addon' && line.of !== 'addon') for (const name of entryNumbers) into[name] += sign * line[name]
}
export const isEmptyEntry = (line: EntryCountRow | AddonCountRow): boolean =>
  line.of === 'addon' ? line.buyers + line.unpaid_buyers === 0 : line.all === 0

/** Returns the lines in which an order or a refund counts: its day and its hour. */
export const linesOfMoney = ({ day, hour, received, refunded, open }: MoneyFact): MoneyRow[] => {
  const moved = { received, refunded, open: Number(open) }
  return [
    { of: 'day', day, hour: null, ...moved },
    { of: 'hour', day: null, hour, ...moved },
  ]
}
export const keyOfMoney = ({ of, day, hour }: MoneyRow): string => `${of} ${day ?? hour}`
export const addMoney = (into: MoneyRow, line: MoneyRow, sign: 1 | -1): void => {
  into.received += sign * line.received
  into.refunded += sign * line.refunded
  into.open += sign * line.open
}
export const isEmptyMoney = ({ received, refunded, open }: MoneyRow): boolean =>
  received === 0 && refunded === 0 && open === 0
