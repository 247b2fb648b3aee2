import type { Tx } from '#db/db.ts'
import { countCounters, countPlaces, eventNow, lockEvent } from '#features/events/service.ts'
import { addInvitationUses } from '#features/invitations/service.ts'
import { lockOrder } from '#features/orders/finding.service.ts'
import { noteRegistrations } from '#features/webhooks/service.ts'
import { logChange } from '#features/staff/service.ts'
import { insertPersonalAnswers } from '../answers/answers.store.ts'
import { updateRegistration } from '../changes/changes.store.ts'
import { stockCounts } from '../inventory/inventory.service.ts'
import { releaseHeld } from '../inventory/inventory.service.ts'
import { boughtOf } from '../payment/pricing.rules.ts'
import type { WaitingSignup } from '../signup/batch/decision.service.ts'
import { findDocuments, insertRegistrations } from '../signup/insertRegistrations.store.ts'
import { findById, lockRegistration, type ViewRow } from '../store.ts'
import { lockAndCheckThings } from '../walkin/walkin.service.ts'
import { noteSignedUp } from '../webhooks.service.ts'

export type WhyNotSwapped =
  | 'not_a_live_registration'
  | 'already_registered'
  | 'qualification_lost'
  | 'clothes_gone'
  | 'bus_full'
  | 'addon_gone'
export type Swapped = { id: number; _key: string } | { refused: WhyNotSwapped }

/**
 * Tells whether another person may take over a registration: it is paid and holds its place, and its runner has not
 * left.
 */
const isSwappable = (row: ViewRow): boolean =>
  row.state === 'normal' &&
  row.place_held &&
  row.pay_at !== null &&
  row.refundid === 0 &&
  row.deleted_at === null &&
  row.closed_at === null &&
  row.exited_at === null

/**
 * Locks the order, the event and the registration in the common order, and reads the registration. Returns undefined if
 * there is no such registration, or if it has moved to another order or event meanwhile.
 */
const holdForSwap = async (tx: Tx, raceid: number, id: number): Promise<ViewRow | undefined> => {
  const seen = await findById(tx, raceid, id)
  if (!seen) return undefined
  if (seen.orderid !== null) await lockOrder(tx, raceid, seen.orderid)
  await lockEvent(tx, raceid, seen.eventid)
  await lockRegistration(tx, raceid, seen._key)
  const row = await findById(tx, raceid, id)
  return row && row.orderid === seen.orderid && row.eventid === seen.eventid ? row : undefined
}

/** Writes the registration of the new person with the place, the order and the price of the former registration. */
const writeSuccessor = async (tx: Tx, row: ViewRow, waiting: WaitingSignup, zone: string | null, now: Date) => {
  const { raceid, eventid } = row
  const written = await insertRegistrations(
    tx,
    raceid,
    [
      {
        ...waiting.row,
        uid: row.uid,
        lang: waiting.lang,
        eventid,
        state: 'normal',
        price: row.price,
        fee: row.fee ?? row.price,
        price_by: row.price_by === null ? null : JSON.stringify(row.price_by),
        addons: JSON.stringify(boughtOf(row)),
        place_held: true,
        runnerzone: zone,
        invite: row.invite,
        inviteid: row.inviteid,
        orderid: row.orderid,
        pay_at: row.pay_at,
      },
    ],
    [],
    now,
  )
  await noteSignedUp(tx, raceid, written, now)
  await insertPersonalAnswers(
    tx,
    raceid,
    waiting.personal.map((answer) => ({ ...answer, _key: waiting.row._key })),
  )
  await countPlaces(tx, raceid, eventid, 1)
  const counts = stockCounts([{ ...waiting.row, eventid, runnerzone: zone, addons: boughtOf(row) }], 1)
  if (counts.length > 0) await countCounters(tx, raceid, counts)
  if (row.inviteid !== null) await addInvitationUses(tx, raceid, [row.inviteid], [1])
  return written.ids[0]!
}

/**
 * Gives the place of a registration to another person. Order, price and payment stay with the place. The former
 * registration ends without an order, and retention erases the data of its person. The caller has checked and sealed
 * the data of the new person.
 */
export const swapPerson = async (
  tx: Tx,
  raceid: number,
  id: number,
  waiting: WaitingSignup,
  now: Date,
): Promise<Swapped> => {
  const row = await holdForSwap(tx, raceid, id)
  if (!row || !isSwappable(row)) return { refused: 'not_a_live_registration' }
  const { registered, exited } = await findDocuments(tx, raceid, [waiting.document])
  if (registered.size > 0) return { refused: 'already_registered' }
  if (exited.size > 0) return { refused: 'qualification_lost' }
  await releaseHeld(tx, raceid, [id], now, { uses: true })
  await updateRegistration(
    tx,
    raceid,
    id,
    {
      deleted_at: now,
      orderid: null,
      pay_at: null,
      price: 0,
      fee: 0,
      addons: '[]',
      bib: null,
      prefix_bib: null,
      teamid: null,
      inviteid: null,
      invite: null,
    },
    now,
  )
  const event = (await eventNow(tx, raceid, row.eventid))!
  const things = await lockAndCheckThings(tx, event, waiting.row, [])
  if ('refused' in things) return things
  const made = await writeSuccessor(tx, row, waiting, things.zone, now)
  await logChange(tx, {
    who: undefined,
    now,
    raceid,
    what: 'registration swapped',
    target: `registration ${id}`,
    before: { orderid: row.orderid, price: row.price },
    after: { registrationid: made },
  })
  await noteRegistrations(tx, raceid, 'registration.changed', [id], now)
  return { id: made, _key: waiting.row._key }
}
