import type { Tx } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { maskMobile } from '#features/accounts/rules.ts'
import { grantInvitation } from '#features/invitations/service.ts'
import { couponGiver } from './prizes.service.ts'
import { type PrizeRow, changePrize } from './prizes.store.ts'

export type PrizeContact = { name: string; mobile: string; address: string }
const FIELD = 'prize contact'
export const openContact = (seal: Seal, row: PrizeRow): PrizeContact =>
  JSON.parse(
    (row.contact && seal.open(raceScope(row.raceid), FIELD, row.contact)) || '{"name":"","mobile":"","address":""}',
  ) as PrizeContact
const maskOf = ({ name, mobile, address }: PrizeContact): string =>
  `${[...name][0] ?? ''}** · ${maskMobile(mobile)} · ${[...address].slice(0, 6).join('')}…`

export type WhyNoClaim = 'prize_returned' | 'prize_on_its_way' | 'prize_not_available'
/**
 * Tells whether the organiser has a prize back. A prize counts as returned from the deadline on, even if the sweep has
 * not taken it back yet.
 */
export const isReturned = (row: PrizeRow, now: Date): boolean =>
  row.state === 'returned' || (row.state === 'won' && row.claim_until <= now)

/**
 * Gives a coupon or an invitation to the winner, and returns its code. Returns undefined if the shop no longer has the
 * coupon.
 */
const codeFor = async (tx: Tx, row: PrizeRow, uid: number, now: Date): Promise<string | undefined> => {
  const { raceid, settings } = row
  if (row.way === 'coupon')
    return couponGiver.get()(tx, { raceid, couponid: settings.couponid!, uid, origin: `prize ${row.id}`, now })
  const granted = { label: row.name, eventid: settings.eventid!, uses: 1, expires_at: null, price: 0 }
  return (await grantInvitation(tx, raceid, { ...granted, direct: true, holder: null }, now)).code
}

/** Claims a prize, whose row is locked. A repeated claim changes an address and gives no second code. */
export const claimPrize = async (
  tx: Tx,
  seal: Seal,
  row: PrizeRow,
  claim: { uid: number; contact: PrizeContact | undefined; now: Date },
): Promise<{ refused: WhyNoClaim } | { prize: PrizeRow }> => {
  const { uid, contact, now } = claim
  if (isReturned(row, now)) return { refused: 'prize_returned' }
  if (row.way === 'scan') return { prize: row }
  if (row.way === 'post') {
    if (!contact) return { prize: row }
    if (row.state !== 'won' && row.state !== 'claimed') return { refused: 'prize_on_its_way' }
    const sealed = seal.seal(raceScope(row.raceid), FIELD, JSON.stringify(contact))
    const set = { state: 'claimed' as const, contact: sealed, contact_mask: maskOf(contact) }
    return { prize: await changePrize(tx, row, set, now) }
  }
  if (row.state !== 'won') return { prize: row }
  const code = await codeFor(tx, row, uid, now)
  if (code === undefined) return { refused: 'prize_not_available' }
  return { prize: await changePrize(tx, row, { state: 'given', code, done_at: now }, now) }
}
