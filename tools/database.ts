import { sql } from 'kysely'
import { fill } from '#contract/words.ts'
import { openDb } from '#db/db.ts'
import type { Connection, Db } from '#db/db.ts'
import { keptKey, keyringOf, nextKey } from '#db/sealing/keyFile.ts'
import { rewrapKeys } from '#db/sealing/keys.ts'
import { OperatorError } from '#db/operatorError.ts'
import { listMigrations, migrate } from '#db/migrate.ts'
import type { Config } from '#server/config/config.ts'
import { openDatabase } from '#server/database.ts'

type Say = (line: string) => void

/**
 * Runs `work` on the configured database. If the embedded database does not run, the function starts it for the
 * duration of the work.
 */
export const onDatabase = async <T>(
  config: Config,
  work: (db: Db, connection: Connection) => Promise<T>,
): Promise<T> => {
  const { connection, stop } = await openDatabase(config, 'tool')
  const db = openDb(connection, { max: 4 })
  try {
    return await work(db, connection)
  } finally {
    await db.destroy()
    await stop()
  }
}

export const migrateNow = (config: Config, say: Say): Promise<void> =>
  onDatabase(config, async (_db, connection) => {
    const applied = await migrate(connection)
    say(applied.length === 0 ? 'Nothing to do: every migration is applied.' : `Applied: ${applied.join(', ')}`)
  })

export const showStatus = (config: Config, say: Say): Promise<void> =>
  onDatabase(config, async (db) => {
    const { rows } = await sql<{ version: string; size: string; since: Date; clients: number; migrated: boolean }>`
      select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size,
        pg_postmaster_start_time() as since, to_regclass('migrations') is not null as migrated,
        (select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as clients`.execute(
      db,
    )
    const [is] = rows
    if (!is) return
    say(
      `PostgreSQL ${is.version} ${config.databaseUrl ? 'of DATABASE_URL' : `in ${config.folder}`}, ${is.size}, up since ${is.since.toISOString()}, ` +
        fill('{n} other {n|connection|connections}', { n: is.clients }),
    )
    if (!is.migrated) return say('No migrations yet.')
    const applied = new Set((await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name))
    const missing = (await listMigrations()).filter(({ name }) => !applied.has(name))
    say(
      fill('{n} {n|migration|migrations} applied, {missing}', {
        n: applied.size,
        missing: missing.length > 0 ? `missing: ${missing.map(({ name }) => name).join(', ')}` : 'none missing',
      }),
    )
    const jobs = await sql<{ waiting: number; failing: number }>`
      select count(*) as waiting, count(*) filter (where attempts > 0 and locked_at is null) as failing
      from graphile_worker.jobs`.execute(db)
    const { waiting, failing } = jobs.rows[0] ?? { waiting: 0, failing: 0 }
    say(fill('{waiting} {waiting|job waits|jobs wait}, {failing} of them after a failure', { waiting, failing }))
    const tables = await sql<{ name: string; rows: number; size: string }>`
      select relname as name, greatest(reltuples, 0)::bigint as rows,
        pg_size_pretty(pg_total_relation_size(oid)) as size
      from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      order by pg_total_relation_size(oid) desc
      limit 8`.execute(db)
    for (const { name, rows: n, size } of tables.rows)
      say(fill('  {name} about {n} {n|row|rows}, {size}', { name: name.padEnd(24), n, size }))
  })

export const rotateKey = (config: Config, say: Say): Promise<void> =>
  onDatabase(config, async (db) => {
    if (config.key) {
      if (config.formerKeys.length === 0)
        throw new OperatorError(
          'Name the former key in STARTLINE_KEY_OLD and the new one in STARTLINE_KEY, for this command as for the servers (docs/keys.md).',
        )
      const count = await rewrapKeys(db, keyringOf(config), config.key, new Date())
      return say(
        `${count} data keys are wrapped anew with STARTLINE_KEY. STARTLINE_KEY_OLD opens nothing here any more: take it away from the servers when they start next. Backups from before still need it.`,
      )
    }
    const { path } = keptKey(config.folder)
    const next = nextKey(config.folder)
    const count = await rewrapKeys(db, keyringOf(config), next.key, new Date(), next.settle)
    say(
      `${count} data keys are wrapped anew, and the new key stands in ${path}. Keep a copy of it apart from the backups. The former one is in ${path}.former: only backups from before need it, so move it to where they lie.`,
    )
  })
