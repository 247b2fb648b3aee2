import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { openDb } from '#db/db.ts'
import type { Connection, Db } from '#db/db.ts'
import { citusServers, lendDistributed } from './databases/citus.ts'
import { TEMPLATE } from './template.ts'

export type FreshDatabase = {
  db: Db
  connection: Connection
  /** An empty data folder, for uploads and similar files. */
  folder: string
  drop: () => Promise<void>
}

const serverOf = (database: string) => ({ host: inject('databaseHost'), port: 5432, user: 'startline', database })

/** Runs one statement outside of all test databases. */
const command = async (text: string): Promise<void> => {
  const client = new pg.Client(serverOf('postgres'))
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** Makes a database with every table. With `empty`, the database has no tables. */
export const freshDatabase = async ({ empty = false }: { empty?: boolean } = {}): Promise<FreshDatabase> => {
  const folder = await mkdtemp(join(inject('worlds'), 'world-'))
  if (citusServers && !empty) {
    const { url, giveBack } = await lendDistributed(citusServers)
    const db = openDb({ url }, { max: 20 })
    return {
      db,
      connection: { url },
      folder,
      drop: async () => {
        await db.destroy()
        await giveBack()
        await rm(folder, { recursive: true, force: true })
      },
    }
  }
  const name = `test_${randomBytes(8).toString('hex')}`
  await command(
    `create database ${name} ${empty ? '' : `template ${TEMPLATE}`} strategy ${empty ? 'wal_log' : 'file_copy'}`,
  )
  const connection = serverOf(name)
  const db = openDb(connection, { max: 20 })
  return {
    db,
    connection,
    folder,
    drop: async () => {
      await db.destroy()
      await command(`drop database ${name} with (force)`)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
