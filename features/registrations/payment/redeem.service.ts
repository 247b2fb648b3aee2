import type { Tx } from '#db/db.ts'
import { lockEvent } from '#features/events/service.ts'
import { addInvitationUses, findInvitation, lockInvitations } from '#features/invitations/service.ts'
import { findOrder } from '#features/orders/finding.service.ts'
import { type WhyNotInvited, mayUse, normalCode, priceWith, whyNotInvited } from '#features/invitations/rules.ts'
import { openOrder } from '#features/orders/service.ts'
import { payEndFor, type OrderRow } from '#features/orders/rules.ts'
import { replaceOrder } from '#features/payments/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { Limit } from '#db/limits/limits.ts'
import { moveCompanions } from '../changes/changes.service.ts'
import { type RaceGiven, statusFactsOf } from '../status/present.service.ts'
import { boughtOf, chargeOf, openingOfCharge, sumOfBought } from './pricing.rules.ts'
import { statusOf } from '../rules.ts'
import { type ViewRow, findByKey, linkOrder, lockRegistration, markInvited } from '../store.ts'

export type WhyNotRedeemed =
  | WhyNotInvited
  | 'invite_unknown'
  | 'invite_of_another'
  | 'invite_saves_nothing'
  | 'invite_given'
  | 'not_payable'
  | 'gateway_down'
/** The limit that keeps a person from finding codes by trying many codes, at sign-up or on an order. */
export const codesTried: Limit = { kind: 'invitation codes tried in vain', max: 20, seconds: 3600 }
class NotRedeemed extends Error {
  readonly why: WhyNotRedeemed
  constructor(why: WhyNotRedeemed) {
    super(why)
    this.why = why
  }
}

/** Returns the price of a registration with a code. The code lowers the price of the entry, but not of its add-ons. */
const redeemed = (row: Pick<ViewRow, 'price' | 'addons'>, invitation: { price: number | null }): number => {
  const addons = sumOfBought(boughtOf(row))
  return priceWith(invitation, row.price - addons) + addons
}

/** Names the reason why a code cannot be used for a registration now; undefined if it can. */
const whyNot = (
  row: ViewRow,
  race: RaceGiven,
  invitation: NonNullable<Awaited<ReturnType<typeof findInvitation>>>,
  now: Date,
): WhyNotRedeemed | undefined => {
  if (row.inviteid !== null) return 'invite_given'
  if (!statusOf(statusFactsOf(row, race), now).can.pay.ok) return 'not_payable'
  return (
    whyNotInvited(invitation, row.eventid, now) ??
    (mayUse(invitation, row.document_ix.toString('hex')) ? undefined : 'invite_of_another') ??
    (redeemed(row, invitation) < row.price ? undefined : 'invite_saves_nothing')
  )
}

/**
 * Counts one use of the code and gives the registration the code's price. The function locks the event, the invitation
 * and the registration, in the common order of locks. The caller has locked the order.
 */
const redeem = async (tx: Tx, seen: ViewRow, race: RaceGiven, code: string, now: Date): Promise<ViewRow> => {
  await lockEvent(tx, race.id, seen.eventid)
  const [invitation] = await lockInvitations(tx, race.id, [code])
  await lockRegistration(tx, race.id, seen._key)
  const row = await findByKey(tx, race.id, seen._key)
  if (!row || !invitation) throw new NotRedeemed('invite_unknown')
  const why = whyNot(row, race, invitation, now)
  if (why) throw new NotRedeemed(why)
  const price = redeemed(row, invitation)
  await addInvitationUses(tx, race.id, [invitation.id], [1])
  await markInvited(tx, race.id, row.id, { invite: code, inviteid: invitation.id, price }, now)
  return { ...row, price, price_by: null, invite: code, inviteid: invitation.id }
}

/** Opens an order of its own for a free registration. The order is paid as it opens, because nothing is due. */
const openFree = async (tx: Tx, row: ViewRow, subject: string, payEnd: Date, now: Date): Promise<void> => {
  const order = await openOrder(
    tx,
    row.raceid,
    { room: 'registrations', uid: row.uid, ...openingOfCharge(chargeOf(row)), subject, payEnd },
    now,
  )
  const { pay_at } = (await findOrder(tx, row.raceid, order.id))!
  await linkOrder(tx, row.raceid, row.id, order.id, pay_at, now)
}

/**
 * Pays the open amount with the registrant's code, or lowers the amount. Returns undefined after success, and also if
 * the same code was applied before.
 */
export const payWithCode = async (
  parts: Pick<Parts, 'db' | 'integrations' | 'origin'>,
  race: RaceGiven,
  key: string,
  typed: string,
  subject: string,
  now: Date,
): Promise<WhyNotRedeemed | undefined> => {
  const code = normalCode(typed)
  try {
    for (let round = 0; round < 3; round++) {
      const [seen, invitation] = await Promise.all([
        findByKey(parts.db, race.id, key),
        findInvitation(parts.db, race.id, code),
      ])
      if (!seen || !invitation) return 'invite_unknown'
      if (seen.inviteid === invitation.id) return undefined
      const why = whyNot(seen, race, invitation, now)
      if (why) return why
      if (seen.orderid === null) {
        const done = await parts.db.transaction().execute(async (tx) => {
          const row = await redeem(tx, seen, race, code, now)
          if (row.orderid !== null) return false
          // A registration that still costs something gets its order later, when its runner begins to pay.
          if (row.price === 0)
            await openFree(
              tx,
              row,
              subject,
              payEndFor(now, row.e_pay_minutes ?? race.settings.pay_minutes, row.e_pay_end),
              now,
            )
          return true
        })
        if (done) return undefined
        continue
      }
      let moved = false
      const replace = async (tx: Tx, order: OrderRow) => {
        const fresh = await findByKey(tx, race.id, key)
        if (fresh?.orderid !== order.id) return
        const row = await redeem(tx, seen, race, code, now)
        if (row.price === 0) await openFree(tx, row, subject, order.pay_end, now)
        await moveCompanions(tx, order, row.price === 0 ? row.id : 0, now)
        moved = true
      }
      const closed = await replaceOrder(parts, race.id, seen.orderid, 'cancelled', replace, now)
      if (closed !== 'closed') return closed === 'paid' ? 'not_payable' : 'gateway_down'
      if (moved) return undefined
    }
    return 'not_payable'
  } catch (error) {
    if (error instanceof NotRedeemed) return error.why
    throw error
  }
}
