import type { Db, Tx } from '#db/db.ts'
import { type ViewRow, listByIds } from '../store.ts'
import type { RegistrationFilter } from './registrationList.store.ts'
import {
  type RecipientFilter,
  type Recipient,
  selectCountOfIds,
  selectIdsMatching,
  selectIdsOfAudience,
  selectRecipients,
} from './recipients.store.ts'

/** Lists the ids of the registrations of an audience, beginning after `after`. */
export const idsOfAudience = (on: Db | Tx, filter: RecipientFilter, after: number, limit: number): Promise<number[]> =>
  selectIdsOfAudience(on, filter, after, limit)
/** Lists the ids of the registrations that match a filter of the console's table, beginning after `after`. */
export const idsMatching = (on: Db | Tx, filter: RegistrationFilter, after: number, limit: number): Promise<number[]> =>
  selectIdsMatching(on, filter, after, limit)
/** Counts these registrations, their accounts and their mobile numbers, and lists the accounts. */
export const countOfIds = (on: Db | Tx, raceid: number, ids: readonly number[]) => selectCountOfIds(on, raceid, ids)
export const recipientsByIds = (on: Db | Tx, raceid: number, ids: readonly number[]): Promise<ViewRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : listByIds(on, raceid, ids)

/** Lists recipients in the order of their registration ids, beginning after the id `after`. */
export const listRecipients = (
  on: Db | Tx,
  filter: RecipientFilter,
  after: number,
  limit: number,
): Promise<Recipient[]> => selectRecipients(on, filter, after, limit)
