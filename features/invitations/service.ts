import type { Db, Tx } from '#db/db.ts'
import type { Invitation } from './contract.ts'
import { addUses, findByCode, lockByCode, lockById } from './store.ts'

/* Sign-up locks and counts invitations by these functions. Every caller takes locks in this order: orders, events,
   counters, invitations. Each kind is sorted. */

/** Finds the invitation of a race with this code (normal form). */
export const findInvitation = (db: Db | Tx, raceid: number, code: string): Promise<Invitation | undefined> =>
  findByCode(db, raceid, code)

/** Locks the invitations with these codes (normal form) until the transaction ends, in the order of their ids. */
export const lockInvitations = (tx: Tx, raceid: number, codes: readonly string[]): Promise<Invitation[]> =>
  lockByCode(tx, raceid, codes)

/** Locks the invitations with these ids in the same way. */
export const lockInvitationsById = (tx: Tx, raceid: number, ids: readonly number[]): Promise<Invitation[]> =>
  lockById(tx, raceid, ids)

/** Counts uses. A negative `by` gives uses back. */
export const countUses = (tx: Tx, raceid: number, ids: readonly number[], by: readonly number[]): Promise<void> =>
  addUses(tx, raceid, ids, by)
