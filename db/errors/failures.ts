import type { Db } from '../db.ts'

/** Calls to other companies' services, by their purpose. */
export const integrationCalls = [
  'mini_code',
  'moderation',
  'account_code',
  'page_ticket',
  'wechat_notice',
  'mini_mobile',
  'app_person',
  'sms_receipt',
  'faces',
  'desk_faces',
  'bibs_read',
  'real_names',
  'payer_id',
  'timing_firm',
  'codes_budget',
  'mail',
  'mail_returned',
  'web_push',
  'wallet',
  'apple_wallet',
] as const
export type IntegrationCall = (typeof integrationCalls)[number]
export type IntegrationFailure = { what: string; failed: number; said: string; last_at: Date }

const LONGEST = 160
/** Returns the reason of a failure as the other service gave it, without anything that might be a person's number. */
const saidOf = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).replaceAll(/\d{6,}/g, '…').slice(0, LONGEST)

/**
 * Adds a failed call to the count of its day. The function does not use the caller's transaction, which may be rolled
 * back.
 */
export const countFailure = async (db: Db, what: IntegrationCall, now: Date, error: unknown): Promise<void> => {
  const said = saidOf(error)
  await db
    .insertInto('integration_failures')
    .values({ what, day: now.toISOString().slice(0, 10), failed: 1, said, last_at: now })
    .onConflict((clash) =>
      clash
        .columns(['what', 'day'])
        .doUpdateSet((eb) => ({ failed: eb('integration_failures.failed', '+', 1), said, last_at: now })),
    )
    .execute()
}

/** Calls another service. If the call fails, the function counts the failure and returns undefined. */
export const countingFailures = async <T>(
  db: Db,
  what: IntegrationCall,
  now: Date,
  ask: () => Promise<T>,
): Promise<{ answer: T } | undefined> => {
  try {
    return { answer: await ask() }
  } catch (error) {
    await countFailure(db, what, now, error)
    return undefined
  }
}

/** Lists the failures since a moment, with one entry for each kind of call. The kind that failed last comes first. */
export const listFailures = async (db: Db, since: Date): Promise<IntegrationFailure[]> => {
  const rows = await db
    .selectFrom('integration_failures')
    .select(['what', 'failed', 'said', 'last_at'])
    .where('last_at', '>=', since)
    .orderBy('last_at', 'desc')
    .execute()
  return rows
    .filter((row, at) => rows.findIndex(({ what }) => what === row.what) === at)
    .map((row) => ({
      ...row,
      failed: rows.filter(({ what }) => what === row.what).reduce((sum, { failed }) => sum + failed, 0),
    }))
}
/** Removes the counts of days whose last failure is before a moment. */
export const removeFailures = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('integration_failures').where('last_at', '<', before).execute()
}
