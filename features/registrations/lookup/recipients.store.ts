import { sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import { type RegistrationFilter, conditionsOf } from './registrationList.store.ts'
import type { MessageAudience } from './recipients.rules.ts'

export type RecipientFilter = { raceid: number; eventid: number | null; audience: MessageAudience }

const whoIs = ({ raceid, eventid, audience }: RecipientFilter) => {
  const live = sql`raceid = ${raceid} and deleted_at is null and closed_at is null and refundid = 0
    and (${eventid}::integer is null or eventid = ${eventid}::integer)`
  if (audience === 'all') return live
  if (audience === 'entered') return sql`${live} and state = 'normal' and pay_at is not null`
  if (audience === 'unpaid') return sql`${live} and state = 'normal' and pay_at is null`
  if (audience === 'news') return sql`${live} and consents ? 'marketing' and not consents->'marketing' ? 'withdrawn_at'`
  return sql`${live} and state = ${audience}`
}

export type Recipient = {
  id: number
  uid: number
  mobile: Buffer | null
  mobile_ix: Buffer | null
  mobile_mask: string | null
  lang: string | null
  idtype: string
}

export const selectRecipients = async (
  on: Db | Tx,
  filter: RecipientFilter,
  after: number,
  limit: number,
): Promise<Recipient[]> =>
  (
    await sql<Recipient>`select id, uid, mobile, mobile_ix, mobile_mask, lang, idtype from registrations
      where ${whoIs(filter)} and id > ${after} order by id limit ${limit}`.execute(on)
  ).rows

export const selectIdsOfAudience = async (
  on: Db | Tx,
  filter: RecipientFilter,
  after: number,
  limit: number,
): Promise<number[]> =>
  (
    await sql<{ id: number }>`select id from registrations
      where ${whoIs(filter)} and id > ${after} order by id limit ${limit}`.execute(on)
  ).rows.map(({ id }) => id)
export const selectIdsMatching = async (
  on: Db | Tx,
  filter: RegistrationFilter,
  after: number,
  limit: number,
): Promise<number[]> =>
  (
    await sql<{ id: number }>`select r.id from registrations r
      where ${conditionsOf(filter)} and r.id > ${after} order by r.id limit ${limit}`.execute(on)
  ).rows.map(({ id }) => id)
export const selectCountOfIds = async (
  on: Db | Tx,
  raceid: number,
  ids: readonly number[],
): Promise<{ mobiles: number; uids: number[] }> => {
  const { rows } = await sql<{ uid: number; mobiles: number }>`with chosen as (
      select uid, mobile_ix from registrations where raceid = ${raceid} and id = any(${[...ids]}::bigint[]))
    select distinct uid, (select count(distinct mobile_ix)::integer from chosen) as mobiles from chosen`.execute(on)
  return { mobiles: rows[0]?.mobiles ?? 0, uids: rows.map(({ uid }) => uid) }
}
