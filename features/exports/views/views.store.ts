import { type Db, type Tx, named } from '#db/db.ts'
import { staffRows } from '#features/staff/public.store.ts'

export type SavedViewRow = {
  id: number
  name: string
  staffid: number
  shared: boolean
  filter: unknown
  columns: unknown
  by: string
}

/** Lists the views of a table that a member of staff sees: the member's own views and shared views. */
export const listViews = (on: Db | Tx, raceid: number, subject: string, staffid: number): Promise<SavedViewRow[]> =>
  named<SavedViewRow>(
    on,
    'views: list',
    `select v.id, v.name, v.staffid, v.shared, v.filter, v.columns, s.name as by
     from table_views v join ${staffRows.text} s on s.staffid = v.staffid
     where v.raceid = $1 and v.subject = $2 and (v.shared or v.staffid = $3)
     order by v.shared, v.name, v.id`,
    [raceid, subject, staffid],
  )

export type ViewKept = {
  raceid: number
  subject: string
  name: string
  staffid: number
  shared: boolean
  filter: string
  columns: string
  updated_at: Date
}
export const saveView = async (tx: Tx, row: ViewKept): Promise<number> => {
  const { shared, filter, columns, updated_at } = row
  const { id } = await tx
    .insertInto('table_views')
    .values(row)
    .onConflict((at) =>
      at.columns(['raceid', 'subject', 'staffid', 'name']).doUpdateSet({ shared, filter, columns, updated_at }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
export const countViews = async (tx: Tx, raceid: number, subject: string, staffid: number): Promise<number> => {
  const { count } = await tx
    .selectFrom('table_views')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('raceid', '=', raceid)
    .where('subject', '=', subject)
    .where('staffid', '=', staffid)
    .executeTakeFirstOrThrow()
  return Number(count)
}
export const removeView = async (tx: Tx, raceid: number, id: number): Promise<void> => {
  await tx.deleteFrom('table_views').where('raceid', '=', raceid).where('id', '=', id).execute()
}
