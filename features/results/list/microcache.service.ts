import type { Db } from '#db/db.ts'
import { cacheOf } from '#db/sharing/kept.ts'

/**
 * While people are on the course thousands of pages load the same first page at the same moment. The server reads it
 * once for all of them, keeps it for an unnoticeable time, and only while the results do not change. It keeps nothing
 * else.
 */
const pages = cacheOf<string, unknown>({ ms: 500, most: 500 })
/**
 * The value of `read`, for all callers under the same key at the same moment. The key names the version of the results.
 */
export const microcache = <Page>(db: Db, key: string, now: Date, read: () => Promise<Page>): Promise<Page> =>
  // Only one call uses a key, so the value under it is its page.
  pages.read(db, key, { now }, read) as Promise<Page>
