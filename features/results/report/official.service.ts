import type { Db } from '#db/db.ts'
import { metresOf } from '#features/events/rules.ts'
import { readEvent } from '#features/events/service.ts'
import {
  type FoundResult,
  countFinishersOf,
  findById,
  findByKey,
  findByRegistration,
  listFinishers,
  provisionalNow,
} from './queries.store.ts'
import { findByBib } from '../import/worn.service.ts'
import { reportOf } from './report.rules.ts'
import { rankingOf, visible } from '../rules.ts'

/** A published result. `report` makes its report, for its own runner (`own`) or for everybody else. */
export type OfficialResult = { row: FoundResult; report: (own: boolean) => ReturnType<typeof reportOf> }

/**
 * Adds to published results the function that makes their reports. The results of one event share the facts about the
 * event.
 */
const officialOf = async (db: Db, rows: readonly FoundResult[], now: Date): Promise<OfficialResult[]> => {
  const events = new Map<number, { metres: number | null; ranking: ReturnType<typeof rankingOf> }>()
  for (const { raceid, eventid } of rows) {
    if (events.has(eventid)) continue
    const event = await readEvent(db, raceid, eventid, now)
    events.set(eventid, {
      metres: event ? metresOf(event) : null,
      ranking: rankingOf(event?.ranking),
    })
  }
  return rows.map((row) => ({
    row,
    report: (own) =>
      reportOf(visible(row, own), {
        ...row,
        provisional: provisionalNow(row, now),
        official: row.official_at !== null,
        ...events.get(row.eventid)!,
      }),
  }))
}
const firstOf = async (db: Db, row: FoundResult | undefined, now: Date): Promise<OfficialResult | undefined> =>
  row ? (await officialOf(db, [row], now))[0] : undefined

export const officialById = async (db: Db, raceid: number, id: number, now: Date) =>
  firstOf(db, await findById(db, raceid, now, id), now)
export const officialByKey = async (db: Db, raceid: number, key: string, now: Date) =>
  firstOf(db, await findByKey(db, raceid, now, key), now)
export const officialByBib = async (db: Db, raceid: number, bib: string, eventid: number | null, now: Date) =>
  firstOf(db, await findByBib(db, raceid, now, bib, eventid), now)
export const officialOfRegistration = async (db: Db, raceid: number, registrationid: number, now: Date) =>
  firstOf(db, await findByRegistration(db, raceid, now, registrationid), now)
/** Reads a page of finishers of an event, in the order of their score ids. */
export const finishersAfter = async (
  db: Db,
  raceid: number,
  eventid: number,
  after: number,
  limit: number,
  now: Date,
): Promise<OfficialResult[]> => officialOf(db, await listFinishers(db, raceid, now, eventid, after, limit), now)
export const countFinishers = (db: Db, raceid: number, eventid: number, now: Date): Promise<number> =>
  countFinishersOf(db, raceid, now, eventid)
