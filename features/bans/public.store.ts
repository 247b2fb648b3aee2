import type { Db } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import type { Seal } from '#db/sealing/seal.ts'

/** Finds the live registration of a document in a race. */
export const entryOfDocument =
  needed<(parts: { db: Db; seal: Seal }, raceid: number, identity: string) => Promise<number | null>>(
    'entry of a document',
  )
