import { type Db, jsonb } from '#db/db.ts'

type Mapping = Readonly<Record<string, string>>
type Kept = { raceid: number; kind: string; titles: Buffer; staffid: number | null; mapping: Mapping; used_at: Date }
/** The last one of a race, a kind and these titles counts. */
export const saveMapping = async (db: Db, { raceid, kind, titles, ...kept }: Kept): Promise<void> => {
  const row = { ...kept, mapping: jsonb(kept.mapping) }
  await db
    .insertInto('import_mappings')
    .values({ raceid, kind, titles, ...row })
    .onConflict((on) => on.columns(['raceid', 'kind', 'titles']).doUpdateSet(row))
    .execute()
}
/** Of this race, or of another one that the same member of staff imported such a list into. */
export const findMapping = async (
  db: Db,
  { raceid, kind, titles, staffid }: Omit<Kept, 'mapping' | 'used_at'>,
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
