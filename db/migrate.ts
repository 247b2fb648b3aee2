import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { adoptBaseline } from '#db/migrations/adoption.ts'
import { clientConfig } from '#db/db.ts'
import type { Connection } from '#db/db.ts'
import { OperatorError } from '#db/operatorError.ts'
import { silent } from '#db/silent.ts'

export const MIGRATIONS = join(import.meta.dirname, 'migrations')

export type Migration = { name: string; text: string; sha256: string }

const NAME = /^\d{8}T\d{4}-[a-z0-9-]+(\.sql)?$/

/**
 * Returns the files of a migration in their order: the file itself, or the files of its folder and the folders below.
 */
const filesOf = async (path: string): Promise<string[]> => {
  if (!(await stat(path)).isDirectory()) return [path]
  const inside = (await readdir(path)).sort().map((name) => filesOf(join(path, name)))
  return (await Promise.all(inside)).flat().filter((file) => file.endsWith('.sql'))
}

/**
 * Lists the migrations of the folder in the order of their names, which begin with the time of writing. A migration
 * that is a folder consists of all of its files, one after another.
 */
export const listMigrations = async (folder = MIGRATIONS): Promise<Migration[]> => {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((one) => one.isDirectory() || one.name.endsWith('.sql')).map(({ name }) => name)
  return Promise.all(
    names.sort().map(async (name) => {
      if (!NAME.test(name))
        throw new OperatorError(`A migration's name is like 20261121T0900-create-races.sql; this one is not: ${name}`)
      const texts = await Promise.all((await filesOf(join(folder, name))).map((file) => readFile(file, 'utf8')))
      const text = texts.join('\n').replaceAll('\r\n', '\n')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Returns one hash over all migrations. Two databases with the same hash have the same tables. */
export const migrationsHash = (migrations: readonly Migration[]): string =>
  createHash('sha256')
    .update(migrations.map(({ name, sha256 }) => `${name} ${sha256}\n`).join(''))
    .digest('hex')
    .slice(0, 16)

/**
 * The number of the lock that `migrate` holds while it works. When several servers start at once, one server migrates
 * and the other servers wait.
 */
const LOCK = 20_261_121

/**
 * Applies the missing migrations, each migration in a transaction of its own, and returns the names of the applied
 * migrations. A migration cannot be undone. The start stops if a migration was changed after it was applied, or if the
 * database has a migration that the folder lacks.
 */
export const migrate = async (connection: Connection, folder = MIGRATIONS): Promise<string[]> => {
  const migrations = await listMigrations(folder)
  const client = new pg.Client(clientConfig(connection))
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(`create table if not exists migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
    await adoptBaseline(client, migrations)
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from migrations order by name',
    )
    const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
    refuseDrift(migrations, applied)
    const missing = migrations.filter(({ name }) => !applied.has(name))
    for (const migration of missing) await apply(client, migration)
    await makeJobQueue(connection)
    return missing.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/**
 * Makes the queue of the job runner. The job runner keeps its queue in a schema of its own, and migrates this schema
 * itself.
 */
const makeJobQueue = async (connection: Connection): Promise<void> => {
  const pool = new pg.Pool({ ...clientConfig(connection), max: 1 })
  pool.on('error', () => undefined)
  pool.on('connect', (one) => one.on('error', () => undefined))
  try {
    await runMigrations({ pgPool: pool, logger: silent })
  } finally {
    await pool.end()
  }
}

const refuseDrift = (migrations: readonly Migration[], applied: ReadonlyMap<string, string>): void => {
  for (const { name, sha256 } of migrations) {
    const then = applied.get(name)
    if (then !== undefined && then !== sha256) {
      throw new OperatorError(
        `The migration ${name} was changed after this database applied it. Put it back as it was and write a new one.`,
      )
    }
  }
  const known = new Set(migrations.map(({ name }) => name))
  const strange = [...applied.keys()].filter((name) => !known.has(name))
  if (strange.length > 0) {
    throw new OperatorError(
      `This database has migrations that this version of Startline does not know (${strange.join(', ')}). ` +
        'Start the version that it belongs to, or a later one.',
    )
  }
}

const apply = async (client: pg.Client, { name, text, sha256 }: Migration): Promise<void> => {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new OperatorError(`The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}
