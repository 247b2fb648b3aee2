import type { Insertable } from 'kysely'
import type { Db } from '#db/db.ts'
import type { ConsentTexts } from '#db/schema.ts'

/** Stores wordings of consents. A stored wording never changes. */
export const insertConsentTexts = async (db: Db, rows: readonly Insertable<ConsentTexts>[]): Promise<void> => {
  await db
    .insertInto('consent_texts')
    .values(rows)
    .onConflict((clash) => clash.doNothing())
    .execute()
}
