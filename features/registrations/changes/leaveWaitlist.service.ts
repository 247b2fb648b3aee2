import { amountText } from '#contract/written.ts'
import type { Tx } from '#db/db.ts'
import { giveBack } from '#features/payments/byHand.service.ts'
import { logChange } from '#features/staff/service.ts'
import type { Who } from '#seam/server/handle.ts'
import { type ChangeWork, leaveOrder, withHeld } from './changes.service.ts'
import { updateRegistration } from './changes.store.ts'
import { documentAfter, losesRace } from './leaving.rules.ts'
import type { RegistrationState } from '../contract.ts'
import { releaseHeld } from '../inventory/inventory.service.ts'
import { type RaceGiven, statusFactsOf } from '../status/present.service.ts'
import { notifyRunner } from '../runnerMessages.service.ts'
import { paidStateOf } from '../status/payable.rules.ts'
import { openShare } from '../payment/shares.rules.ts'
import { shareFacts } from '../payment/shares.service.ts'
import { type ViewRow, findByKey, markClosed } from '../store.ts'
import { stateAfter, transition } from '../status/transitions.rules.ts'

/**
 * The leaving of a waitlist. `left` means that the runner leaves. `ended` means that the waitlist ended without a
 * place.
 */
export type LineLeaving = {
  race: RaceGiven
  why: 'left' | 'ended'
  who?: Who | undefined
  now: Date
  /** Writes further rows in the same transaction. */ also: (tx: Tx, row: ViewRow) => Promise<void>
}
export type Unwaited =
  | { state: RegistrationState; refunded: number }
  | { refused: 'not_waiting' | 'paid_meanwhile' | 'gateway_down' }

/** Tells whether a registration is live and has no place, and is on the waitlist or on the way to the waitlist. */
const waits = (row: ViewRow, race: RaceGiven): boolean =>
  (row.state === 'wait' || row.state === 'undraw') &&
  !row.place_held &&
  row.deleted_at === null &&
  ['0', '1'].includes(paidStateOf(statusFactsOf(row, race)))

/**
 * Gives back the rest of the registration's share by the channel that took the payment. Staff pay it by hand if there
 * is no payment of ours. Returns undefined if nothing is left to give back. The caller has locked the order.
 */
const giveBackShare = async (
  tx: Tx,
  row: ViewRow,
  { why, now }: LineLeaving,
): Promise<{ refundid: number; amount: number } | undefined> => {
  const amount = openShare(await shareFacts(tx, row))
  if (amount === 0) return undefined
  const of = { raceid: row.raceid, orderid: row.orderid!, registrationid: row.id, amount }
  const { id } = await giveBack(tx, { ...of, reason: why === 'left' ? 'exit' : 'waitfail' }, now)
  return { refundid: id, amount }
}

const notifyFailed = (
  tx: Tx,
  { seal }: ChangeWork,
  { race, now }: LineLeaving,
  row: ViewRow,
  amount: number,
): Promise<void> =>
  notifyRunner(tx, { seal, race, now }, row, {
    template: amount > 0 ? 'wait_failed_refund' : 'wait_failed',
    values: { amount: amountText(amount) },
    key: `wait_failed ${race.id}/${row.id}`,
  })

const write = async (
  tx: Tx,
  parts: ChangeWork,
  leaving: LineLeaving,
  row: ViewRow,
  after: { state: RegistrationState; refundid?: number; exited_at?: Date; freed_at?: Date; orderid?: null },
  amount: number,
): Promise<Unwaited> => {
  const { why, who, now } = leaving
  await releaseHeld(tx, row.raceid, [row.id], now, { uses: true })
  await updateRegistration(tx, row.raceid, row.id, after, now)
  await logChange(tx, {
    who,
    now,
    raceid: row.raceid,
    what: why === 'left' ? 'registration left waitlist' : 'registration waited in vain',
    target: `registration ${row.id}`,
    before: { state: row.state, refundid: row.refundid },
    after: { state: after.state, refundid: after.refundid ?? row.refundid },
  })
  if (why === 'ended') await notifyFailed(tx, parts, leaving, row, amount)
  await leaving.also(tx, row)
  return { state: after.state, refunded: amount }
}

/** Ends the waiting of a registration that has paid, or that owes nothing yet. The caller has locked it. */
const settled = async (tx: Tx, parts: ChangeWork, leaving: LineLeaving, row: ViewRow): Promise<Unwaited> => {
  const { race, why, now } = leaving
  const state = row.state as RegistrationState
  if (!waits(row, race)) return { refused: 'not_waiting' }
  const given = await giveBackShare(tx, row, leaving)
  const amount = given?.amount ?? 0
  const refundid = given && { refundid: given.refundid }
  const left = documentAfter(losesRace(state, race.settings), now)
  if (why === 'ended')
    return write(tx, parts, leaving, row, { state: stateAfter(state, 'end_wait'), freed_at: now, ...refundid }, amount)
  if (refundid)
    return write(tx, parts, leaving, row, { state: stateAfter(state, 'exit'), ...left, ...refundid }, amount)
  if (paidStateOf(statusFactsOf(row, race)) === '1')
    return write(tx, parts, leaving, row, { state: stateAfter(state, 'end_wait'), ...left }, 0)
  // Nobody has paid anything. The position in line and the document become free, as after an order that ran out.
  const gone = await write(tx, parts, leaving, row, { state: stateAfter(state, 'expire') }, 0)
  await markClosed(tx, row.raceid, [row.id], now)
  return gone
}

/**
 * Takes a registration off the waitlist. Paid money goes back by the channel that took it. An open order is first
 * closed at the gateway. The document may sign up again, unless the race counts leaving with a refund as an exit.
 */
export const endWaiting = async (parts: ChangeWork, leaving: LineLeaving, key: string): Promise<Unwaited> => {
  const { race, why, now } = leaving
  for (let round = 0; round < 3; round++) {
    const seen = await findByKey(parts.db, race.id, key)
    if (!seen || !waits(seen, race) || !transition(seen.state as RegistrationState, 'end_wait'))
      return { refused: 'not_waiting' }
    if (seen.o_state !== 'open') {
      // The runner may begin to pay at this moment, which opens an order. The next round then first closes that order.
      const done = await withHeld(parts.db, race.id, key, async (tx, row) =>
        row.o_state === 'open' ? undefined : settled(tx, parts, leaving, row),
      )
      if (done) return done
      continue
    }
    const left = await leaveOrder(
      parts,
      seen,
      async (tx, row): Promise<Unwaited> => {
        if (!waits(row, race)) return { refused: 'not_waiting' }
        const state = row.state as RegistrationState
        // The registration of a runner who leaves ends with its order. A runner who got no place stays on record.
        return why === 'left'
          ? write(tx, parts, leaving, row, { state: stateAfter(state, 'expire') }, 0)
          : write(tx, parts, leaving, row, { state: stateAfter(state, 'end_wait'), freed_at: now, orderid: null }, 0)
      },
      now,
    )
    if ('given' in left) return left.given
    // The runner paid at this very moment. The next round returns the money.
    if ('refused' in left && left.refused === 'gateway_down') return left
  }
  return { refused: 'gateway_down' }
}
