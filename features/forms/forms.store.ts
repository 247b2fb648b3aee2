import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import type { OwnFields } from '#db/schema.ts'

export type OwnFieldRow = Selectable<OwnFields>

export const listOwnFields = (on: Db | Tx, raceid: number): Promise<OwnFieldRow[]> =>
  on.selectFrom('own_fields').selectAll().where('raceid', '=', raceid).orderBy('created_at').orderBy('name').execute()

export const upsertOwnField = async (tx: Tx, row: Insertable<OwnFields>): Promise<void> => {
  const { raceid: _race, name: _name, created_at: _at, ...kept } = row
  await tx
    .insertInto('own_fields')
    .values(row)
    .onConflict((on) => on.columns(['raceid', 'name']).doUpdateSet(kept))
    .execute()
}
export const removeOwnField = async (tx: Tx, raceid: number, name: string): Promise<void> => {
  await tx.deleteFrom('own_fields').where('raceid', '=', raceid).where('name', '=', name).execute()
}
