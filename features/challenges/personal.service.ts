import type { Personal } from '#seam/server/personal.ts'
import { adoptSignups, eraseOfAccount, listChallengeRecords } from './personal.store.ts'

/**
 * A sign-up belongs to an account. The server erases a sign-up together with its proofs. Photos are private files of
 * the account (features/files).
 */
export const personal: Personal = {
  tables: ['challenge_signups'],
  merge: { tables: ['challenge_signups'], adopt: adoptSignups },
  copy: { ofAccount: async ({ db }, { uid }) => ({ challenges: await listChallengeRecords(db, uid) }) },
  erase: { account: eraseOfAccount },
}
