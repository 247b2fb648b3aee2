import { cacheOf } from '#db/sharing/kept.ts'
import type { Db } from '#db/db.ts'
import { listPublic } from './store.ts'

/** The sitemap is large, so several requests share one list. */
const lists = cacheOf<'all', { id: number; updated_at: Date }[]>({ ms: 60_000, most: 1 })

/** Lists the published races that are not archived, for search engines. A change shows within a minute. */
export const publicRaces = (db: Db, now: Date) => lists.read(db, 'all', { now }, () => listPublic(db, now))
