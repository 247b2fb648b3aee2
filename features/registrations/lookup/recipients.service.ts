import type { Db, Tx } from '#db/db.ts'
import {
  type RecipientFilter,
  type Recipient,
  type RecipientCount,
  selectRecipientCount,
  selectRecipients,
} from './recipients.store.ts'

/** In the order of their registrations, from `after` on. */
export const listRecipients = (
  on: Db | Tx,
  asked: RecipientFilter,
  after: number,
  limit: number,
): Promise<Recipient[]> => selectRecipients(on, asked, after, limit)

/** The number of these registrations, of their accounts and of their mobile numbers. */
export const countRecipients = (on: Db | Tx, asked: RecipientFilter): Promise<RecipientCount> =>
  selectRecipientCount(on, asked)
