import type { Updateable } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { namePattern } from '#contract/names/han.ts'
import type { Clubs } from '#db/schema.ts'
import { raceRows } from '#features/races/public.store.ts'

export type ClubRow = {
  raceid: number
  id: number
  name: string
  kind: 'club' | 'company'
  swap_until: Date | null
  closed_at: Date | null
  created_at: Date
  updated_at: Date
}
const asClub = (row: object | undefined): ClubRow | undefined => row as ClubRow | undefined

export const findClub = async (on: Db | Tx, raceid: number, id: number): Promise<ClubRow | undefined> =>
  asClub(await on.selectFrom('clubs').selectAll().where('raceid', '=', raceid).where('id', '=', id).executeTakeFirst())
/** Locks a club until the transaction ends. Captains and people of the list change the list only under this lock. */
export const lockClub = async (tx: Tx, raceid: number, id: number): Promise<ClubRow | undefined> =>
  asClub(
    await tx
      .selectFrom('clubs')
      .selectAll()
      .where('raceid', '=', raceid)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )
export const listClubs = async (
  db: Db,
  raceid: number,
  { q, before, limit }: { q: string; before: number | undefined; limit: number },
): Promise<ClubRow[]> =>
  named<ClubRow>(
    db,
    'list clubs',
    `select * from clubs
      where raceid = $1 and name ~* $2 and ($3::integer is null or id < $3)
      order by id desc limit $4`,
    [raceid, namePattern(q), before ?? null, limit],
  )
/** The most open clubs of one race that `listOpenClubs` returns. */
const OPEN_MOST = 1000
export const listOpenClubs = (db: Db, raceid: number): Promise<ClubRow[]> =>
  named<ClubRow>(
    db,
    'open clubs',
    `select * from clubs where raceid = $1 and closed_at is null order by id desc limit ${OPEN_MOST}`,
    [raceid],
  )
export const insertClub = async (tx: Tx, row: Omit<ClubRow, 'id' | 'closed_at'>): Promise<number> =>
  (await tx.insertInto('clubs').values(row).returning('id').executeTakeFirstOrThrow()).id
export const updateClub = async (
  tx: Tx,
  raceid: number,
  id: number,
  set: Updateable<Clubs>,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('clubs')
    .set({ ...set, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}

export type QuotaRow = { clubid: number; eventid: number; inviteid: number }
/** Lists the quotas of some clubs, in the order of their events. */
export const quotasOf = (on: Db | Tx, raceid: number, clubids: readonly number[]): Promise<QuotaRow[]> =>
  named<QuotaRow>(
    on,
    'quotas of clubs',
    `select clubid, eventid, inviteid from club_quotas where raceid = $1 and clubid = any($2::integer[])
      order by clubid, eventid`,
    [raceid, clubids],
  )
export const insertQuota = async (tx: Tx, raceid: number, row: QuotaRow): Promise<void> => {
  await tx
    .insertInto('club_quotas')
    .values({ raceid, ...row })
    .execute()
}
export const removeQuota = async (tx: Tx, raceid: number, clubid: number, eventid: number): Promise<void> => {
  await tx
    .deleteFrom('club_quotas')
    .where('raceid', '=', raceid)
    .where('clubid', '=', clubid)
    .where('eventid', '=', eventid)
    .execute()
}

export const insertInvite = async (
  tx: Tx,
  row: { raceid: number; clubid: number; token_hash: Buffer; staffid: number; created_at: Date; expires_at: Date },
): Promise<void> => {
  await tx.insertInto('club_invites').values(row).execute()
}
type InviteRow = { clubid: number; expires_at: Date; used_at: Date | null }
export const findInvite = (on: Db | Tx, raceid: number, hash: Buffer): Promise<InviteRow | undefined> =>
  on
    .selectFrom('club_invites')
    .select(['clubid', 'expires_at', 'used_at'])
    .where('raceid', '=', raceid)
    .where('token_hash', '=', hash)
    .executeTakeFirst()
/** Uses a link. Returns its club, or undefined if the link is used or over. */
export const spendInvite = async (tx: Tx, raceid: number, hash: Buffer, now: Date): Promise<number | undefined> =>
  (
    await tx
      .updateTable('club_invites')
      .set({ used_at: now })
      .where('raceid', '=', raceid)
      .where('token_hash', '=', hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('clubid')
      .executeTakeFirst()
  )?.clubid

export const insertCaptain = async (
  tx: Tx,
  row: { raceid: number; clubid: number; uid: number; joined_at: Date },
): Promise<void> => {
  await tx
    .insertInto('club_captains')
    .values(row)
    .onConflict((on) => on.columns(['raceid', 'clubid', 'uid']).doNothing())
    .execute()
}
export const isCaptain = async (on: Db | Tx, raceid: number, clubid: number, uid: number): Promise<boolean> =>
  (await on
    .selectFrom('club_captains')
    .select('uid')
    .where('raceid', '=', raceid)
    .where('clubid', '=', clubid)
    .where('uid', '=', uid)
    .executeTakeFirst()) !== undefined
export const countCaptains = async (
  db: Db | Tx,
  raceid: number,
  clubids: readonly number[],
): Promise<Map<number, number>> =>
  new Map(
    (
      await named<{ clubid: number; n: number }>(
        db,
        'captains of clubs',
        `select clubid, count(*)::integer as n from club_captains where raceid = $1 and clubid = any($2::integer[])
          group by clubid`,
        [raceid, clubids],
      )
    ).map(({ clubid, n }) => [clubid, n]),
  )

export type LedClub = Pick<ClubRow, 'raceid' | 'id' | 'name' | 'kind'> & { race: string; names: unknown }
/** Lists the clubs that an account leads, at most 100. The club that the account began to lead last comes first. */
export const clubsOfCaptain = (db: Db, uid: number): Promise<LedClub[]> =>
  named<LedClub>(
    db,
    'clubs of captain',
    `select c.raceid, c.id, c.name, c.kind, r.name as race, r.names
      from club_captains k join clubs c on c.raceid = k.raceid and c.id = k.clubid
      join ${raceRows.text} r on r.id = c.raceid
      where k.uid = $1 order by k.joined_at desc, c.id desc limit 100`,
    [uid],
  )
