import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { type DatabaseNode, makePrimary } from '#test/databases/node.ts'
import { freePort } from '#test/prove/killed.ts'
import { openPointer } from '#test/prove/hosts/pointer.ts'
import { openDb } from './db.ts'
import { leaveFormerServer } from './moved.ts'

const outer = mkdtempSync(join(tmpdir(), 'startline-moved-'))
const nodes: DatabaseNode[] = []
afterAll(async () => {
  for (const node of nodes) await node.kill()
  rmSync(outer, { recursive: true, force: true })
})

// Two databases are made and migrated.
test(
  'calls leave a frozen database as soon as its address leads to another database',
  { timeout: 120_000 },
  async () => {
    for (const name of ['one', 'two']) nodes.push(await makePrimary(join(outer, name), await freePort()))
    const [one, two] = nodes as [DatabaseNode, DatabaseNode]
    const pointer = await openPointer(one.port)
    const connection = { url: `postgres://startline@127.0.0.1:${pointer.port}/startline` }
    const db = openDb(connection, { max: 2, patienceMs: 5000 })
    const leave = leaveFormerServer(db, connection, 100)
    const portOf = async () =>
      (await sql<{ port: number }>`select inet_server_port() as port, pg_sleep(0)`.execute(db)).rows[0]!.port
    try {
      expect(await portOf()).toBe(one.port)
      // The watch looks every 100 ms, so it sees the first server within this second.
      await new Promise((done) => setTimeout(done, 1000))
      const waiting = sql`select pg_sleep(0.2)`.execute(db).then(
        () => 'answered',
        (error: Error) => error.message,
      )
      one.freeze()
      const stuck = portOf().catch((error: Error) => error.message)
      pointer.pointTo(two.port)
      const late = new Promise((done) => setTimeout(done, 20_000, 'still waiting'))
      // If this call opens a new connection, the other database answers. Otherwise the call waits on an old connection,
      // and the watch cuts this connection.
      expect([two.port, 'Connection terminated unexpectedly']).toContain(await Promise.race([stuck, late]))
      expect(await Promise.race([waiting, late])).toBe('Connection terminated unexpectedly')
      await vi.waitFor(async () => expect(await portOf()).toBe(two.port), { timeout: 10_000 })
    } finally {
      one.thaw()
      await leave()
      await db.destroy()
      await pointer.close()
    }
  },
)

test('a session loses its locks when its host is lost', async () => {
  const [, two] = nodes as [DatabaseNode, DatabaseNode]
  const db = openDb({ url: `postgres://startline@127.0.0.1:${two.port}/startline` }, { max: 1 })
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('idle_in_transaction_session_timeout', 'tcp_keepalives_idle', 'tcp_user_timeout')
    order by name`.execute(db)
  await db.destroy()
  expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
    'idle_in_transaction_session_timeout 60000',
    'tcp_keepalives_idle 15',
    'tcp_user_timeout 30000',
  ])
})
