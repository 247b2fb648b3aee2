import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { DB } from '#db/schema.ts'

/**
 * Returns the approximate number of rows of a table, as PostgreSQL counted last. An exact count of a large table would
 * take too long.
 */
export const estimateRows = async (db: Db, table: keyof DB): Promise<number> =>
  Number(
    (
      await sql<{
        n: number
      }>`select greatest(reltuples, 0)::bigint as n from pg_class where oid = ${table}::regclass`.execute(db)
    ).rows[0]!.n,
  )
