import type { Db } from '#db/db.ts'
import { countersOf, eventsOf } from '#features/events/service.ts'
import { type HeldThings, type WhyNotHeld, gone, stockCounts } from './inventory.service.ts'

type Held = HeldThings & { eventid: number }
type Counts = ReturnType<typeof stockCounts>

/**
 * Reads the places and counters of a race for a preview. The returned functions change the counts in memory row by row,
 * by the rules of `holdPlace`, `releaseHeld` and `changeHeld`. They write nothing to the database.
 */
export const foreseeStock = async (db: Db, raceid: number) => {
  const places = new Map((await eventsOf(db, raceid)).map((event) => [event.id, event.places - event.taken]))
  const keyOf = (one: { kind: string; eventid: number; name: string }) => `${one.kind} ${one.eventid} ${one.name}`
  const counters = new Map((await countersOf(db, raceid)).map((one) => [keyOf(one), { ...one }]))
  const add = (counts: Counts): void => {
    for (const one of counts) {
      const counter = counters.get(keyOf(one))
      if (counter) counter.taken += one.by
    }
  }
  const fullIn = (counts: Counts): Counts =>
    counts.filter((one) => {
      const counter = counters.get(keyOf(one))
      return counter !== undefined && one.by > 0 && counter.taken + one.by > counter.most
    })
  const hold = (row: Held, by: 1 | -1): void => {
    add(stockCounts([row], by))
    places.set(row.eventid, (places.get(row.eventid) ?? 0) - by)
  }
  const take = (row: Held): WhyNotHeld | undefined => {
    if ((places.get(row.eventid) ?? 0) <= 0) return 'sold_out'
    const full = fullIn(stockCounts([row], 1))
    for (const { kind } of full) if (kind !== 'zone') return gone[kind]
    hold({ ...row, runnerzone: full.length > 0 ? null : row.runnerzone }, 1)
    return undefined
  }
  return {
    /** Takes a place with its things. Returns the reason if that is impossible. */
    take,
    /** Exchanges the things that a registration holds for other things. Returns the reason if that is impossible. */
    exchange: (before: Held, after: Held): WhyNotHeld | undefined => {
      hold(before, -1)
      const refused = take(after)
      if (refused) hold(before, 1)
      return refused
    },
    /** Changes the zone of a registration with a place. Returns false if the zone is full. */
    changeZone: (row: Held, runnerzone: string | null): boolean => {
      const after = { ...row, runnerzone }
      if (fullIn(stockCounts([after], 1)).some(({ kind }) => kind === 'zone')) return false
      hold(row, -1)
      hold(after, 1)
      return true
    },
  }
}
