import type { Db } from '#db/db.ts'
import { cacheOf } from '#db/sharing/kept.ts'

/**
 * While people are on the course thousands of pages ask for the same first page at the same moment: it is read once for
 * all of them and kept for less than anybody notices, and no longer than the results stand as they are. Nothing else is
 * kept.
 */
const pages = cacheOf<string, unknown>({ ms: 500, most: 500 })
/**
 * What `read` gives, for all who ask under the same key at the same moment; the key says which version of the results
 * is meant.
 */
export const microcache = <Page>(db: Db, key: string, now: Date, read: () => Promise<Page>): Promise<Page> =>
  // A key is asked for by one call alone, so that what stands under it is its page.
  pages.read(db, key, { now }, read) as Promise<Page>
