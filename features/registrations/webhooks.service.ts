import type { Tx } from '#db/db.ts'
import { noteRegistrations } from '#features/webhooks/service.ts'
import type { InsertedIds } from './signup/insertRegistrations.store.ts'

/** Writes the messages of webhooks about a sign-up. A registration that costs nothing is paid at once. */
export const noteSignedUp = async (tx: Tx, raceid: number, { ids, paid }: InsertedIds, now: Date): Promise<void> => {
  await noteRegistrations(tx, raceid, 'registration.created', ids, now)
  await noteRegistrations(tx, raceid, 'registration.paid', paid, now)
}
