import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { backUp } from '#db/embedded/backup.ts'
import { clientConfig } from '#db/db.ts'
import type { Connection } from '#db/db.ts'
import { type Embedded, startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { type Archiving, startArchiving } from './archive.ts'
import type { ArchiveStore } from './archiving.rules.ts'
import { folderArchive } from './folder.ts'
import { gapSentenceOf, restoreTo } from './restore.ts'

let outer: string
let server: Embedded
let store: ArchiveStore
let archiving: Archiving
let free = 1e12
/** The error with which the archive answers. Undefined while the archive works. */
let fault: Error | undefined
const said: string[] = []
const start = () =>
  startArchiving({
    folder: join(outer, 'data'),
    connection: server.connection,
    store,
    seconds: 1,
    freeBytes: async () => free,
    say: (line) => said.push(line),
  })
beforeAll(async () => {
  outer = mkdtempSync(join(tmpdir(), 'startline-archive-'))
  chmodSync(outer, 0o711)
  server = await startEmbedded({ folder: join(outer, 'data') })
  await migrate(server.connection)
  const inFolder = folderArchive(join(outer, 'archive'))
  store = {
    read: inFolder.read,
    write: (name, bytes) => (fault ? Promise.reject(fault) : inFolder.write(name, bytes)),
  }
  archiving = start()
  // A slow machine needs more than a minute to make a database and its first base backup.
}, 120_000)
afterAll(async () => {
  await archiving?.stop()
  await server?.stop()
  rmSync(outer, { recursive: true, force: true })
  // The database first writes all that it has in memory, which takes long on a busy disk.
}, 180_000)

const query = async <Row extends pg.QueryResultRow>(text: string, on: Connection = server.connection) => {
  const client = new pg.Client(clientConfig(on))
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
/** Writes a row, and returns a moment after this row and before the next row. */
const write = async (n: number): Promise<Date> => {
  await query(`insert into ids values ('archive', ${n}, 1)`)
  await wait(30)
  const at = new Date()
  await wait(30)
  return at
}
const rowsIn = async (on: Connection) =>
  (await query<{ raceid: number }>(`select * from ids where kind = 'archive' order by 2`, on)).map((row) =>
    Number(Object.values(row)[1]),
  )
const restored = async (name: string, to: Date | undefined): Promise<number[]> => {
  const folder = join(outer, name)
  const { server: second } = await restoreTo(join(outer, 'backup'), folder, store, to)
  try {
    expect(existsSync(join(folder, 'postgres/restored_wal')), 'what the recovery needed is gone').toBe(false)
    await query(`insert into ids values ('written', 1, 1)`, second.connection)
    return await rowsIn(second.connection)
  } finally {
    await second.stop()
  }
}

// Four databases start one after another, each from a base backup.
test(
  'a backup can be restored to any later moment, also across a kill of the database',
  { timeout: 600_000 },
  async () => {
    await write(1)
    await backUp(join(outer, 'data'), server.connection, join(outer, 'backup'), new Date())
    const second = await write(2)
    await write(3)
    process.kill(server.pid(), 'SIGKILL')
    await vi.waitFor(() => query('select 1'), { timeout: 30_000 })
    const fourth = await write(4)
    await vi.waitFor(() => archiving.now(), { timeout: 30_000 })
    await write(5)

    expect(await restored('second', second)).toEqual([1, 2])
    expect(await restored('fourth', fourth)).toEqual([1, 2, 3, 4])
    await archiving.now()
    expect(await restored('all', undefined)).toEqual([1, 2, 3, 4, 5])

    await expect(restored('later', new Date(Date.now() + 60_000))).rejects.toThrow(
      /The archive does not lead on from the backup to .*Take an earlier moment/,
    )
    await expect(restored('earlier', new Date(0))).rejects.toThrow('Take an older one.')
  },
)

test('a full archive is reported at once, delays nobody, and catches up when there is space', async () => {
  said.length = 0
  fault = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  await write(6)
  await expect(archiving.now()).rejects.toThrow('no space left')
  expect(said).toEqual(['The archive of the database (STARTLINE_ARCHIVE) takes nothing: its disk is full.'])
  const before = archiving.state()
  expect(before).toMatchObject({ failure: 'its disk is full', gap: false })
  await write(7)
  await vi.waitFor(() => expect(archiving.state().age).toBeGreaterThan(before.age + 0.05))
  expect(archiving.state().waiting).toBeGreaterThan(0)
  fault = undefined
  const room = Date.now()
  await archiving.now()
  const { age, ...after } = archiving.state()
  expect(after).toMatchObject({ failure: undefined, gap: false })
  expect(age * 1000).toBeLessThanOrEqual(Date.now() - room)
})

const slots = () => query('select 1 from pg_replication_slots')

// Three databases start one after another, each from a base backup.
test(
  'a gap stays known until a backup follows it, and a restore says where it ends',
  { timeout: 600_000 },
  async () => {
    said.length = 0
    await archiving.now()
    fault = new Error('unreachable')
    free = 1e9
    await write(8)
    await expect(archiving.now()).rejects.toThrow('unreachable')
    expect(said.some((line) => line.includes('The archive has a gap now'))).toBe(true)
    expect(await slots()).toEqual([])
    await query('select pg_switch_wal()')
    await query('checkpoint')
    await backUp(join(outer, 'data'), server.connection, join(outer, 'within'), new Date())
    await archiving.stop()

    archiving = start()
    await expect(archiving.now()).rejects.toThrow('unreachable')
    expect(archiving.state().gap, 'after a restart, and after a backup within the gap').toBe(true)
    expect(await slots(), 'the log does not wait while the archive takes nothing').toEqual([])
    fault = undefined
    free = 1e12
    said.length = 0
    await archiving.now()
    expect(archiving.state()).toMatchObject({ gap: true, failure: undefined })
    expect((await slots()).length).toBe(1)
    expect(said.filter((line) => line.includes('no backup follows'))).toHaveLength(1)
    const after = await write(9)
    await write(10)
    await archiving.now()

    await expect(restored('beyond', after)).rejects.toThrow(
      /because it has a gap: its last commit before the gap is of .* take a backup made after \d{4}-/,
    )
    const { server: second, ...rest } = await restoreTo(join(outer, 'backup'), join(outer, 'until'), store, undefined)
    expect(await rowsIn(second.connection).finally(second.stop)).not.toContain(8)
    expect(gapSentenceOf(rest)).toMatch(/NOT the latest state.* take a backup made after \d{4}-/)

    await backUp(join(outer, 'data'), server.connection, join(outer, 'since'), new Date())
    await archiving.now()
    expect(archiving.state().gap).toBe(false)
    await write(11)
    await archiving.now()
    const { server: third, ...since } = await restoreTo(join(outer, 'since'), join(outer, 'last'), store, undefined)
    expect(await rowsIn(third.connection).finally(third.stop)).toContain(11)
    expect(gapSentenceOf(since)).toBeUndefined()
  },
)
