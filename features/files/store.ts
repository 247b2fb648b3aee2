import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import type { Files } from '#db/schema.ts'
import { FEED_PICTURE } from './rules.ts'

export type FileRow = Selectable<Files>
export const findFile = (db: Db | Tx, raceid: number, hash: string): Promise<FileRow | undefined> =>
  db
    .selectFrom('files')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('hash', '=', hash)
    .where('private', '=', false)
    .executeTakeFirst()
/** Finds the row of a private file by its hash. The caller checks who may see the file. */
export const findPrivateFile = (db: Db | Tx, raceid: number, hash: string): Promise<FileRow | undefined> =>
  db
    .selectFrom('files')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('hash', '=', hash)
    .where('private', '=', true)
    .executeTakeFirst()

/**
 * Saves a file's row. A picture that is uploaded twice has one row. If another room also keeps a picture of the feed,
 * the row loses the name `FEED_PICTURE`, so that the feed cannot remove the picture.
 */
export const saveFile = async (db: Db, row: Insertable<Files>): Promise<void> => {
  await db
    .insertInto('files')
    .values(row)
    .onConflict((on) =>
      on
        .columns(['raceid', 'hash'])
        .doUpdateSet((eb) => ({ name: eb.ref('excluded.name') }))
        .where('files.name', '=', FEED_PICTURE),
    )
    .execute()
}
