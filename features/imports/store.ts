import { type Db, jsonb } from '#db/db.ts'

type Mapping = Readonly<Record<string, string>>
type StoredMapping = {
  raceid: number
  kind: string
  titles: Buffer
  staffid: number | null
  mapping: Mapping
  used_at: Date
}
/** Saves the mapping for a race, a kind and these titles. The new mapping replaces the former mapping. */
export const saveMapping = async (db: Db, { raceid, kind, titles, ...kept }: StoredMapping): Promise<void> => {
  const row = { ...kept, mapping: jsonb(kept.mapping) }
  await db
    .insertInto('import_mappings')
    .values({ raceid, kind, titles, ...row })
    .onConflict((on) => on.columns(['raceid', 'kind', 'titles']).doUpdateSet(row))
    .execute()
}
/**
 * Finds the latest mapping for these titles, among the mappings of this race and the mappings of this member of staff
 * in any race. Returns undefined if there is none.
 */
export const findMapping = async (
  db: Db,
  { raceid, kind, titles, staffid }: Omit<StoredMapping, 'mapping' | 'used_at'>,
): Promise<Mapping | undefined> => {
  const row = await db
    .selectFrom('import_mappings')
    .select('mapping')
    .where('titles', '=', titles)
    .where('kind', '=', kind)
    .where(({ eb, or }) => or([eb('raceid', '=', raceid), ...(staffid === null ? [] : [eb('staffid', '=', staffid)])]))
    .orderBy('used_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.mapping as Mapping | undefined
}
