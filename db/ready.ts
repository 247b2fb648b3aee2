import type { Db } from './db.ts'

/** Throws if the database does not answer. */
export const askDatabase = async (db: Db): Promise<void> => {
  await db.selectFrom('migrations').select('name').limit(1).execute()
}
