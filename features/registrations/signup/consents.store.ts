import type { Insertable } from 'kysely'
import type { Db } from '#db/db.ts'
import type { ConsentTexts } from '#db/schema.ts'

/** Keeps wordings of consents. A kept wording stays as it is. */
export const insertConsentTexts = async (db: Db, rows: readonly Insertable<ConsentTexts>[]): Promise<void> => {
  await db
    .insertInto('consent_texts')
    .values(rows)
    .onConflict((clash) => clash.doNothing())
    .execute()
}
