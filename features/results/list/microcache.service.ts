import type { Db } from '#db/db.ts'
import { cacheOf } from '#db/sharing/kept.ts'

/**
 * Keeps pages of results for half a second. While people are on the course, thousands of pages load the same first page
 * at the same moment, and one query then serves all of them. A change of the results ends the use of a kept page.
 */
const pages = cacheOf<string, unknown>({ ms: 500, most: 500 })
/**
 * Returns the value of `read` to all callers with the same key at the same moment. The key names the version of the
 * results.
 */
export const microcache = <Page>(db: Db, key: string, now: Date, read: () => Promise<Page>): Promise<Page> =>
  // Only one function uses each key, so the stored value has the type of its page.
  pages.read(db, key, { now }, read) as Promise<Page>
