import type { Db, Tx } from '#db/db.ts'

export type ExportRow = { raceid: number; id: number; staffid: number; asked: Buffer; expires_at: Date }

/** Saves an export, and removes exports whose address has expired. */
export const insertExport = async (tx: Tx, row: Omit<ExportRow, 'id'> & { created_at: Date }): Promise<number> => {
  await tx
    .deleteFrom('table_exports')
    .where('raceid', '=', row.raceid)
    .where('expires_at', '<', row.created_at)
    .execute()
  const { id } = await tx.insertInto('table_exports').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}
export const findExport = (db: Db, raceid: number, id: number): Promise<ExportRow | undefined> =>
  db
    .selectFrom('table_exports')
    .select(['raceid', 'id', 'staffid', 'asked', 'expires_at'])
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .executeTakeFirst()
export const endExport = async (db: Db, raceid: number, id: number, rows: number, now: Date): Promise<void> => {
  await db
    .updateTable('table_exports')
    .set({ rows, ended_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}

export type LayoutRow = { id: number; name: string; columns: unknown }
export const listLayouts = (on: Db | Tx, raceid: number, subject: string): Promise<LayoutRow[]> =>
  on
    .selectFrom('table_layouts')
    .select(['id', 'name', 'columns'])
    .where('raceid', '=', raceid)
    .where('subject', '=', subject)
    .orderBy('name')
    .execute()
export const saveLayout = async (
  tx: Tx,
  row: { raceid: number; subject: string; name: string; columns: string; staffid: number | null; updated_at: Date },
): Promise<number> => {
  const { id } = await tx
    .insertInto('table_layouts')
    .values(row)
    .onConflict((at) =>
      at
        .columns(['raceid', 'subject', 'name'])
        .doUpdateSet({ columns: row.columns, staffid: row.staffid, updated_at: row.updated_at }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
export const removeLayout = async (tx: Tx, raceid: number, subject: string, id: number): Promise<string | undefined> =>
  (
    await tx
      .deleteFrom('table_layouts')
      .where('raceid', '=', raceid)
      .where('subject', '=', subject)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
  )?.name
