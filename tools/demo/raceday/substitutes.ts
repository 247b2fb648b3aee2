import { findSuspicions, keepFound } from '#features/substitutes/finding.service.ts'
import type { Parts } from '#seam/server/handle.ts'

/** Looks through the results of race 226, as staff do. One runner of the half marathon carried two bibs. */
export const seedSubstitutes = async ({ db }: Parts, now: Date): Promise<void> => {
  const { found } = await findSuspicions(db, 226)
  await db.transaction().execute((tx) => keepFound(tx, 226, found, now))
}
