import type { Db } from '#db/db.ts'
import { needed } from '#db/needed.ts'

/** Tells whether the results hall of a race is open. The room of the hall comes after the finder. */
export const hallIsOpen = needed<(db: Db, raceid: number, now: Date) => Promise<boolean>>('whether a hall is open')
