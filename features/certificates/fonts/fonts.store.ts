import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import type { Fonts } from '#db/schema.ts'

export type FontRow = Selectable<Fonts>
export const listFonts = (db: Db | Tx, raceid: number): Promise<FontRow[]> =>
  db
    .selectFrom('fonts')
    .selectAll()
    .where('raceid', '=', raceid)
    .orderBy('family')
    .orderBy('weight')
    .orderBy('italic')
    .execute()
export const findFont = (db: Db | Tx, raceid: number, hash: string): Promise<FontRow | undefined> =>
  db.selectFrom('fonts').selectAll().where('raceid', '=', raceid).where('hash', '=', hash).executeTakeFirst()
/**
 * Inserts a font. Returns undefined if the race has the same font, or another font with the same family, weight and
 * slant.
 */
export const insertFont = (tx: Tx, row: Insertable<Fonts>): Promise<FontRow | undefined> =>
  tx
    .insertInto('fonts')
    .values(row)
    .onConflict((on) => on.doNothing())
    .returningAll()
    .executeTakeFirst()
export const removeFont = async (tx: Tx, raceid: number, hash: string): Promise<void> => {
  await tx.deleteFrom('fonts').where('raceid', '=', raceid).where('hash', '=', hash).execute()
}
