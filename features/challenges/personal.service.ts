import type { Personal } from '#seam/server/personal.ts'
import { adoptSignups, eraseOfAccount, listOfAccount } from './personal.store.ts'

/** A sign-up names an account. Its proofs go with it. Photos are private files of the account (features/files). */
export const personal: Personal = {
  tables: ['challenge_signups'],
  merge: { tables: ['challenge_signups'], adopt: adoptSignups },
  copy: { ofAccount: async ({ db }, { uid }) => ({ challenges: await listOfAccount(db, uid) }) },
  erase: { account: eraseOfAccount },
}
