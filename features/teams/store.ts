import { sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import { holdsName } from '#db/names/nameSearch.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { emptyTeam, registrationRows, writeTeam } from '#features/registrations/public.store.ts'
import { eventRows } from '#features/events/public.store.ts'
import { resultsFollow } from './public.store.ts'
import { TEAMS_MOVED } from './rules.ts'

/**
 * The condition that a registration `r` can belong to a team. `mayBeMember` in the registrations' membership rules is
 * the same rule.
 */
const live = sql<boolean>`r.deleted_at is null and r.closed_at is null and r.refundid = 0
  and r.state not in ('delay', 'waitfail')`

export type StoredTeam = {
  id: number
  raceid: number
  name: string
  profile: string
  cover: string
  password: string
  created_at: Date
  updated_at: Date
  members: number
  /** The id of the captain's registration. The next columns are about this registration too. */
  captain: number
  captain_name: string
  captain_hides: boolean
  captain_uid: number
  captain_mobile_ix: Buffer | null
  captain_signup_until: Date | null
}

const select = sql`
  select t.id, t.raceid, t.name, t.profile, t.cover, t.password, t.created_at, t.updated_at, m.members,
    c.id as captain, c.name as captain_name, c.hide_name as captain_hides, c.uid as captain_uid,
      c.mobile_ix as captain_mobile_ix, e.signup_until as captain_signup_until
  from teams t
  cross join lateral (
    select count(*)::integer as members, (array_agg(r.id
      order by r.id = t.captain desc, r.team_at, r.id))[1] as captain
    from ${registrationRows.sql} r where r.raceid = t.raceid and r.teamid = t.id and ${live}) m
  join ${registrationRows.sql} c on c.raceid = t.raceid and c.id = m.captain
  join ${eventRows.sql} e on e.raceid = c.raceid and e.id = c.eventid`

/** Finds a team that has members. A team without members has ended. */
export const findTeam = async (on: Db | Tx, raceid: number, id: number): Promise<StoredTeam | undefined> =>
  (await sql<StoredTeam>`${select} where t.raceid = ${raceid} and t.id = ${id} and t.closed_at is null`.execute(on))
    .rows[0]

/** Lists teams, the newest first. `q` is written in the same way as `name_norm`. */
export const listTeams = async (
  db: Db,
  raceid: number,
  { q, before, limit }: { q: string; before: number | undefined; limit: number },
): Promise<StoredTeam[]> =>
  (
    await sql<StoredTeam>`${select}
      where t.raceid = ${raceid} and t.closed_at is null and t.id < ${before ?? Number.MAX_SAFE_INTEGER}
        and ${holdsName(sql`t.name_norm`, q)}
      order by t.id desc limit ${limit}`.execute(db)
  ).rows

/** Locks a team. A caller locks the team before the registrations that join or leave it. */
export const lockTeam = async (tx: Tx, raceid: number, id: number): Promise<void> => {
  await sql`select 1 from teams where raceid = ${raceid} and id = ${id} for update`.execute(tx)
}

export type MemberRow = {
  id: number
  _key: string
  name: string
  hide_name: boolean
  uid: number
  raceid: number
  mobile_ix: Buffer | null
  e_name: string
  e_names: unknown
  team_at: Date | null
}
export const listMembers = async (on: Db | Tx, raceid: number, teamid: number): Promise<MemberRow[]> =>
  (
    await sql<MemberRow>`
      select r.id, r._key, r.name, r.hide_name, r.uid, r.raceid, r.mobile_ix, r.team_at, e.name as e_name,
        e.names as e_names
      from ${registrationRows.sql} r join ${eventRows.sql} e on e.raceid = r.raceid and e.id = r.eventid
      where r.raceid = ${raceid} and r.teamid = ${teamid} and ${live} order by r.team_at, r.id`.execute(on)
  ).rows

/**
 * Adds the job that ranks the teams of results again. If the race has no results, it adds no job, so that sign-ups do
 * not wait for each other's job.
 */
const notifyResults = async (tx: Tx, raceid: number): Promise<void> => {
  if (await resultsFollow.get()(tx, raceid))
    await addJob(tx, TEAMS_MOVED, { raceid }, { key: `${TEAMS_MOVED} ${raceid}` })
}

/** Puts a registration into a team. Null as `teamid` takes it out of its team. */
export const setTeam = async (
  tx: Tx,
  raceid: number,
  registrationid: number,
  teamid: number | null,
  now: Date,
): Promise<void> => {
  await writeTeam(tx, raceid, registrationid, teamid, now)
  await notifyResults(tx, raceid)
}

type NewTeam = {
  raceid: number
  name: string
  name_norm: string
  profile: string
  cover: string
  password: string
  captain: number
  created_at: Date
  updated_at: Date
}
export const insertTeam = async (tx: Tx, row: NewTeam): Promise<number> =>
  (await tx.insertInto('teams').values(row).returning('id').executeTakeFirstOrThrow()).id

export const updateTeam = async (
  tx: Tx,
  raceid: number,
  id: number,
  set: Partial<Omit<NewTeam, 'raceid' | 'created_at'>> & { updated_at: Date; closed_at?: Date },
): Promise<void> => {
  await tx.updateTable('teams').set(set).where('raceid', '=', raceid).where('id', '=', id).execute()
  if (set.name !== undefined || set.closed_at) await notifyResults(tx, raceid)
}

/** Locks the team with this name and returns its id. `name_norm` is the name as `normalTeamName` writes it. */
export const lockTeamOfName = async (tx: Tx, raceid: number, name_norm: string): Promise<number | undefined> =>
  (
    await tx
      .selectFrom('teams')
      .select('id')
      .where('raceid', '=', raceid)
      .where('name_norm', '=', name_norm)
      .where('closed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
  )?.id

/** Takes all members out of the team and frees its name. */
export const dissolve = async (tx: Tx, raceid: number, id: number, now: Date): Promise<void> => {
  await emptyTeam(tx, raceid, id, now)
  await updateTeam(tx, raceid, id, { closed_at: now, updated_at: now })
}
