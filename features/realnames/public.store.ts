import type { Db } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import { readable } from '#db/readable.ts'

/** The names that a service compared, for other rooms to count. */
export const nameCheckRows = readable('name_checks', ['raceid', 'outcome', 'decision'])

/**
 * Finds the live registrations of some documents of a race. The key of each registration in the answer is the index of
 * the document, a space and the index of the name, both as hex.
 */
export const registrationsOfDocuments =
  needed<(db: Db, raceid: number, documents: readonly Buffer[]) => Promise<ReadonlyMap<string, number>>>(
    'registrations of documents',
  )
