import { sql } from 'kysely'
import { type Db, type Tx, jsonb } from '#db/db.ts'
import type { Right, RoleHeld } from '#contract/rights.ts'
import { sessionRows } from '#db/sessions.ts'
import type { LogFilter } from './contract.ts'
import { roleRows } from './public.store.ts'

export type StaffRow = { staffid: number; login: string; name: string; password: string | null; created_at: Date }
export type StaffLine = Omit<StaffRow, 'password'> & {
  waiting: boolean
  second: boolean
  second_due_at: Date | null
  roles: RoleHeld[]
  seen_at: Date | null
}

const staffColumns = ['staffid', 'login', 'name', 'password', 'created_at'] as const
const live = (on: Db | Tx) => on.selectFrom('staff').select(staffColumns).where('removed_at', 'is', null)

export const findStaff = (on: Db | Tx, staffid: number): Promise<StaffRow | undefined> =>
  live(on).where('staffid', '=', staffid).executeTakeFirst()
export const findStaffByLogin = (on: Db | Tx, login: string): Promise<StaffRow | undefined> =>
  live(on).where('login', '=', login).where('machine', '=', false).executeTakeFirst()

export const listStaff = async (on: Db | Tx): Promise<StaffLine[]> => {
  const { rows } = await sql<StaffLine>`
    select staff.staffid, login, name, password is null as waiting, staff.created_at, staff.second_due_at,
      exists (select from staff_totp t where t.staffid = staff.staffid and t.confirmed_at is not null)
        or exists (select from staff_passkeys p where p.staffid = staff.staffid) as second,
      coalesce((select jsonb_agg(jsonb_build_object('raceid', r.raceid, 'role', r.role, 'name', r.name,
        'rights', r.rights) order by r.raceid nulls first, r.role) from ${roleRows.sql} r
        where r.staffid = staff.staffid), '[]'::jsonb) as roles,
      (select max(s.seen_at) from ${sessionRows.sql} s where s.staffid = staff.staffid) as seen_at
    from staff where removed_at is null and not machine order by login`.execute(on)
  return rows
}

export const findStaffLine = async (on: Db | Tx, staffid: number): Promise<StaffLine | undefined> =>
  (await listStaff(on)).find((staff) => staff.staffid === staffid)

export const rolesOf = async (on: Db | Tx, staffid: number): Promise<RoleHeld[]> => {
  const rows = await on
    .selectFrom(roleRows.as('r'))
    .select(['raceid', 'role', 'name', 'rights'])
    .where('staffid', '=', staffid)
    .orderBy('raceid')
    .orderBy('role')
    .execute()
  return rows.map(({ role, ...held }) => ({ ...held, role: role as RoleHeld['role'] }))
}

export const hasOwner = async (on: Db | Tx): Promise<boolean> => (await countOwners(on)) > 0
/** Counts the owners who can log in: they have a password and are not removed. */
export const countOwners = async (on: Db | Tx): Promise<number> => {
  const { owners } = await on
    .selectFrom('staff')
    .innerJoin('staff_roles', 'staff_roles.staffid', 'staff.staffid')
    .select((eb) => eb.fn.countAll<number>().as('owners'))
    .where('staff_roles.role', '=', 'owner')
    .where('staff.removed_at', 'is', null)
    .where('staff.password', 'is not', null)
    .executeTakeFirstOrThrow()
  return owners
}

/** Lists the names of owners who can log in, at most five. */
export const listOwnerNames = async (on: Db | Tx): Promise<string[]> =>
  (
    await on
      .selectFrom('staff')
      .innerJoin('staff_roles', 'staff_roles.staffid', 'staff.staffid')
      .select('staff.name')
      .distinct()
      .where('staff_roles.role', '=', 'owner')
      .where('staff.removed_at', 'is', null)
      .where('staff.password', 'is not', null)
      .orderBy('staff.name')
      .limit(5)
      .execute()
  ).map(({ name }) => name)

export const insertStaff = async (
  tx: Tx,
  { login, name, password, now }: { login: string; name: string; password: string | null; now: Date },
): Promise<number> => {
  const { staffid } = await tx
    .insertInto('staff')
    .values({ login, name, password, created_at: now, updated_at: now })
    .returning('staffid')
    .executeTakeFirstOrThrow()
  return staffid
}
export const saveStaff = async (
  tx: Tx,
  staffid: number,
  given: { login?: string; name?: string; password?: string; removed_at?: Date },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('staff')
    .set({ ...given, updated_at: now })
    .where('staffid', '=', staffid)
    .execute()
}
export const saveRoles = async (tx: Tx, staffid: number, held: readonly RoleHeld[]): Promise<void> => {
  await tx.deleteFrom('staff_roles').where('staffid', '=', staffid).execute()
  if (held.length > 0)
    await tx
      .insertInto('staff_roles')
      .values(held.map(({ raceid, role }) => ({ staffid, raceid, role })))
      .onConflict((clash) => clash.doNothing())
      .execute()
}

/** Saves the link of a member of staff. Null as `staffid` means the future owner. An earlier link stops working. */
export const saveLink = async (
  tx: Tx,
  { staffid, token_hash, expires_at, now }: { staffid: number | null; token_hash: Buffer; expires_at: Date; now: Date },
): Promise<void> => {
  await removeLinks(tx, staffid)
  await tx.insertInto('staff_links').values({ staffid, token_hash, expires_at, created_at: now }).execute()
}
export const removeLinks = async (tx: Tx, staffid: number | null): Promise<void> => {
  await tx
    .deleteFrom('staff_links')
    .where('staffid', staffid === null ? 'is' : '=', staffid)
    .execute()
}
/** Finds the person of a valid link. The link stays usable. */
export const findLink = (
  on: Db | Tx,
  token_hash: Buffer,
  now: Date,
): Promise<{ staffid: number | null; login: string | null; name: string | null } | undefined> =>
  on
    .selectFrom('staff_links')
    .leftJoin('staff', 'staff.staffid', 'staff_links.staffid')
    .select(['staff_links.staffid', 'staff.login', 'staff.name'])
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .where('staff.removed_at', 'is', null)
    .executeTakeFirst()
/** Uses up a valid link. If several callers come at once, only one gets the row; the others get undefined. */
export const takeLink = (tx: Tx, token_hash: Buffer, now: Date): Promise<{ staffid: number | null } | undefined> =>
  tx
    .deleteFrom('staff_links')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .returning('staffid')
    .executeTakeFirst()

export type LogRow = {
  id: number
  raceid: number
  at: Date
  staffid: number | null
  staff: string | null
  what: string
  target: string
  before: LoggedValues
  after: LoggedValues
}
type LoggedValues = Record<string, unknown> | null
type NewLog = {
  raceid: number
  at: Date
  staffid: number | null
  what: string
  target: string
  before: object | null
  after: object | null
}
export const insertLogs = async (tx: Tx, rows: readonly NewLog[]): Promise<void> => {
  await tx
    .insertInto('log')
    .values(
      rows.map((row) => ({ ...row, before: row.before && jsonb(row.before), after: row.after && jsonb(row.after) })),
    )
    .execute()
}
export const listLogOf = async (
  db: Db,
  raceid: number,
  target: string,
): Promise<Pick<LogRow, 'at' | 'staff' | 'what' | 'before' | 'after'>[]> => {
  const rows = await db
    .selectFrom('log')
    .leftJoin('staff', 'staff.staffid', 'log.staffid')
    .select(['log.at', 'staff.name as staff', 'log.what', 'log.before', 'log.after'])
    .where('log.raceid', '=', raceid)
    .where('log.target', '=', target)
    .orderBy('log.id', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({ ...row, before: row.before as LoggedValues, after: row.after as LoggedValues }))
}
/**
 * The wanted part of the log, for one race. Null as `raceid` means all races. `before` is the last id of the previous
 * page.
 */
export type LogWanted = Omit<Partial<LogFilter>, 'system'> & {
  raceid: number | null
  system: boolean
  before: number | undefined
  limit: number
}
export const listLog = async (
  db: Db,
  { raceid, before, limit, staffid, what, object, which, from, until, system }: LogWanted,
): Promise<LogRow[]> => {
  let query = db.selectFrom('log').leftJoin('staff', 'staff.staffid', 'log.staffid')
  if (raceid !== null) query = query.where('log.raceid', '=', raceid)
  if (before !== undefined) query = query.where('log.id', '<', before)
  if (staffid !== undefined) query = query.where('log.staffid', '=', staffid)
  else if (!system) query = query.where('log.staffid', 'is not', null)
  if (what) query = query.where('log.what', '=', what)
  if (object !== undefined && which) query = query.where('log.target', '=', `${object} ${which}`)
  else if (object !== undefined)
    query = query.where((eb) => eb.or([eb('log.target', '=', object), eb('log.target', '^@', `${object} `)]))
  if (from) query = query.where('log.at', '>=', new Date(from))
  if (until) query = query.where('log.at', '<', new Date(until))
  const rows = await query
    .select([
      'log.id',
      'log.raceid',
      'log.at',
      'log.staffid',
      'staff.name as staff',
      'log.what',
      'log.target',
      'log.before',
      'log.after',
    ])
    .orderBy('log.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, before: row.before as LoggedValues, after: row.after as LoggedValues }))
}

/** Lists the people and the actions of the newest entries, for the filter of the log. */
export const listLogFacets = async (
  db: Db,
  raceid: number | null,
): Promise<{ people: { staffid: number; name: string }[]; actions: string[] }> => {
  const { rows } = await sql<{ people: { staffid: number; name: string }[]; actions: string[] }>`
    with newest as (
      select staffid, what from log where (${raceid}::integer is null or raceid = ${raceid}) order by id desc limit 20000
    )
    select
      coalesce((select jsonb_agg(jsonb_build_object('staffid', s.staffid, 'name', s.name) order by s.name, s.staffid)
        from staff s where s.staffid in (select staffid from newest)), '[]'::jsonb) as people,
      coalesce((select jsonb_agg(distinct what) from newest), '[]'::jsonb) as actions`.execute(db)
  return rows[0]!
}

export type OwnRoleRow = { raceid: number; id: number; name: string; rights: Right[]; holders: number }
export const listOwnRoles = async (on: Db | Tx, raceid?: number): Promise<OwnRoleRow[]> => {
  const { rows } = await sql<OwnRoleRow>`
    select o.raceid, o.id::integer as id, o.name, o.rights, coalesce(r.holders, 0) as holders
    from own_roles o left join (
      select raceid, role, count(*)::integer as holders from staff_roles where role like 'own:%' group by raceid, role
    ) r on r.raceid = o.raceid and r.role = 'own:' || o.id
    where ${raceid ?? null}::integer is null or o.raceid = ${raceid ?? null}::integer
    order by o.raceid, o.name`.execute(on)
  return rows
}
export const isOwnRoleNamed = async (tx: Tx, raceid: number, name: string, butNot: number): Promise<boolean> =>
  (await tx
    .selectFrom('own_roles')
    .select('id')
    .where('raceid', '=', raceid)
    .where('name', '=', name)
    .where('id', '<>', butNot)
    .executeTakeFirst()) !== undefined
export const insertOwnRole = async (
  tx: Tx,
  { raceid, name, rights, now }: { raceid: number; name: string; rights: readonly Right[]; now: Date },
): Promise<number> =>
  Number(
    (
      await tx
        .insertInto('own_roles')
        .values({ raceid, name, rights: [...rights], created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
  )
export const updateOwnRole = async (
  tx: Tx,
  { raceid, id, name, rights, now }: { raceid: number; id: number; name: string; rights: readonly Right[]; now: Date },
): Promise<void> => {
  await tx
    .updateTable('own_roles')
    .set({ name, rights: [...rights], updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
export const deleteOwnRole = async (tx: Tx, raceid: number, id: number): Promise<void> => {
  await tx.deleteFrom('own_roles').where('raceid', '=', raceid).where('id', '=', id).execute()
}
export const holdersOf = async (on: Db | Tx, raceid: number, id: number): Promise<number[]> =>
  (
    await on
      .selectFrom('staff_roles')
      .select('staffid')
      .where('raceid', '=', raceid)
      .where('role', '=', `own:${id}`)
      .execute()
  ).map(({ staffid }) => staffid)
