import { chinaDay } from '#contract/days.ts'
import { payByHand } from '#features/payments/byHand.service.ts'
import { raceGiven, registrationOf } from '#features/registrations/status/ownership.service.ts'
import { saveRefundPolicy } from '#features/races/service.ts'
import type { RefundCause, RefundPolicy } from '#features/races/refund.contract.ts'
import { applyForRefund, makeRefund } from '#features/refunds/service.ts'
import { type Parts, nobody } from '#seam/server/handle.ts'

/** Returns a day in Shanghai, this many days from now. */
const dayAfter = (now: Date, days: number): string => chinaDay(new Date(now.getTime() + days * 86_400_000))

/**
 * Writes the refund rules of race 2026. The share that a runner gets back falls with time. In the full 10 km event, a
 * runner gets more after the next person in line has paid.
 */
export const seedRefundRules = async (parts: Parts, now: Date): Promise<void> => {
  const policy: RefundPolicy = {
    exit: true,
    tiers: [
      { from: null, until: dayAfter(now, 20), percent: 10, fixed: 0 },
      { from: dayAfter(now, 21), until: dayAfter(now, 45), percent: 50, fixed: 0 },
      { from: dayAfter(now, 46), until: dayAfter(now, 65), percent: 80, fixed: 0 },
    ],
    deadline: null,
    reasons: ['injury', 'health', 'work', 'family', 'travel', 'other'],
    successor: null,
    cash: 1,
  }
  await parts.db.transaction().execute(async (tx) => {
    await saveRefundPolicy(tx, 2026, 0, policy, now)
    await saveRefundPolicy(
      tx,
      2026,
      3,
      {
        ...policy,
        tiers: policy.tiers.map((tier) => ({ ...tier, percent: Math.max(tier.percent, 30) })),
        successor: { until: dayAfter(now, 50), percent: 5, fixed: 0 },
      },
      now,
    )
  })
}

/** Takes a registration out of race 2026, as its registrant would do it. */
export const leave = async (parts: Parts, key: string, cause: RefundCause, now: Date): Promise<number> => {
  const { row, race } = (await registrationOf(parts, key, now))!
  const left = await applyForRefund(parts, { race, uid: row.uid, cause, now }, key)
  if (!left || !('refundid' in left)) throw new Error(`A demo registration could not be left: ${JSON.stringify(left)}`)
  return left.refundid
}

/**
 * Lets the channel fail to make a refund of the demo. Staff must pay this refund by hand. With `byHand` they have
 * already paid it.
 */
export const failRefund = async (
  parts: Parts,
  raceid: number,
  refundid: number,
  byHand: boolean,
  now: Date,
): Promise<void> => {
  const { orderid } = await parts.db
    .updateTable('refunds')
    .set({ state: 'failed', failure: 'ABNORMAL', tries: 3 })
    .where('raceid', '=', raceid)
    .where('id', '=', refundid)
    .returning('orderid')
    .executeTakeFirstOrThrow()
  if (!byHand) return
  const staff = await parts.db
    .insertInto('staff')
    .values({ login: 'demo-cashier', name: '出纳小王', password: null, created_at: now, updated_at: now })
    .onConflict((on) => on.doNothing())
    .returning('staffid')
    .executeTakeFirst()
  const { staffid } =
    staff ??
    (await parts.db.selectFrom('staff').select('staffid').where('login', '=', 'demo-cashier').executeTakeFirstOrThrow())
  await parts.db
    .insertInto('staff_roles')
    .values({ staffid, raceid, role: 'cashier' })
    .onConflict((on) => on.doNothing())
    .execute()
  await parts.db
    .transaction()
    .execute((tx) =>
      payByHand(tx, raceid, orderid, refundid, { staffid, reference: '转账 88210417', fee: 0, fromDrawer: false }, now),
    )
}

/** Gives a part of the money back as staff do. The registration stays. */
export const giveBackPart = async (
  parts: Parts,
  key: string,
  amount: number,
  reason: string,
  now: Date,
): Promise<void> => {
  const { race } = (await registrationOf(parts, key, now))!
  const made = await makeRefund(
    parts,
    { race: (await raceGiven(parts.db, race.id, now))!, who: nobody, amount, exit: false, reason, now },
    key,
  )
  if (!made || !('refundid' in made)) throw new Error(`A demo part could not be given back: ${JSON.stringify(made)}`)
}
