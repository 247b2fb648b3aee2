/**
 * What signing up needs of invitations. Locks are taken in this order, by everybody: orders, events, counters, invitations; each sorted.
 */
export {
  addUses as countUses,
  findByCode as findInvitation,
  lockByCode as lockInvitations,
  lockById as lockInvitationsById,
} from './store.ts'
