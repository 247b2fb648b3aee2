import type { Db } from '#db/db.ts'

export type CheckRow = { captchaid: string; kind: string; answer: string; seed: number; expires_at: Date }

export const insertCheck = async (db: Db, check: CheckRow): Promise<void> => {
  await db.insertInto('picture_checks').values(check).execute()
}
export const findCheck = (db: Db, captchaid: string, now: Date): Promise<CheckRow | undefined> =>
  db
    .selectFrom('picture_checks')
    .selectAll()
    .where('captchaid', '=', captchaid)
    .where('expires_at', '>', now)
    .executeTakeFirst()
/** Uses up a check, whether the answer is right or wrong. Only one caller gets the row. */
export const takeCheck = (db: Db, captchaid: string, now: Date): Promise<CheckRow | undefined> =>
  db
    .deleteFrom('picture_checks')
    .where('captchaid', '=', captchaid)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/** Removes checks that nobody answered in time. */
export const deleteEndedChecks = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('picture_checks').where('expires_at', '<=', now).execute()
}
