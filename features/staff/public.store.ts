import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { Right } from '#contract/rights.ts'
import { readable, readableAs } from '#db/readable.ts'

/** The staff, for the log and other tables that name them by id. */
export const staffRows = readable('staff', ['staffid', 'name', 'removed_at', 'second_due_at'])
/** The roles of staff, for one race or (null) for all. A role that the race made has its name and rights. */
export const roleRows = readableAs<{
  staffid: number
  raceid: number | null
  role: string
  name: string | null
  rights: Right[] | null
}>(`(select r.staffid, r.raceid, r.role, o.name, o.rights from staff_roles r
  left join own_roles o on o.raceid = r.raceid and r.role = 'own:' || o.id)`)

/**
 * Removes the roles for the number of a race that is about to be created. Staff may have given roles for this number
 * before it had a race, and nobody may get rights in a new race by such a role.
 */
export const deleteRolesFor = async (tx: Tx, raceid: number): Promise<void> => {
  await tx.deleteFrom('staff_roles').where('raceid', '=', raceid).execute()
  await tx.deleteFrom('own_roles').where('raceid', '=', raceid).execute()
}

/** Removes the expired rows of links and of used challenges. */
export const removeEndedLinks = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('staff_links').where('expires_at', '<=', now).execute()
  await db.deleteFrom('staff_challenges').where('expires_at', '<=', now).execute()
}

/** Removes the values of these fields from the log's entries about these things. The entries themselves stay. */
export const emptyFieldsInLog = async (
  tx: Tx,
  raceid: number,
  targets: readonly string[],
  fields: readonly string[],
): Promise<void> => {
  if (targets.length === 0 || fields.length === 0) return
  await sql`update log set before = before - ${fields}::text[], after = after - ${fields}::text[]
    where raceid = ${raceid} and target = any(${targets}::text[])
      and (before ?| ${fields}::text[] or after ?| ${fields}::text[])`.execute(tx)
}

export type Opening = { target: string; at: Date; what: string; staffid: number | null; roles: string[] }
/**
 * Lists the last 500 times when staff opened sealed fields of these things, the newest first, with the roles that these
 * staff have for the race.
 */
export const listOpenings = (
  db: Db,
  raceid: number,
  targets: readonly string[],
  whats: readonly string[],
): Promise<Opening[]> =>
  named<Opening>(
    db,
    'openings of registrations',
    `select l.target, l.at, l.what, l.staffid,
        coalesce((select array_agg(distinct coalesce(r.name, r.role)) from ${roleRows.text} r where r.staffid = l.staffid and (r.raceid is null or r.raceid = l.raceid)), '{}') as roles
     from log l
     where l.raceid = $1 and l.target = any($2::text[]) and l.what = any($3::text[]) and l.staffid is not null
     order by l.id desc
     limit 500`,
    [raceid, targets, whats],
  )

/** Adds the row that stands for an API key in the log. It has no password and no role. */
export const insertMachine = async (tx: Tx, name: string, now: Date): Promise<number> =>
  (
    await tx
      .insertInto('staff')
      .values({
        login: `key ${crypto.randomUUID()}`,
        name,
        password: null,
        machine: true,
        created_at: now,
        updated_at: now,
      })
      .returning('staffid')
      .executeTakeFirstOrThrow()
  ).staffid
