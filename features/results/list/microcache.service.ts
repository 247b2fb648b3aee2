import type { Db } from '#db/db.ts'
import { cacheOf } from '#db/sharing/kept.ts'

/**
 * Keeps answers with results for half a second. While people are on the course, thousands of phones load the same first
 * results at the same moment, and one query then serves all phones. A change of the results ends the use of an answer.
 */
const pages = cacheOf<string, unknown>({ ms: 500, most: 500 })
/**
 * Returns one value of `read` to all callers with the same key within half a second. The caller puts the version of the
 * results in the key.
 */
export const microcache = <Page>(db: Db, key: string, now: Date, read: () => Promise<Page>): Promise<Page> =>
  // Only one function uses each key, so the stored value has the type of its page.
  pages.read(db, key, { now }, read) as Promise<Page>
