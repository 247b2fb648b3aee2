import type { Insertable } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import type { Events } from '#db/schema.ts'
import { holdersCounted } from './public.store.ts'
import {
  type Counter,
  type CounterKind,
  type EventRow,
  type LockedEvent,
  addCounted,
  addTaken,
  changeRanking,
  findEvent as eventNow,
  listCounters,
  listEvents,
  lockCounterRows,
  lockEventRow,
  lockEventRows,
  removeCounter,
  setDrawAt,
  setDrawKept,
  setPosters,
  setWaitlist,
  upsertCounter,
  upsertEvent,
} from './store.ts'

export type { Counter, CounterKind, EventRow, LockedEvent }

/**
 * Events change seldom, so one is kept this long for the checks of sign-up. Places and prices are read again under the
 * event's lock.
 */
const events = cacheOf<string, EventRow | undefined>({ ms: 1_000, most: 1000 })

/** An event for the checks of a sign-up, up to a second old; `fresh` reads the database. */
export const readEvent = (
  db: Db,
  raceid: number,
  id: number,
  now: Date,
  fresh = false,
): Promise<EventRow | undefined> => {
  const key = `${raceid}/${id}`
  if (fresh) events.forget(key)
  return events.read(db, key, { now }, () => eventNow(db, raceid, id))
}

/** An event as it stands now. A transaction reads it once it holds its locks. */
export { eventNow }

/** A race's events in their order. */
export const eventsOf = listEvents

type Given = Omit<Insertable<Events>, 'form' | 'ranking' | 'settings' | 'names' | 'prices' | 'addons'> & {
  names?: unknown
  form?: unknown
  ranking?: unknown
  settings?: unknown
  prices?: unknown
  addons?: unknown
}
/**
 * Writes an event, new or in place of the one with its id. Sign-ups under way against the former version are checked
 * again.
 */
export const saveEvent = async (tx: Tx, event: Given, now: Date): Promise<EventRow> => {
  const json = (value: unknown) => JSON.stringify(value ?? {})
  return upsertEvent(tx, {
    ...event,
    names: json(event.names),
    form: json(event.form),
    ranking: json(event.ranking),
    settings: json(event.settings),
    prices: JSON.stringify(event.prices ?? []),
    addons: JSON.stringify(event.addons ?? []),
    updated_at: now,
  })
}

/**
 * Sets the settings of a locked event that its results use, and keeps its other settings: the ranking, the title above
 * its splits, the positions of its points.
 */
export const setEventRanking = changeRanking

/** Locks the event until the transaction ends: late, and before its places are read. */
export const lockEvent = lockEventRow
/** Sets the time at which an event publishes its lot; null: it is not known yet. */
export const setEventDrawAt = setDrawAt
export const keepEventDrawAt = setDrawKept
/** Saves for a locked event whether its waitlist is open and how many registrations stand in line. */
export const countWaiting = setWaitlist
/** Saves for each event of a race the posters that it offers. It locks only changed events, in their order. */
export const setEventPosters = async (
  tx: Tx,
  raceid: number,
  postersOf: (eventid: number) => Pick<EventRow, 'poster_reg' | 'poster_paid'>,
): Promise<void> => {
  const stale = (row: EventRow) => {
    const { poster_reg, poster_paid } = postersOf(row.id)
    return row.poster_reg !== poster_reg || row.poster_paid !== poster_paid
  }
  if (!(await listEvents(tx, raceid)).some(stale)) return
  for (const row of await lockEventRows(tx, raceid))
    if (stale(row)) await setPosters(tx, raceid, row.id, postersOf(row.id))
}
/** Changes the number of taken places beside the registrations that it counts. */
export const countPlaces = addTaken
/**
 * Counted things of a race (shirts of a size, seats of a bus, room in a zone), and the same locked until the
 * transaction ends: after the events, before invitations.
 */
export const countersOf = listCounters
export const lockCounters = lockCounterRows
export const countCounters = addCounted

type Stock = { kind: CounterKind; name: string; shared: boolean; most: number | null }
/**
 * Sets the numbers of counted things; `most` null removes a limit. The caller has locked the race's events. Returns the
 * first thing whose number would fall below the taken number; then it writes nothing more.
 */
export const saveStock = async (
  tx: Tx,
  raceid: number,
  eventid: number,
  stock: readonly Stock[],
  now: Date,
): Promise<{ at: number; name: string; taken: number } | undefined> => {
  if (stock.length === 0) return undefined
  const held = await lockCounterRows(tx, raceid, [eventid], [...new Set(stock.map(({ name }) => name))])
  for (const [at, { kind, name, shared, most }] of stock.entries()) {
    const of = shared ? 0 : eventid
    const before = held.find((row) => row.kind === kind && row.eventid === of && row.name === name)
    if (most === null) {
      if (before) await removeCounter(tx, raceid, before)
      continue
    }
    const taken = before?.taken ?? (await holdersCounted.get()(tx, raceid, kind, of, name))
    if (most < taken) return { at, name, taken }
    await upsertCounter(tx, { raceid, kind, eventid: of, name, most, taken }, now)
  }
  return undefined
}
