import type { Tx } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import { readable } from '#db/readable.ts'

export const teamRows = readable('teams', ['raceid', 'id', 'name', 'cover'])

/** Tells whether a race has results. Results name the runners' teams. */
export const resultsFollow = needed<(tx: Tx, raceid: number) => Promise<boolean>>('whether a race has results')
