import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { DB } from '#db/schema.ts'

/** About how many rows a table has, as PostgreSQL counted last: of a large table nobody counts them all. */
export const estimateRows = async (db: Db, table: keyof DB): Promise<number> =>
  Number(
    (
      await sql<{
        n: number
      }>`select greatest(reltuples, 0)::bigint as n from pg_class where oid = ${table}::regclass`.execute(db)
    ).rows[0]!.n,
  )
