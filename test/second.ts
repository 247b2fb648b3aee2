import { sql } from 'kysely'
import { inject } from 'vitest'
import { openDb } from '#db/db.ts'
import { openSeal } from '#db/sealing/keys.ts'
import { citusServers, inDatabase } from './databases/citus.ts'
import type { World } from './world.ts'

/** Opens the world's database as a second process does, through a pool and a seal of its own. */
export const secondProcess = async (world: Pick<World, 'db'>) => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.db)
  const database = rows[0]!.name
  const db = openDb(
    citusServers
      ? { url: inDatabase(citusServers[0]!, database) }
      : { host: inject('databaseHost'), port: 5432, user: 'startline', database },
    { max: 4 },
  )
  return { db, seal: await openSeal(world.db, Buffer.alloc(32, 7)) }
}
