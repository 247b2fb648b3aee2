import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUp, countRows, restoreInto } from '#db/embedded/backup.ts'
import { clientConfig } from '#db/db.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import type { Embedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'

let outer: string
let server: Embedded
const now = new Date('2026-03-01T04:00:00Z')
beforeAll(async () => {
  outer = mkdtempSync(join(tmpdir(), 'startline-backup-'))
  server = await startEmbedded({ folder: join(outer, 'data') })
  await migrate(server.connection)
})
afterAll(async () => {
  await server.stop()
  rmSync(outer, { recursive: true, force: true })
})

// The test runs a base backup, a restore and three starts of a server. Each is slow on a slow disk.
test(
  'a backup during sign-ups restores everything that was committed before it ended, without the key',
  { timeout: 180_000 },
  async () => {
    const data = join(outer, 'data')
    mkdirSync(join(data, 'files/ab'), { recursive: true })
    writeFileSync(join(data, 'files/ab/header.jpg'), 'a picture')
    writeFileSync(join(data, 'startline.key'), 'secret')
    const client = new pg.Client(clientConfig(server.connection))
    await client.connect()
    let written = 0
    let going = true
    const writing = (async () => {
      while (going) {
        await client.query(`insert into ids select 'backup', n, 1 from generate_series($1::int + 1, $1::int + 50) n`, [
          written,
        ])
        written += 50
      }
    })()
    while (written < 1000) await new Promise((resolve) => setTimeout(resolve, 5))
    const atStart = written
    const backup = join(outer, 'backup')
    await backUp(data, server.connection, backup, now)
    going = false
    await writing
    await client.end()
    expect(existsSync(join(backup, 'startline.key'))).toBe(false)
    await expect(backUp(data, server.connection, backup, now)).rejects.toThrow('is already there')

    const restored = join(outer, 'restored')
    await restoreInto(backup, restored)
    const second = await startEmbedded({ folder: restored })
    try {
      const count = (await countRows(second.connection)).find(({ table }) => table === 'ids')?.rows ?? 0
      expect(count).toBeGreaterThanOrEqual(atStart)
      expect(count).toBeLessThanOrEqual(written)
      expect(count % 50).toBe(0)
      expect(existsSync(join(restored, 'files/ab/header.jpg'))).toBe(true)
    } finally {
      await second.stop()
    }
    await expect(restoreInto(backup, restored)).rejects.toThrow('is already there')

    appendFileSync(join(backup, 'files/ab/header.jpg'), '!')
    await expect(restoreInto(backup, join(outer, 'again'))).rejects.toThrow(
      'The backup is damaged: files/ab/header.jpg is not what it was.',
    )
    rmSync(join(backup, 'manifest.json'))
    await expect(restoreInto(backup, join(outer, 'never'))).rejects.toThrow('is no whole backup')
  },
)
