import type { Db } from '#db/db.ts'
import { listDisruptions } from './store.ts'

/** Tells whether the race was postponed, shortened or cancelled. A plan that staff have undone does not count. */
export const hasDisruption = async (db: Db, raceid: number): Promise<boolean> =>
  (await listDisruptions(db, raceid, false)).length > 0
