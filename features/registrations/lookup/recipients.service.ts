import type { Db, Tx } from '#db/db.ts'
import {
  type RecipientFilter,
  type Recipient,
  type RecipientCount,
  selectRecipientCount,
  selectRecipients,
} from './recipients.store.ts'

/** Lists recipients by the number of their registration, beginning after `after`. */
export const listRecipients = (
  on: Db | Tx,
  filter: RecipientFilter,
  after: number,
  limit: number,
): Promise<Recipient[]> => selectRecipients(on, filter, after, limit)

/** Counts these registrations, their accounts and their mobile numbers. */
export const countRecipients = (on: Db | Tx, filter: RecipientFilter): Promise<RecipientCount> =>
  selectRecipientCount(on, filter)
