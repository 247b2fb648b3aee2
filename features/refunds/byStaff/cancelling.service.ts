import type { Tx } from '#db/db.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { type ChangeWork, leaveOrder, withHeld } from '#features/registrations/changes/changes.service.ts'
import { updateCancelled } from '#features/registrations/public.store.ts'
import { releaseHeld } from '#features/registrations/inventory/inventory.service.ts'
import { type RegistrationRow, registrationById } from '#features/registrations/lookup/registration.service.ts'
import { openShare } from '#features/registrations/payment/shares.rules.ts'
import { shareFacts } from '#features/registrations/payment/shares.service.ts'
import { notifyRunner } from '#features/registrations/runnerMessages.service.ts'
import { statusOf } from '#features/registrations/rules.ts'
import { type RaceGiven, statusFactsOf } from '#features/registrations/status/present.service.ts'
import { logChange } from '#features/staff/service.ts'
import { noteRegistrations } from '#features/webhooks/service.ts'
import type { Who } from '#seam/server/handle.ts'
import { makeRefund, offerFor } from '../service.ts'

/** The part of the fee that goes back: the part by the race's rules of today, all that is left, or nothing. */
export const cancelRefunds = ['rules', 'all', 'none'] as const
export type Cancelling = {
  race: RaceGiven
  who: Who
  refund: (typeof cancelRefunds)[number]
  reason: string
  now: Date
  /**
   * The amount in fen that a bulk action computed for this registration when staff confirmed the action. If the amount
   * is given, the race's rules of today do not count.
   */
  most?: number | undefined
  /** Writes further rows in the transaction that cancels. */
  beside?: (tx: Tx, back: number) => Promise<void>
}
export type Cancelled =
  | { state: 'cancelled'; back: number }
  | { refused: 'not_cancellable' | 'paid_meanwhile' | 'gateway_down' }

const isLive = (row: RegistrationRow): boolean => row.deleted_at === null && row.closed_at === null
const paidOf = (row: RegistrationRow, race: RaceGiven, now: Date) => statusOf(statusFactsOf(row, race), now).paid

/** Returns the amount that goes back for a paid registration. */
export const cancelAmount = async (
  { db }: Pick<ChangeWork, 'db'>,
  row: RegistrationRow,
  { race, refund, most, now }: Pick<Cancelling, 'race' | 'refund' | 'most' | 'now'>,
): Promise<number> => {
  if (refund === 'none') return 0
  if (most !== undefined) return Math.min(most, openShare(await shareFacts(db, row)))
  if (refund === 'all') return openShare(await shareFacts(db, row))
  return (await offerFor(db, row, race, now)).offer?.amount ?? 0
}

const notify = (tx: Tx, { seal }: ChangeWork, { race, reason, now }: Cancelling, row: RegistrationRow): Promise<void> =>
  notifyRunner(tx, { seal, race, now }, row, {
    template: 'cancelled',
    values: { reason: reason.replace(/[。.！!\s]+$/u, '') },
    key: `cancelled ${race.id}/${row.id}`,
  })

/** Ends an unpaid registration. Its place and stock are free, and its document may sign up again. */
const end = async (tx: Tx, parts: ChangeWork, cancelling: Cancelling, row: RegistrationRow): Promise<Cancelled> => {
  const { race, who, reason, now } = cancelling
  if (!isLive(row) || paidOf(row, race, now) !== '0') return { refused: 'not_cancellable' }
  await releaseHeld(tx, race.id, [row.id], now, { uses: true })
  await updateCancelled(tx, race.id, row.id, now)
  await logChange(tx, {
    who,
    now,
    raceid: race.id,
    what: 'registration cancelled',
    target: `registration ${row.id}`,
    before: { state: row.state, deleted_at: null },
    after: { state: row.state, deleted_at: now, reason },
  })
  await noteRegistrations(tx, race.id, 'registration.changed', [row.id], now)
  await notify(tx, parts, cancelling, row)
  await cancelling.beside?.(tx, 0)
  return { state: 'cancelled', back: 0 }
}

/**
 * Cancels a registration for staff, who give a reason. A paid registration leaves the race, and the chosen amount goes
 * back. An unpaid registration ends after the gateway has closed its order. A second call gets the refusal that the
 * registration cannot be cancelled.
 */
export const cancelRegistration = async (
  parts: ChangeWork,
  cancelling: Cancelling,
  id: number,
): Promise<Cancelled | undefined> => {
  const { race, who, reason, now } = cancelling
  await parts.seal.prepare(raceScope(race.id))
  await parts.seal.prepare('accounts')
  for (let round = 0; round < 3; round++) {
    const row = await registrationById(parts.db, race.id, id)
    if (!row) return undefined
    const paid = paidOf(row, race, now)
    if (!isLive(row) || !['0', '1'].includes(paid)) return { refused: 'not_cancellable' }
    if (paid === '1') {
      const amount = await cancelAmount(parts, row, cancelling)
      const beside = async (tx: Tx) => cancelling.beside?.(tx, amount)
      const made = await makeRefund(parts, { race, who, amount, exit: true, reason, now, beside }, row._key)
      if (made && 'refundid' in made) return { state: 'cancelled', back: amount }
      if (made && 'most' in made) continue
      return { refused: 'not_cancellable' }
    }
    if (row.o_state === 'open') {
      const left = await leaveOrder(parts, row, (tx, fresh) => end(tx, parts, cancelling, fresh), now)
      if ('given' in left) return left.given
      if ('refused' in left) {
        if (left.refused === 'paid_meanwhile') continue
        return left
      }
      continue
    }
    const done = await withHeld(parts.db, race.id, row._key, async (tx, fresh) =>
      fresh.o_state === 'open' ? undefined : end(tx, parts, cancelling, fresh),
    )
    if (done) return done
  }
  return { refused: 'gateway_down' }
}
