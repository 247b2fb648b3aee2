import type { Db } from '#db/db.ts'
import { removeEndedLimits } from '#db/limits/limits.ts'
import { removeEndedSessions } from '#db/sessions.ts'
import { removeEndedLinks } from '#features/staff/public.store.ts'
import { removeEndedChecks } from '#features/checks/service.ts'
import { removeEndedCodes } from './store.ts'

export const removeAllEnded = async (db: Db, now: Date): Promise<void> => {
  await removeEndedChecks(db, now)
  await removeEndedCodes(db, now)
  await removeEndedLimits(db, now)
  await removeEndedLinks(db, now)
  await removeEndedSessions(db, now)
}
