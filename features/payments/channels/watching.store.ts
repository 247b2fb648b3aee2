import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** The counts of one channel since the last write. */
export type ChannelCounts = {
  gateway: string
  notices: number
  noticeAt: Date | null
  refused: number
  refusedAt: Date | null
  refusedWhy: string | null
  failures: number
  failedAt: Date | null
  failedWhy: string | null
}

export const addCounts = async (db: Db, counts: ChannelCounts, now: Date): Promise<void> => {
  const { gateway, notices, noticeAt, refused, refusedAt, refusedWhy, failures, failedAt, failedWhy } = counts
  await sql`
    insert into channels as known
      (gateway, notices, notice_at, refused, refused_at, refused_why, failures, failed_at, failed_why, updated_at)
    values (${gateway}, ${notices}, ${noticeAt}, ${refused}, ${refusedAt}, ${refusedWhy}, ${failures},
      ${failedAt}, ${failedWhy}, ${now})
    on conflict (gateway) do update set
      notices = known.notices + excluded.notices,
      notice_at = coalesce(excluded.notice_at, known.notice_at),
      refused = known.refused + excluded.refused,
      refused_at = coalesce(excluded.refused_at, known.refused_at),
      refused_why = coalesce(excluded.refused_why, known.refused_why),
      failures = known.failures + excluded.failures,
      failed_at = coalesce(excluded.failed_at, known.failed_at),
      failed_why = coalesce(excluded.failed_why, known.failed_why),
      updated_at = excluded.updated_at`.execute(db)
}

export const addRefusals = async (db: Db, gateway: string, why: string, count: number, at: Date): Promise<void> => {
  await sql`
    insert into channel_refusals as known (gateway, why, count, last_at) values (${gateway}, ${why}, ${count}, ${at})
    on conflict (gateway, why) do update set count = known.count + excluded.count,
      last_at = excluded.last_at`.execute(db)
}
