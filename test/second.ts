import { sql } from 'kysely'
import { inject } from 'vitest'
import { openDb } from '#db/db.ts'
import { openSeal } from '#db/sealing/keys.ts'
import type { World } from './world.ts'

/** Opens the world's database through another pool, as a second process has it, with keys of its own. */
export const secondProcess = async (world: Pick<World, 'db'>) => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.db)
  const db = openDb(
    { host: inject('databaseHost'), port: 5432, user: 'startline', database: rows[0]!.name },
    { max: 4 },
  )
  return { db, seal: await openSeal(world.db, Buffer.alloc(32, 7)) }
}
