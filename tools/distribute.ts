import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { referenceTables } from '#db/distribution.ts'
import { OperatorError } from '#db/operatorError.ts'
import type { Config } from '#server/config/config.ts'
import { onDatabase } from './database.ts'

type Say = (line: string) => void

/**
 * Returns the tables whose rows belong to a race, each with the column that names the race. A table comes after the
 * tables that it refers to.
 */
export const raceTables = async (db: Db): Promise<{ name: string; column: string }[]> => {
  const { rows } = await sql<{ name: string; column: string; needs: string[] }>`
    select c.relname as name, a.attname as column,
      array(select distinct f.confrelid::regclass::text from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
    from pg_class c
    join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (a.attname = 'raceid' or (c.relname = 'races' and a.attname = 'id'))
    order by c.relname <> 'races', c.relname`.execute(db)
  const ordered: typeof rows = []
  const waiting = [...rows]
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ needs }) => needs.every((need) => !waiting.some(({ name }) => name === need)))
    ordered.push(...waiting.splice(Math.max(at, 0), 1))
  }
  return ordered.map(({ name, column }) => ({ name, column }))
}

/** Distributes the tables by commands on one connection. It leaves out every table that is already distributed. */
export const distributeOn = async (db: Db, say: Say): Promise<void> => {
  const isDone = async (name: string) => {
    const { rows } = await sql`select from pg_dist_partition where logicalrelid = ${name}::regclass`.execute(db)
    return rows.length > 0
  }
  // Without this setting Citus treats a table as already distributed as soon as a foreign key connects it with a
  // reference table.
  await sql`set citus.enable_local_reference_table_foreign_keys = off`.execute(db)
  for (const name of referenceTables) {
    if (await isDone(name)) continue
    await sql`select create_reference_table(${name})`.execute(db)
    say(`${name} is copied to every machine.`)
  }
  for (const { name, column } of await raceTables(db)) {
    if (await isDone(name)) continue
    await sql`select create_distributed_table(${name}, ${column}, colocate_with => ${name === 'races' ? 'default' : 'races'})`.execute(
      db,
    )
    say(`${name} is distributed by ${column}.`)
  }
}

/** Distributes the tables of races over the machines of a Citus cluster (docs/scale.md). It may be run again. */
export const distribute = (config: Config, say: Say): Promise<void> =>
  onDatabase(config, async (db) => {
    const there = await sql`select from pg_available_extensions where name = 'citus'`.execute(db)
    if (there.rows.length === 0)
      throw new OperatorError(
        'This PostgreSQL has no Citus, so there is nothing to distribute over. DATABASE_URL must lead to the coordinator of a Citus cluster.',
      )
    await sql`create extension if not exists citus`.execute(db)
    await db.connection().execute((one) => distributeOn(one, say))
    say('Every table that belongs to a race is distributed.')
  })
