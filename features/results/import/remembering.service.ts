import type { Db } from '#db/db.ts'
import { digestOfTitles } from '#features/imports/service.ts'
import { saveMapping, selectMapping } from './mappings.store.ts'
import type { ImportOrder } from './import.service.ts'
import type { Mapping } from './reading/columns.rules.ts'

/** Stores a person's choices about a file's columns, for the next file with the same titles. */
export const keepMapping = async (
  db: Db,
  { raceid, staffid, mapping, now }: ImportOrder,
  header: readonly string[],
): Promise<void> => {
  if (!mapping || Object.keys(mapping).length === 0) return
  await saveMapping(db, { raceid, titles: digestOfTitles(header), staffid: staffid ?? null, mapping, used_at: now })
}

/**
 * Finds the last choices about columns with these titles, in this race or by the same member of staff. Null if there
 * are none, or if the import has the same mapping.
 */
export const rememberedMapping = async (
  db: Db,
  { raceid, staffid, mapping = {} }: ImportOrder,
  header: readonly string[],
): Promise<Mapping | null> => {
  const kept = await selectMapping(db, raceid, digestOfTitles(header), staffid ?? null)
  const same = (a: Mapping, b: Mapping) =>
    JSON.stringify(Object.entries(a).toSorted()) === JSON.stringify(Object.entries(b).toSorted())
  return kept && !same(kept, mapping) ? kept : null
}
