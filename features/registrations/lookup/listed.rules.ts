import { type ListedState, listedStates } from './filter.contract.ts'

type Row = {
  state: string
  refundid: number
  deleted_at: Date | null
  closed_at: Date | null
  freed_at: Date | null
  exited_at: Date | null
}
/** The states in which a refund of the fee means that the runner left the race or the waitlist. */
const leaving: readonly string[] = ['normal', 'draw', 'audit', 'wait']

/**
 * Returns the state under which staff find a registration. `hasLeft` (public.store.ts) is the rule for `left` in SQL.
 */
export const listedStateOf = ({ state, refundid, deleted_at, closed_at, freed_at, exited_at }: Row): ListedState => {
  if (deleted_at) return 'deleted'
  if (closed_at) return 'closed'
  if (exited_at || (freed_at && state !== 'waitfail') || (refundid !== 0 && leaving.includes(state))) return 'left'
  return listedStates.find((one) => one === state)!
}
