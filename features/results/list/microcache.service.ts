import type { Db } from '#db/db.ts'

/**
 * While people are on the course thousands of pages ask for the same first page at the same moment: it is read once for
 * all of them and kept for less than anybody notices, and no longer than the results stand as they are. Nothing else is
 * kept.
 */
const keptMs = 500
type Kept = { until: number; page: Promise<unknown> }
const pages = new WeakMap<Db, Map<string, Kept>>()
/**
 * What `read` gives, for all who ask under the same key at the same moment; the key says which version of the results
 * is meant.
 */
export const forAMoment = <Page>(db: Db, key: string, now: Date, read: () => Promise<Page>): Promise<Page> => {
  let kept = pages.get(db)
  if (!kept) pages.set(db, (kept = new Map()))
  const at = now.getTime()
  const known = kept.get(key)
  // A key is asked for by one call alone, so that what stands under it is its page.
  if (known && known.until > at && known.until <= at + keptMs) return known.page as Promise<Page>
  if (kept.size > 500) kept.clear()
  const page = read()
  kept.set(key, { until: at + keptMs, page })
  page.catch(() => kept.delete(key))
  return page
}
