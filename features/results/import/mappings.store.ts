import { type Db, jsonb } from '#db/db.ts'
import type { Mapping } from './reading/columns.rules.ts'

type StoredMapping = { raceid: number; titles: Buffer; staffid: number | null; mapping: Mapping; used_at: Date }

export const saveMapping = async (db: Db, row: StoredMapping): Promise<void> => {
  const { mapping, staffid, used_at } = row
  const kept = { staffid, mapping: jsonb(mapping), used_at }
  await db
    .insertInto('result_mappings')
    .values({ raceid: row.raceid, titles: row.titles, ...kept })
    .onConflict((conflict) => conflict.columns(['raceid', 'titles']).doUpdateSet(kept))
    .execute()
}

/** Finds the mapping for these titles that was used last: in this race, or in any race by the same member of staff. */
export const selectMapping = async (
  db: Db,
  raceid: number,
  titles: Buffer,
  staffid: number | null,
): Promise<Mapping | undefined> => {
  const row = await db
    .selectFrom('result_mappings')
    .select('mapping')
    .where('titles', '=', titles)
    .where(({ eb, or }) => or([eb('raceid', '=', raceid), ...(staffid === null ? [] : [eb('staffid', '=', staffid)])]))
    .orderBy('used_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.mapping as Mapping | undefined
}
