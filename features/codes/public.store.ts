import type { Db } from '#db/db.ts'
import { needed } from '#db/needed.ts'

/** Tells whether a public key belongs to a result or a registration of a race. */
export const isRunnersKey = needed<(db: Db, raceid: number, key: string) => Promise<boolean>>('the keys of runners')
