import { listPlacesLeft } from './public.store.ts'
import type { ReadGauges } from '#seam/server/gauge.ts'
import type { Insertable } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import type { Events } from '#db/schema.ts'
import { holdersCounted } from './public.store.ts'
import {
  type Counter,
  type CounterKind,
  type DisruptedEvent,
  type EventRow,
  type LockedEvent,
  addCounted,
  addTakenPlaces,
  changeDisrupted,
  changeRanking,
  findEvent as eventNow,
  listCounters,
  listEvents,
  lockCounterRows,
  lockEventRow,
  lockEventRows,
  removeCounter,
  setDrawAt,
  fixDrawHour,
  setPosters,
  setWaitlist,
  upsertCounter,
  upsertEvent,
} from './store.ts'

export type { Counter, CounterKind, EventRow, LockedEvent }

/**
 * Events for the checks of sign-up, kept for a second because events change seldom. Sign-up reads places and prices
 * again under the event's lock.
 */
const events = cacheOf<string, EventRow | undefined>({ ms: 1_000, most: 1000 })

/** Reads an event for the checks of a sign-up. The event may be a second old. `fresh` reads the database. */
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

/** Reads the present event. A transaction calls this function only after it has taken its locks. */
export { eventNow }

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
 * Creates an event, or replaces the stored event that has the same id. Running sign-ups that were checked against the
 * former version are checked again.
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
 * Changes the settings of a locked event that its results use: the ranking, the title above its splits, and the
 * positions of its points. It keeps all other settings.
 */
export const setEventRanking = changeRanking

/**
 * Changes the events that a plan postpones, shortens or cancels. `changeOf` returns undefined for an event that does
 * not change.
 */
export const disruptEvents = async (
  tx: Tx,
  raceid: number,
  changeOf: (event: EventRow) => DisruptedEvent | undefined,
  now: Date,
): Promise<void> => {
  for (const row of await lockEventRows(tx, raceid)) {
    const change = changeOf(row)
    if (!change) continue
    await changeDisrupted(tx, raceid, row.id, change, now)
    events.forget(`${raceid}/${row.id}`)
  }
}

/** Locks the event until the transaction ends. The caller locks the event late, but before reading the places. */
export const lockEvent = lockEventRow
/** Sets the time at which an event publishes the outcome of its draw; null if the time is unknown. */
export const setEventDrawAt = setDrawAt
export const keepEventDrawAt = fixDrawHour
/** Saves for a locked event whether its waitlist is open and how many registrations wait. */
export const setEventWaitlist = setWaitlist
/** Saves the posters that each event of a race offers. It locks the events only if the posters of an event change. */
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
/** Changes the number of taken places, in the transaction that changes the counted registrations. */
export const countPlaces = addTakenPlaces
/**
 * Lists counted things of a race (shirts of a size, seats of a bus, places in a zone). `lockCounters` locks them until
 * the transaction ends. Callers lock them after the events and before invitations.
 */
export const countersOf = listCounters
export const lockCounters = lockCounterRows
export const countCounters = addCounted

type Stock = { kind: CounterKind; name: string; shared: boolean; most: number | null }
/**
 * Sets the numbers of counted things. `most` null removes a limit. The caller has locked the race's events. If a new
 * number is below the taken number, the function stops and returns that counted thing.
 */
export const saveEventStock = async (
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

export const readGauges: ReadGauges = async (db, now) => [
  {
    name: 'startline_places_left',
    help: 'Places left in each event whose sign-up is open.',
    values: (await listPlacesLeft(db, now)).map(({ raceid, eventid, left }) => ({
      labels: { race: raceid, event: eventid },
      value: left,
    })),
  },
]
