import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export type StandbyLag = { name: string; state: string; seconds: number; bytes: number }

/**
 * Lists the servers that copy this database at the moment, and how far each of them is behind. A role without the
 * rights of `pg_monitor` sees no distances, so the list then leaves the servers out.
 */
export const listStandbys = async (db: Db): Promise<StandbyLag[]> => {
  const { rows } = await sql<StandbyLag>`
    select coalesce(nullif(application_name, ''), 'standby') as name, coalesce(state, 'unknown') as state,
      coalesce(extract(epoch from replay_lag), 0)::float8 as seconds,
      pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as bytes
    from pg_stat_replication where replay_lsn is not null`.execute(db)
  return rows
}
