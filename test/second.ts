import { sql } from 'kysely'
import { inject } from 'vitest'
import { type Connection, openDb } from '#db/db.ts'
import { openSeal } from '#db/sealing/keys.ts'
import { citusServers, inDatabase } from './databases/citus.ts'
import type { World } from './world.ts'

/** Returns how another process connects to the world's database. */
export const connectionOf = async ({ db }: Pick<World, 'db'>): Promise<Connection> => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const database = rows[0]!.name
  return citusServers
    ? { url: inDatabase(citusServers[0]!, database) }
    : { host: inject('databaseHost'), port: 5432, user: 'startline', database }
}

/** Opens the world's database as a second process does, through a pool and a seal of its own. */
export const secondProcess = async (world: Pick<World, 'db'>) => ({
  db: openDb(await connectionOf(world), { max: 4 }),
  seal: await openSeal(world.db, Buffer.alloc(32, 7)),
})
