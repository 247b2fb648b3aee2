import type { Db } from '#db/db.ts'
import { eventsOf } from '#features/events/service.ts'
import { finishersAfter } from '#features/results/report/official.service.ts'
import { fieldsOfResult } from '../issue/facts.rules.ts'
import { reportFields, usualFields } from '../rules.ts'

/**
 * The known names on a certificate of a race: the usual ones, those of any report, and those of its own results, such
 * as a checkpoint's own label.
 */
export const namesKnown = async (db: Db, raceid: number, now: Date): Promise<ReadonlySet<string>> => {
  const known = new Set([...usualFields, ...reportFields])
  for (const { id } of await eventsOf(db, raceid)) {
    const [finisher] = await finishersAfter(db, raceid, id, 0, 1, now)
    for (const name of finisher ? Object.keys(fieldsOfResult(finisher, false)) : []) known.add(name)
  }
  return known
}
