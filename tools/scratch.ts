import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '#db/db.ts'
import type { Connection, Db } from '#db/db.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'

/** Runs `work` on a migrated, empty database of its own, and removes the database afterwards. */
export const onScratch = async <T>(work: (db: Db, connection: Connection) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'startline-scratch-'))
  try {
    const server = await startEmbedded({ folder, durable: false })
    try {
      await migrate(server.connection)
      const db = openDb(server.connection, { max: 4 })
      try {
        return await work(db, server.connection)
      } finally {
        await db.destroy()
      }
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
