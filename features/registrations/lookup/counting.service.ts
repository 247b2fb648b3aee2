/**
 * Counts registrations for the list of staff. Counting half a million registrations takes a third of a second, and each
 * open page asks every 15 seconds. If counting took long twice in a row, the server keeps the count for twenty times
 * the duration of the counting. So counting takes at most a twentieth of a core for each filter. A single long duration
 * may only mean that the server was busy. The server counts a small race anew for each call.
 */
import type { Db } from '#db/db.ts'
import { filterOfRegistrations, type ListedState, standingStates } from './filter.contract.ts'
import { type RegistrationFilter, countByState, countFiltered } from './registrationList.store.ts'

/** The duration in milliseconds from which counting is long. */
const LONG_MS = 100
const TIMES = 20
/** The most counts that the process keeps. */
const MOST = 500

type Counted = { until: number; value: Promise<unknown>; isLong: boolean }
const kept = new WeakMap<Db, Map<string, Counted>>()
/**
 * Returns the kept count of this name, or else counts anew. Calls that come while a count runs wait for the same count.
 */
const keptIfLong = <Value>(db: Db, name: string, count: () => Promise<Value>): Promise<Value> => {
  const counts = kept.get(db) ?? new Map<string, Counted>()
  kept.set(db, counts)
  const known = counts.get(name)
  const began = performance.now()
  if (known && known.until > began) return known.value as Promise<Value>
  if (!known && counts.size >= MOST) counts.clear()
  const made: Counted = { until: Number.POSITIVE_INFINITY, value: count(), isLong: false }
  counts.set(name, made)
  made.value.then(
    () => {
      const took = performance.now() - began
      made.isLong = took >= LONG_MS
      if (made.isLong) made.until = known?.isLong ? performance.now() + TIMES * took : 0
      else if (counts.get(name) === made) counts.delete(name)
    },
    () => counts.get(name) === made && counts.delete(name),
  )
  return made.value as Promise<Value>
}

/** Counts the registrations of a race or of one event in each state, and the paid registrations among them. */
export const countStates = (db: Db, raceid: number, eventid?: number): ReturnType<typeof countByState> =>
  keptIfLong(db, `states ${raceid} ${eventid ?? ''}`, () => countByState(db, raceid, eventid))

/** The filters other than event and state. */
const narrowing = Object.keys(filterOfRegistrations).filter((name) => !['eventid', 'state', 'sort'].includes(name))
/**
 * Counts the matches. If the filter names no more than event and state, the counts by state already hold the number.
 */
export const countMatching = async (db: Db, filter: RegistrationFilter): Promise<number> => {
  const { raceid, eventid, state } = filter
  const given = filter as Readonly<Record<string, unknown>>
  if (narrowing.some((name) => given[name] !== undefined && given[name] !== ''))
    return keptIfLong(db, JSON.stringify({ ...filter, now: null }), () => countFiltered(db, filter))
  const { counts } = await countStates(db, raceid, eventid)
  return (state ? [state] : (standingStates as readonly ListedState[])).reduce(
    (sum, one) => sum + (counts[one] ?? 0),
    0,
  )
}
