import type { Db } from '#db/db.ts'
import { newestFlags } from './store.ts'

export const hasFlags = async (db: Db, raceid: number): Promise<boolean> =>
  (await newestFlags(db, raceid)).some(({ colour }) => colour !== null)
