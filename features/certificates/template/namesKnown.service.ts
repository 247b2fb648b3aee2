import type { Db } from '#db/db.ts'
import { eventsOf } from '#features/events/service.ts'
import { finishersAfter } from '#features/results/report/official.service.ts'
import { fieldsOfResult } from '../issue/facts.rules.ts'
import { reportFields, usualFields } from '../rules.ts'

/**
 * Lists the known names for a race's certificates: the usual names, the names in any report, and the names in the
 * race's own results, such as a checkpoint's label.
 */
export const namesKnown = async (db: Db, raceid: number, now: Date): Promise<ReadonlySet<string>> => {
  const known = new Set([...usualFields, ...reportFields])
  for (const { id } of await eventsOf(db, raceid)) {
    const [finisher] = await finishersAfter(db, raceid, id, 0, 1, now)
    for (const name of finisher ? Object.keys(fieldsOfResult(finisher, false)) : []) known.add(name)
  }
  return known
}
