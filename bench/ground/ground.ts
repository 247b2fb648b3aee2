import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Connection, type Db, openDb } from '#db/db.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { openSeal } from '#db/sealing/keys.ts'
import { migrate } from '#db/migrate.ts'
import type { Parts } from '#seam/server/handle.ts'
import { buildApp } from '#server/app.ts'
import { openIntegrations } from '#integrations/integrations.ts'
import { watchOver } from '#test/watchdog.ts'
import { startChild } from './children.ts'
import type { LoadReport } from './load.ts'
import type { LoadRequest } from './requests.ts'

export const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * Opens a server as in production, over a durable database of its own in a temporary folder. With `given` it uses a
 * database that runs already.
 */
export const openGround = async (
  given?: Connection,
): Promise<{
  parts: Parts
  port: number
  /** The values with which servers in other processes connect to the database. */
  connection: Connection
  /** The process id of the benchmark's own database. 0 with `given`. */
  postmaster: number
  close: () => Promise<void>
}> => {
  const folder = mkdtempSync(join(tmpdir(), 'startline-bench-'))
  const database = given ? undefined : await startEmbedded({ folder })
  const watchdog = database && watchOver(database.pid(), folder)
  const connection = given ?? database!.connection
  await migrate(connection)
  const db = openDb(connection, { max: 20 })
  const clock = () => new Date()
  const integrations = await openIntegrations({ folder, origin: 'http://localhost', clock, print: () => undefined })
  const parts: Parts = {
    db,
    seal: await openSeal(db, Buffer.alloc(32, 7), clock),
    integrations,
    origin: 'http://localhost',
    folder,
    clock,
  }
  const app = await buildApp(parts, { apps: false, trustProxy: true })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    parts,
    port: (app.server.address() as AddressInfo).port,
    connection,
    postmaster: database?.pid() ?? 0,
    close: async () => {
      await app.close()
      await integrations.close()
      await db.destroy()
      await database?.stop()
      watchdog?.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

export const openLoad = (request: LoadRequest): Promise<{ fire: () => Promise<LoadReport> }> =>
  startChild<LoadReport>('ground/load.ts', request)

export const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
const round = (value: number) => (Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 1000) / 1000)

/** Prints the last line of a benchmark, which is one JSON object. */
export const conclude = (facts: Record<string, number | string | boolean>): void =>
  say(
    JSON.stringify(
      Object.fromEntries(
        Object.entries(facts).map(([name, value]) => [name, typeof value === 'number' ? round(value) : value]),
      ),
    ),
  )

/** Makes `count` accounts. Each has a session with the token `bench-<n>`, and `n` counts up from `from`. */
export const openAccounts = async (db: Db, from: number, count: number) => {
  await sql`with made as (
      insert into accounts (created_at, updated_at) select now(), now()
      from generate_series(1, ${count}::integer)
      returning uid
    ), numbered as (select uid, row_number() over () + ${from}::integer - 1 as n from made)
    insert into sessions (token_hash, kind, uid, created_at, seen_at, expires_at, user_agent, address)
    select sha256(convert_to('bench-' || n, 'UTF8')), 'runner', uid, now(), now(), now() + interval '30 days',
      'bench', '10.0.0.0/24'
    from numbered`.execute(db)
}
