import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import type { RawBuilder, Transaction } from 'kysely'
import pg from 'pg'
import { arrayParameter } from '#db/statements/arrayParameter.ts'
import { NamingClient, PatientPool, statementNames } from '#db/pool.ts'
import type { DB, Json } from '#db/schema.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

/** The place of a PostgreSQL server: its address (`DATABASE_URL`), or the socket folder of the embedded server. */
export type Connection =
  | { url: string }
  | { host: string; port: number; user: string; database: string; password?: string }

const OID = { int8: 20, date: 1082, int8Array: 1016 }

const safeInteger = (text: string): number => {
  const number = Number(text)
  if (!Number.isSafeInteger(number))
    throw new RangeError(`A bigint of the database is beyond what JavaScript counts exactly: ${text}`)
  return number
}

const int8Array = pg.types.getTypeParser(OID.int8Array) as (text: string) => (string | null)[]

/**
 * Returns the parser of a column type. bigint becomes a number, or an error if it would be rounded. date becomes
 * 'YYYY-MM-DD', timestamptz a Date, numeric a string. json is parsed.
 */
const parserFor = (oid: number, format?: 'text' | 'binary') => {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
  if (oid === OID.int8) return safeInteger
  if (oid === OID.date) return (text: string) => text
  if (oid === OID.int8Array)
    return (text: string) => int8Array(text).map((one) => (one === null ? null : safeInteger(one)))
  return pg.types.getTypeParser(oid, 'text')
}

/**
 * Settings of each session. With these settings, a host that lost its power or is frozen keeps locks for a minute at
 * most. Without them a database notices a lost host after two hours. `options` in DATABASE_URL replaces these settings.
 */
const SESSION = [
  'idle_in_transaction_session_timeout=60s',
  'tcp_keepalives_idle=15',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=30s',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

export const clientConfig = (connection: Connection): pg.ClientConfig => ({
  options: SESSION,
  keepAlive: true,
  keepAliveInitialDelayMillis: 15_000,
  ...('url' in connection ? { connectionString: connection.url } : connection),
  types: { getTypeParser: parserFor as typeof pg.types.getTypeParser },
  application_name: 'startline',
})

/** The texts of the statements that `named` runs, by name. */
const texts = new Map<string, string>()

const pools = new WeakMap<object, pg.Pool>()

/**
 * Opens a pool of connections. `max` is the number of connections that this process may hold. `patienceMs` is the time
 * that a call waits for a database that starts again.
 */
export const openDb = (
  connection: Connection,
  { max = 10, patienceMs = 5_000 }: { max?: number; patienceMs?: number } = {},
): Db => {
  const pool = new PatientPool(
    { ...clientConfig(connection), Client: NamingClient, max, connectionTimeoutMillis: 10_000 },
    patienceMs,
  )
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

/** Returns the pool below Kysely, for the things that Kysely cannot do: COPY, LISTEN, the job runner. */
export const poolOf = (db: Db): pg.Pool => {
  const pool = pools.get(db)
  if (!pool) throw new Error('poolOf wants the Db that openDb returned, not a transaction')
  return pool
}

const nameStatement = (name: string, text: string): void => {
  if (texts.get(name) === text) return
  if (texts.has(name)) throw new Error(`Two different statements are named ${name}`)
  texts.set(name, text)
  statementNames.set(text, name)
}

/**
 * Runs `text` as a prepared statement. Each connection plans the statement once. The function is for statements that
 * run very often. One name must always mean one text. With a transaction, the statement runs on the transaction's own
 * connection.
 */
export const named = async <Row extends object>(
  on: Db | Tx,
  name: string,
  text: string,
  params: readonly unknown[],
): Promise<Row[]> => {
  nameStatement(name, text)
  const values = params.map((value) => (Array.isArray(value) ? arrayParameter(value) : value))
  const pool = pools.get(on)
  if (pool) return (await pool.query<Row>({ name, text, values })).rows
  return (await on.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}

/** Runs `work` in one transaction: in the caller's transaction if there is one already. An error rolls it back. */
export const inTransaction = <T>(on: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  on.isTransaction ? work(on as Tx) : on.transaction().execute(work)

/**
 * Lets PostgreSQL plan each prepared statement of the transaction for its own parameters. The function is for work on
 * hundreds of rows. Otherwise PostgreSQL may use a plan that it made while the tables were nearly empty. Such a plan
 * may read a whole table for each row.
 */
export const planForParameters = async (tx: Tx): Promise<void> => {
  await tx.executeQuery(CompiledQuery.raw("set local plan_cache_mode = 'force_custom_plan'"))
}

/** Returns a value for a jsonb column. Without this function pg would send an array as a PostgreSQL array. */
export const jsonb = (value: unknown): RawBuilder<Json> => sql<Json>`${JSON.stringify(value)}::jsonb`
