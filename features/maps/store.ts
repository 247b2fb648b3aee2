import type { Db, Tx } from '#db/db.ts'

export const findMapSettings = (on: Db | Tx): Promise<{ ground: unknown; updated_at: Date } | undefined> =>
  on.selectFrom('map_settings').select(['ground', 'updated_at']).where('id', '=', 1).executeTakeFirst()
export const saveMapSettings = async (tx: Tx, ground: object, now: Date): Promise<void> => {
  const row = { ground: JSON.stringify(ground), updated_at: now }
  await tx
    .insertInto('map_settings')
    .values({ id: 1, ...row })
    .onConflict((clash) => clash.column('id').doUpdateSet(row))
    .execute()
}
