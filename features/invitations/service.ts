import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '#db/db.ts'
import type { Invitation } from './contract.ts'
import { invitationCodeFrom, untypedCode } from './rules.ts'
import {
  type Granted,
  addUses,
  findByCode,
  findById,
  findByIds,
  insertInvitations,
  lockByCode,
  lockById,
  stopWithoutHolder,
  updateInvitation,
} from './store.ts'

export const newCode = (): string => invitationCodeFrom(randomBytes(10))

/* Sign-up locks and counts invitations by these functions. Every caller takes locks in this order: orders, events,
   counters, invitations. Every caller takes the locks of one kind in sorted order. */

/** Finds the invitation of a race with this code (normal form). Returns undefined if there is none. */
export const findInvitation = (db: Db | Tx, raceid: number, code: string): Promise<Invitation | undefined> =>
  findByCode(db, raceid, code)

/** Locks the invitations with these codes (normal form) until the transaction ends, in the order of their ids. */
export const lockInvitations = (tx: Tx, raceid: number, codes: readonly string[]): Promise<Invitation[]> =>
  lockByCode(tx, raceid, codes)

/** Locks the invitations with these ids until the transaction ends, in the order of their ids. */
export const lockInvitationsById = (tx: Tx, raceid: number, ids: readonly number[]): Promise<Invitation[]> =>
  lockById(tx, raceid, ids)

/** Counts uses. A negative `by` gives uses back. */
export const addInvitationUses = (
  tx: Tx,
  raceid: number,
  ids: readonly number[],
  by: readonly number[],
): Promise<void> => addUses(tx, raceid, ids, by)

/** Reads some invitations without a lock. */
export const invitationsByIds = (on: Db | Tx, raceid: number, ids: readonly number[]): Promise<Invitation[]> =>
  findByIds(on, raceid, ids)

export const invitationById = (db: Db | Tx, raceid: number, id: number): Promise<Invitation | undefined> =>
  findById(db, raceid, id)

/** Makes one invitation of a race, with a code that nobody can guess. */
export const grantInvitation = async (
  tx: Tx,
  raceid: number,
  granted: Granted & { holder: Buffer | null },
  now: Date,
): Promise<{ id: number; code: string }> => {
  for (;;) {
    const code = newCode()
    const [id] = await insertInvitations(tx, raceid, [code], granted, now)
    if (id !== undefined) return { id, code }
  }
}

/** Stops a personal invitation and forgets its person, so that nobody can use the invitation any more. */
export const forgetHolder = stopWithoutHolder

/** Makes an invitation that only other rooms use. Nobody can type its code. */
export const grantUntyped = async (tx: Tx, raceid: number, granted: Granted, now: Date): Promise<number> =>
  (await insertInvitations(tx, raceid, [untypedCode(randomBytes(10))], granted, now))[0]!

/** Changes the terms of an invitation. The caller has locked the invitation. */
export const changeInvitation = updateInvitation
