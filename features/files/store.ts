import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Files } from '#db/schema.ts'

export type FileRow = Selectable<Files>
export const findFile = (db: Db, raceid: number, hash: string): Promise<FileRow | undefined> => db.selectFrom('files').selectAll().where('raceid', '=', raceid).where('hash', '=', hash).executeTakeFirst()

/** The same picture twice is one row. */
export const saveFile = async (db: Db, row: Insertable<Files>): Promise<void> => {
  await db.insertInto('files').values(row).onConflict((on) => on.columns(['raceid', 'hash']).doNothing()).execute()
}
