import { sql } from 'kysely'
import type { Text } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import { resultRows } from '#features/results/public.store.ts'
import { staffRows } from '#features/staff/public.store.ts'
import type { FlagColour, FlagKind, SafetyAudience } from './rules.ts'

export type SafetyFilter = { raceid: number; eventids: readonly number[]; audience: SafetyAudience }
export type BroadcastRow = SafetyFilter & {
  id: number
  title: Text
  body: Text
  by_text: boolean
  until: Date
  staffid: number
  total: number
  notified: number
  after: number
  sent_at: Date | null
  created_at: Date
  ended_at: Date | null
  by: string
}

/**
 * Returns the condition for a registration `r` that a broadcast reaches. The registration must be valid, paid and not
 * refunded. A broadcast to the runners on the course reaches only runners who started and have neither finished nor
 * stopped.
 */
const reached = ({ raceid, eventids, audience }: SafetyFilter) => sql<boolean>`
  r.raceid = ${raceid} and r.state = 'normal' and r.deleted_at is null and r.closed_at is null and r.refundid = 0
  and r.pay_at is not null
  and (${eventids.length === 0} or r.eventid = any(${[...eventids]}::integer[]))
  and (${audience === 'entered'} or exists (select from ${resultRows.sql} s
    where s.raceid = r.raceid and s.registrationid = r.id and s.outcome = 'running'))`

export type ReachedCount = { registrations: number; accounts: number; mobiles: number }
export const countReached = async (on: Db | Tx, filter: SafetyFilter): Promise<ReachedCount> => {
  const { rows } = await sql<ReachedCount>`
    select count(*)::integer as registrations, count(distinct r.uid)::integer as accounts,
      count(distinct r.mobile_ix)::integer as mobiles
    from ${registrationRows.sql} r where ${reached(filter)}`.execute(on)
  return rows[0]!
}
export const listReached = async (tx: Tx, filter: SafetyFilter, after: number, limit: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select r.id from ${registrationRows.sql} r where ${reached(filter)} and r.id > ${after}
    order by r.id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

type NewBroadcast = Omit<BroadcastRow, 'id' | 'notified' | 'after' | 'sent_at' | 'ended_at' | 'by'>
export const insertBroadcast = async (tx: Tx, row: NewBroadcast): Promise<number> =>
  (
    await tx
      .insertInto('safety_broadcasts')
      .values({
        ...row,
        eventids: [...row.eventids],
        title: JSON.stringify(row.title),
        body: JSON.stringify(row.body),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
/**
 * Lists broadcasts, the newest first, at most 100. With `shownAt` it lists only the broadcasts that the pages show at
 * that moment.
 */
export const listBroadcasts = async (on: Db | Tx, raceid: number, shownAt?: Date): Promise<BroadcastRow[]> => {
  const { rows } = await sql<BroadcastRow>`
    select b.*, s.name as by from safety_broadcasts b join ${staffRows.sql} s on s.staffid = b.staffid
    where b.raceid = ${raceid}
      and (${shownAt === undefined} or (b.ended_at is null and b.until > ${shownAt ?? new Date(0)}))
    order by b.id desc limit 100`.execute(on)
  return rows
}
export const lockBroadcast = async (tx: Tx, raceid: number, id: number): Promise<BroadcastRow | undefined> =>
  (await tx
    .selectFrom('safety_broadcasts')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as BroadcastRow | undefined
export const updateBroadcast = async (
  tx: Tx,
  raceid: number,
  id: number,
  change: Partial<Pick<BroadcastRow, 'notified' | 'after' | 'sent_at' | 'ended_at'>>,
): Promise<void> => {
  await tx.updateTable('safety_broadcasts').set(change).where('raceid', '=', raceid).where('id', '=', id).execute()
}

export type FlagRow = {
  of: FlagKind
  colour: FlagColour | null
  measured: number | null
  note: Partial<Text>
  created_at: Date
  by: string
}
/** Lists the last changes of the flags, the newest first. */
export const listFlags = async (on: Db | Tx, raceid: number): Promise<FlagRow[]> => {
  const { rows } = await sql<FlagRow>`
    select f.of, f.colour, f.measured::float8 as measured, f.note, f.created_at, s.name as by
    from safety_flags f join ${staffRows.sql} s on s.staffid = f.staffid
    where f.raceid = ${raceid} order by f.id desc limit 30`.execute(on)
  return rows
}
/** Lists the newest row of each kind of flag. */
export const newestFlags = async (on: Db | Tx, raceid: number): Promise<FlagRow[]> => {
  const { rows } = await sql<FlagRow>`
    select distinct on (f.of) f.of, f.colour, f.measured::float8 as measured, f.note, f.created_at, '' as by
    from safety_flags f where f.raceid = ${raceid} order by f.of, f.id desc`.execute(on)
  return rows
}
export const insertFlag = async (
  tx: Tx,
  row: Omit<FlagRow, 'by'> & { raceid: number; staffid: number },
): Promise<void> => {
  await tx
    .insertInto('safety_flags')
    .values({ ...row, note: JSON.stringify(row.note) })
    .execute()
}
