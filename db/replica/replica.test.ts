import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { type Standby, startStandby } from '#test/databases/standby.ts'
import { type Db, openDb } from '../db.ts'
import { type Replica, openReplica } from './replica.ts'
import { listStandbys } from './standbys.ts'

let outer: string
let server: Embedded
let standby: Standby
let primary: Db
let replica: Replica
/**
 * The milliseconds by which the replica's `clock` is ahead of the real time. A test adds milliseconds instead of
 * waiting.
 */
let ahead = 0
// A base backup and the starts of two servers are slow on a slow disk.
beforeAll(async () => {
  outer = mkdtempSync(join(tmpdir(), 'startline-replica-'))
  server = await startEmbedded({ folder: join(outer, 'data') })
  await migrate(server.connection)
  if (!('host' in server.connection)) throw new Error('The embedded database is reached by its socket.')
  const { connection } = server
  standby = await startStandby({ folder: join(outer, 'data'), connection }, join(outer, 'standby'))
  primary = openDb(server.connection, { max: 4 })
  replica = openReplica(primary, standby.connection, { max: 2, clock: () => performance.now() + ahead })
}, 180_000)
afterAll(async () => {
  await replica?.close()
  await primary?.destroy()
  standby?.stop()
  await server?.stop()
  rmSync(outer, { recursive: true, force: true })
})

const write = (n: number) => sql`insert into ids values ('replica', ${n}, 1)`.execute(primary)
const count = async (db: Db) =>
  (await sql<{ n: number }>`select count(*) as n from ids where kind = 'replica'`.execute(db)).rows[0]!.n

test('a standby that keeps up answers reads, and has everything that was committed before', async () => {
  await write(1)
  const written = performance.now()
  await expect
    .poll(() => replica.within(2) !== primary && replica.state().age * 1000 < performance.now() - written)
    .toBe(true)
  expect(replica.state().state).toBe('used')
  expect(await count(replica.within(2))).toBe(1)
  await expect(sql`insert into ids values ('replica', 9, 1)`.execute(replica.within(2))).rejects.toThrow('read-only')
  expect(await listStandbys(primary)).toMatchObject([{ name: 'standby', state: 'streaming' }])
})

test('a standby that falls behind answers no reads until it has caught up', async () => {
  const itself = openDb(standby.connection, { max: 1 })
  await sql`select pg_wal_replay_pause()`.execute(itself)
  await write(2)
  await expect.poll(() => replica.within(1) === primary).toBe(true)
  ahead = 10_000
  await expect.poll(() => replica.state().state).toBe('behind')
  expect(replica.within(3)).toBe(primary)
  await sql`select pg_wal_replay_resume()`.execute(itself)
  await itself.destroy()
  await expect.poll(() => replica.within(2) !== primary).toBe(true)
  expect(await count(replica.within(2))).toBe(2)
})

test('a standby that became a primary answers no reads, and neither does a lost standby', async () => {
  standby.promote()
  await expect.poll(() => replica.state().state).toBe('no_standby')
  expect(replica.within(60)).toBe(primary)
  standby.stop()
  await expect.poll(() => replica.state().state).toBe('silent')
  expect(replica.within(60)).toBe(primary)
})
