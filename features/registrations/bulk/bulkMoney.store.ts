import { sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import { lockAll } from '#db/locks.ts'
import { type RegistrationFilter, conditionsOf } from '../lookup/registrationList.store.ts'

/** Lists the matching registrations by id. */
export const listMatching = async (
  on: Db | Tx,
  filter: RegistrationFilter,
  { after, upto, limit }: { after: number; upto?: number | undefined; limit: number },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select r.id from registrations r
    where ${conditionsOf(filter)} and r.id > ${after} and (${upto ?? null}::bigint is null or r.id <= ${upto ?? null})
    order by r.id limit ${limit}`.execute(on)
  return rows.map(({ id }) => id)
}
/** Lists the frozen rows of an action by registration. */
export const listFrozen = async (
  tx: Tx,
  { raceid, bulkid, after, limit }: { raceid: number; bulkid: number; after: number; limit: number },
): Promise<number[]> =>
  (
    await tx
      .selectFrom('bulk_rows')
      .select('registrationid')
      .where('raceid', '=', raceid)
      .where('bulkid', '=', bulkid)
      .where('registrationid', '>', after)
      .orderBy('registrationid')
      .limit(limit)
      .execute()
  ).map(({ registrationid }) => registrationid)

export const freezeAmounts = async (
  tx: Tx,
  { raceid, bulkid }: { raceid: number; bulkid: number },
  amounts: ReadonlyMap<number, number>,
): Promise<void> => {
  if (amounts.size === 0) return
  const given = JSON.stringify(Array.from(amounts, ([id, amount]) => ({ id, amount })))
  await sql`
    update bulk_rows b set amount = one.amount from jsonb_to_recordset(${given}::jsonb) as one (id bigint, amount bigint)
    where b.raceid = ${raceid} and b.bulkid = ${bulkid} and b.registrationid = one.id`.execute(tx)
}

/**
 * Locks the sum of the bulk refunds that a member of staff makes. Two actions of this person at the same time then add
 * up.
 */
export const lockSum = (tx: Tx, raceid: number, staffid: number): Promise<void> =>
  lockAll(tx, [{ kind: 'bulk refunds', raceid, id: staffid }])
/**
 * Sums the fen of bulk refunds that a member of staff began after `since` and that nobody approved. A running action
 * counts with its whole amount. A stopped or ended action counts with the fen that it really gave back.
 */
export const sumUnapproved = async (on: Db | Tx, raceid: number, staffid: number, since: Date): Promise<number> => {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(case when b.state = 'running' then b.amount else c.back end), 0)::text as sum
    from bulk_actions b
    cross join lateral (
      select sum(r.back) as back from bulk_rows r where r.raceid = b.raceid and r.bulkid = b.id) c
    where b.raceid = ${raceid} and b.staffid = ${staffid} and b.created_at > ${since} and b.approved_by is null
      and b.amount is not null and b.state in ('running', 'stopped', 'ended')`.execute(on)
  return Number(rows[0]!.sum)
}
export const updateMoney = async (
  tx: Tx,
  { raceid, id, amount, state }: { raceid: number; id: number; amount: number; state: 'waiting' | 'running' },
): Promise<void> =>
  void (await tx
    .updateTable('bulk_actions')
    .set({ amount, state })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute())
/** Approves a waiting action. The caller has locked it. */
export const updateApproved = async (
  tx: Tx,
  { raceid, id, staffid, now }: { raceid: number; id: number; staffid: number; now: Date },
): Promise<void> =>
  void (await tx
    .updateTable('bulk_actions')
    .set({ state: 'running', approved_by: staffid, approved_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute())
