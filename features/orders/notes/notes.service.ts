import { dayIn } from '#contract/days.ts'
import type { Db } from '#db/db.ts'
import { countDueNotes } from './notes.store.ts'

/** Counts the follow-ups of a race that are due today on its clock, or were due before. */
export const notesDue = (db: Db, race: { id: number; zone: string }, now: Date): Promise<number> =>
  countDueNotes(db, race.id, dayIn(race.zone, now))
