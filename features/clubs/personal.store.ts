import { type Db, type Tx, named } from '#db/db.ts'
import type { Merging } from '#contract/personal.ts'
import { raceRows } from '#features/races/public.store.ts'
import { emptyDrafts } from './people/members.store.ts'

type HeldClub = { raceid: number; club: string; as: 'captain' | 'member'; at: Date }
/** Lists the clubs that an account leads, and the club entries of the account, at most 500 together. */
export const listHeldClubs = (db: Db, uid: number): Promise<HeldClub[]> =>
  named<HeldClub>(
    db,
    'clubs of account',
    `select k.raceid, c.name as club, 'captain' as "as", k.joined_at as at
      from club_captains k join clubs c on c.raceid = k.raceid and c.id = k.clubid where k.uid = $1
     union all
     select m.raceid, c.name, 'member', m.completed_at
      from club_members m join clubs c on c.raceid = m.raceid and c.id = m.clubid
      where m.uid = $1 and m.ended_at is null
     order by at desc limit 500`,
    [uid],
  )
/** Moves clubs to another account of the same person. If both accounts lead the same club, one captain remains. */
export const adoptClubs = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await named(
    tx,
    'adopt captains',
    `insert into club_captains (raceid, clubid, uid, joined_at)
      select raceid, clubid, $2, joined_at from club_captains where uid = $1 on conflict do nothing`,
    [from, to],
  )
  await named(tx, 'leave captains', 'delete from club_captains where uid = $1', [from])
  await named(tx, 'adopt members of clubs', 'update club_members set uid = $2 where uid = $1', [from, to])
}
export const forgetAccount = async (tx: Tx, uid: number, now: Date): Promise<void> => {
  await named(tx, 'forget captain', 'delete from club_captains where uid = $1', [uid])
  await named(
    tx,
    'forget members of account',
    `update club_members set name = '', idnum_mask = '', mobile_mask = '', draft = '', uid = null, updated_at = $2,
       ended_at = coalesce(ended_at, $2)
      where uid = $1 and registrationid is null`,
    [uid, now],
  )
  await named(tx, 'part members from account', 'update club_members set uid = null where uid = $1', [uid])
}
export const forgetRegistration = async (tx: Tx, raceid: number, id: number, now: Date): Promise<void> => {
  await named(
    tx,
    'forget member of registration',
    `update club_members set name = '', idnum_mask = '', mobile_mask = '', draft = '', uid = null, updated_at = $3
      where raceid = $1 and registrationid = $2`,
    [raceid, id, now],
  )
}
/**
 * Erases the names, masks and drafts of people whose registrations lose their identity, and the links to their
 * accounts.
 */
export const forgetSpan = async (
  tx: Tx,
  raceid: number,
  { after, upto }: { after: number; upto: number },
  now: Date,
): Promise<number> =>
  (
    await named<{ id: number }>(
      tx,
      'forget members by retention',
      `update club_members set name = '', idnum_mask = '', mobile_mask = '', draft = '', uid = null, updated_at = $4
        where raceid = $1 and registrationid > $2 and registrationid <= $3 and name <> '' returning id`,
      [raceid, after, upto, now],
    )
  ).length
export const countNamed = async (db: Db, raceid: number): Promise<number> =>
  (
    await named<{ n: number }>(
      db,
      'count named members',
      `select count(*)::integer as n from club_members where raceid = $1 and registrationid is not null and name <> ''`,
      [raceid],
    )
  )[0]!.n

/** Erases people without a registration whose race was run before `before`, and drafts that a registration replaced. */
export const sweepDrafts = async (db: Db, before: Date, now: Date): Promise<void> => {
  await emptyDrafts(db, before, now, raceRows.text)
  await named(
    db,
    'erase people who never entered',
    `update club_members m set name = '', idnum_mask = '', mobile_mask = '', uid = null, updated_at = $2,
       ended_at = coalesce(ended_at, $2)
      from ${raceRows.text} g
      where g.id = m.raceid and g.time < $1 and m.registrationid is null and m.name <> ''`,
    [before, now],
  )
}
