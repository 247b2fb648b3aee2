import type { Db, Tx } from '#db/db.ts'
import { DESK, withinRefundDays } from '#features/payments/rules.ts'
import { tierSpans } from '#features/races/refund.rules.ts'
import type { RowMoney } from '#features/registrations/bulk/action.service.ts'
import type { RegistrationRow } from '#features/registrations/lookup/registration.service.ts'
import { type ShareFacts, shareOf } from '#features/registrations/payment/shares.rules.ts'
import { shareFacts } from '#features/registrations/payment/shares.service.ts'
import type { RaceGiven } from '#features/registrations/status/present.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { type HowMuch, bulkAmount } from './amounts.rules.ts'
import { bulkWords as words } from './bulk.words.ts'
import { type PaidRow, listPaid } from './facts.store.ts'

type Asking = Pick<Parts, 'integrations'> & { on: Db | Tx }

const NOTHING_PAID: ShareFacts = { share: 0, back: 0, left: 0 }
const factsFrom = ({ amount, prices, price, back, refunded, promised }: PaidRow): ShareFacts => ({
  share: shareOf({ amount, prices, price }),
  back,
  left: amount - refunded - promised,
})

/**
 * Tells whether staff must pay a refund, because no channel took the payment, or because its channel no longer refunds
 * such an old payment.
 */
const isByHand = ({ integrations }: Asking, { payment, pay_at }: PaidRow, now: Date): boolean => {
  if (payment === null || payment === DESK) return true
  const gateway = integrations.gateways[payment as keyof typeof integrations.gateways]
  return gateway !== undefined && pay_at !== null && !withinRefundDays(pay_at, gateway.refundDays, now)
}

export const bulkAmounts = async (
  asking: Asking,
  rows: readonly RegistrationRow[],
  { race, how, now }: { race: RaceGiven; how: HowMuch; now: Date },
): Promise<ReadonlyMap<number, RowMoney>> => {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const paid = new Map((await listPaid(asking.on, race.id, ids)).map((row) => [row.id, row]))
  const found = new Map<number, RowMoney>()
  for (const row of rows) {
    const one = paid.get(row.id)
    // A runner who moved to a dearer event paid the difference with a further order.
    const facts = one === undefined ? NOTHING_PAID : one.differences ? await shareFacts(asking.on, row) : factsFrom(one)
    const amount = bulkAmount(
      { ...facts, state: row.state, zone: race.zone, tiers: tierSpans(race, row.eventid) },
      how,
      now,
    )
    found.set(row.id, {
      fen: 'fen' in amount ? amount.fen : 0,
      channel: one?.payment ?? '',
      by_hand: one !== undefined && 'fen' in amount && isByHand(asking, one, now),
      why: 'fen' in amount ? null : words.nothing[amount.nothing],
    })
  }
  return found
}
