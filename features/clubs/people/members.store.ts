import type { Updateable } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { ClubMembers } from '#db/schema.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import type { MemberFacts } from './members.rules.ts'

export type MemberRow = MemberFacts & {
  raceid: number
  id: number
  clubid: number
  eventid: number
  _key: string
  name: string
  idnum_mask: string
  mobile_mask: string
  document_ix: Buffer
  draft: Buffer
  uid: number | null
  lang: string | null
  replaces: number | null
  ended_at: Date | null
  /** The registration of the person, if there is one. */
  r_key: string | null
  r_orderid: number | null
  r_price: number | null
}

const members = `select m.*, r.state as r_state, r.pay_at as r_pay_at, r.deleted_at as r_deleted_at,
    r.closed_at as r_closed_at, r.refundid as r_refundid, r.exited_at as r_exited_at, r._key as r_key,
    r.orderid as r_orderid, r.price as r_price
  from club_members m
  left join ${registrationRows.text} r on r.raceid = m.raceid and r.id = m.registrationid`

/** Lists all people of a club in the order in which they were listed. The quotas of the club limit their number. */
export const membersOf = (on: Db | Tx, raceid: number, clubid: number): Promise<MemberRow[]> =>
  named<MemberRow>(
    on,
    'members of club',
    `${members} where m.raceid = $1 and m.clubid = $2 and m.ended_at is null order by m.id`,
    [raceid, clubid],
  )
export const pageOfMembers = (
  db: Db,
  raceid: number,
  clubid: number,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<MemberRow[]> =>
  named<MemberRow>(
    db,
    'page of members',
    `${members} where m.raceid = $1 and m.clubid = $2 and m.ended_at is null and m.id > $3 order by m.id limit $4`,
    [raceid, clubid, after ?? 0, limit],
  )
export const findMember = async (on: Db | Tx, raceid: number, id: number): Promise<MemberRow | undefined> =>
  (
    await named<MemberRow>(on, 'find member', `${members} where m.raceid = $1 and m.id = $2 and m.ended_at is null`, [
      raceid,
      id,
    ])
  )[0]
export const memberByKey = async (on: Db | Tx, raceid: number, key: string): Promise<MemberRow | undefined> =>
  (
    await named<MemberRow>(
      on,
      'member by key',
      `${members} where m.raceid = $1 and m._key = $2 and m.ended_at is null`,
      [raceid, key],
    )
  )[0]

/** The counts of one event of a club: unpaid registrations, and people of the list without a registration. */
export type MemberCount = { clubid: number; eventid: number; unpaid: number; listed: number }
/**
 * Counts the people of some clubs by event. `memberState` decides by the same rule for one person. A person who is to
 * replace somebody does not count yet, because this person takes no new place.
 */
export const countMembers = (on: Db | Tx, raceid: number, clubids: readonly number[]): Promise<MemberCount[]> =>
  named<MemberCount>(
    on,
    'count members',
    `select m.clubid, m.eventid,
       (count(*) filter (where r.id is not null and r.closed_at is null and r.deleted_at is null and r.exited_at is null
         and r.refundid = 0 and r.pay_at is null))::integer as unpaid,
       (count(*) filter (where m.replaces is null and (r.id is null or r.closed_at is not null)))::integer as listed
     from club_members m
     left join ${registrationRows.text} r on r.raceid = m.raceid and r.id = m.registrationid
     where m.raceid = $1 and m.clubid = any($2::integer[]) and m.ended_at is null
     group by m.clubid, m.eventid`,
    [raceid, clubids],
  )

export type NewMember = {
  raceid: number
  clubid: number
  eventid: number
  _key: string
  name: string
  idnum_mask: string
  mobile_mask: string
  document_ix: Buffer
  draft: Buffer
  replaces: number | null
}
export const insertMember = async (tx: Tx, row: NewMember, now: Date): Promise<number> =>
  (
    await tx
      .insertInto('club_members')
      .values({ ...row, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
export const updateMember = async (
  tx: Tx,
  raceid: number,
  id: number,
  set: Updateable<ClubMembers>,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('club_members')
    .set({ ...set, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}

const erased = `name = '', idnum_mask = '', mobile_mask = '', draft = '', uid = null`
/** Takes a person off the list and erases the person's values. */
export const eraseMember = async (tx: Tx, raceid: number, id: number, now: Date): Promise<void> => {
  await named(
    tx,
    'erase member',
    `update club_members set ${erased}, ended_at = coalesce(ended_at, $3), updated_at = $3
      where raceid = $1 and id = $2`,
    [raceid, id, now],
  )
}

/**
 * Empties the sealed values of people whose registration is paid, and of all people whose race was run before `before`.
 * One call handles at most 1,000 people. Returns their number.
 */
export const emptyDrafts = async (db: Db, before: Date, now: Date, races: string): Promise<number> =>
  (
    await named<{ id: number }>(
      db,
      'empty drafts of clubs',
      `with done as (
         select m.raceid, m.id from club_members m
         left join ${registrationRows.text} r on r.raceid = m.raceid and r.id = m.registrationid
         join ${races} g on g.id = m.raceid
         where m.draft <> '' and (r.pay_at is not null or g.time < $1) limit 1000
       )
       update club_members m set draft = '', updated_at = $2 from done where m.raceid = done.raceid and m.id = done.id
       returning m.id`,
      [before, now],
    )
  ).length

export const linkRegistration = async (tx: Tx, raceid: number, id: number, key: string, now: Date): Promise<void> => {
  await named(
    tx,
    'link member',
    `update club_members m set registrationid = r.id, updated_at = $4
      from ${registrationRows.text} r
      where m.raceid = $1 and m.id = $2 and r.raceid = m.raceid and r._key = $3`,
    [raceid, id, key, now],
  )
}
