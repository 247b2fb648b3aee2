import type { Db } from '#db/db.ts'
import { needed } from '#db/needed.ts'

/**
 * Tells whether the results hall of a race is open. The room `hall` provides this function, because `hall` imports
 * `finder` and `finder` must not import `hall`.
 */
export const hallIsOpen = needed<(db: Db, raceid: number, now: Date) => Promise<boolean>>('whether a hall is open')
/**
 * Tells whether a race has a published certificate. The room `certificates` provides this function, because
 * `certificates` imports `finder` and `finder` must not import `certificates`.
 */
export const hasCertificates = needed<(db: Db, raceid: number, now: Date) => Promise<boolean>>(
  'whether a race has certificates',
)
