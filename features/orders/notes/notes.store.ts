import { sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import { staffRows } from '#features/staff/public.store.ts'
import type { OrderNote } from './notes.contract.ts'

export type NoteRow = Omit<OrderNote, 'settled_at' | 'created_at'> & { settled_at: Date | null; created_at: Date }
const columns = sql`n.id, n.orderid, o.tradeno, n.body, to_char(n.follow_on, 'YYYY-MM-DD') as follow_on, n.settled_at,
  s.name as by, n.created_at`
const joined = sql`order_notes n join orders o on o.raceid = n.raceid and o.id = n.orderid
  join ${staffRows.sql} s on s.staffid = n.staffid`

/** Lists the comments on an order, the newest first. `before` is the last id of the previous page. */
export const listNotes = async (
  on: Db | Tx,
  raceid: number,
  orderid: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<NoteRow[]> => {
  const { rows } = await sql<NoteRow>`
    select ${columns} from ${joined} where n.raceid = ${raceid} and n.orderid = ${orderid}
      and (${before ?? null}::bigint is null or n.id < ${before ?? null}::bigint)
    order by n.id desc limit ${limit}`.execute(on)
  return rows
}
/** Lists the open follow-ups that are due on a day or were due before, the oldest day first. */
export const listDueNotes = async (
  db: Db,
  raceid: number,
  today: string,
  { after, limit }: { after: { day: string; id: number } | undefined; limit: number },
): Promise<NoteRow[]> => {
  const { rows } = await sql<NoteRow>`
    select ${columns} from ${joined} where n.raceid = ${raceid} and n.settled_at is null and n.follow_on <= ${today}::date
      and (${after?.day ?? null}::date is null or (n.follow_on, n.id) > (${after?.day ?? null}::date, ${after?.id ?? 0}))
    order by n.follow_on, n.id limit ${limit}`.execute(db)
  return rows
}
export const countDueNotes = async (db: Db, raceid: number, today: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from order_notes
    where raceid = ${raceid} and settled_at is null and follow_on <= ${today}::date`.execute(db)
  return rows[0]!.n
}
type NewNote = {
  raceid: number
  orderid: number
  body: string
  follow_on: string | null
  staffid: number
  created_at: Date
}
export const insertNote = async (tx: Tx, row: NewNote): Promise<NoteRow> => {
  const { id } = await tx.insertInto('order_notes').values(row).returning('id').executeTakeFirstOrThrow()
  const { rows } = await sql<NoteRow>`
    select ${columns} from ${joined} where n.raceid = ${row.raceid} and n.id = ${id}`.execute(tx)
  return rows[0]!
}
/** Settles a follow-up and returns its order; undefined if there is no open follow-up with this id. */
export const settleNote = async (
  tx: Tx,
  raceid: number,
  id: number,
  staffid: number,
  now: Date,
): Promise<number | undefined> =>
  (
    await tx
      .updateTable('order_notes')
      .set({ settled_at: now, settled_by: staffid })
      .where('raceid', '=', raceid)
      .where('id', '=', id)
      .where('follow_on', 'is not', null)
      .where('settled_at', 'is', null)
      .returning('orderid')
      .executeTakeFirst()
  )?.orderid
