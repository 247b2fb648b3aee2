import type { Db, Tx } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { type EventRow, eventNow, lockEvent } from '#features/events/service.ts'
import { formOf, raceDayOf } from '#features/events/rules.ts'
import { lockOrder } from '#features/orders/finding.service.ts'
import { ageInYear, ageOn } from '#features/people/rules.ts'
import { updateRegistration } from '../changes/changes.store.ts'
import { type WhyNotHeld, holdPlace, releaseHeld } from '../inventory/inventory.service.ts'
import { openText } from '../signup/sealing.service.ts'
import type { RaceGiven } from '../status/present.service.ts'
import { type ViewRow, findByKey, lockRegistration } from '../store.ts'
import { shirtSeatAfterMove } from './move.rules.ts'

/** A registration and the event to which it moves. Both events are locked. */
export type LockedMove = { row: ViewRow; to: EventRow }

/**
 * Works on a registration that is to move. The function first locks the order, then both events by rising id, then the
 * registration. It then reads the registration again. If its order or event changed meanwhile, the function tries
 * again, up to five times in all, and then throws.
 */
export const withLockedMove = async <T>(
  db: Db,
  raceid: number,
  key: string,
  eventid: number,
  work: (tx: Tx, held: LockedMove) => Promise<T>,
): Promise<T | undefined> => {
  for (let round = 0; round < 5; round++) {
    const seen = await findByKey(db, raceid, key)
    if (!seen) return undefined
    const worked = await db.transaction().execute(async (tx) => {
      if (seen.orderid !== null) await lockOrder(tx, raceid, seen.orderid)
      const held = await lockBothEvents(tx, seen, eventid)
      if (!held) return { given: undefined }
      return held.row.orderid === seen.orderid && held.row.eventid === seen.eventid
        ? { given: await work(tx, held) }
        : undefined
    })
    if (worked) return worked.given
  }
  throw new Error(`Registration ${key} changes faster than it can be held`)
}
/**
 * Locks both events and the registration, and reads the registration and the target event. The caller has locked the
 * order.
 */
export const lockBothEvents = async (
  tx: Tx,
  { raceid, eventid, _key }: Pick<ViewRow, 'raceid' | 'eventid' | '_key'>,
  there: number,
): Promise<LockedMove | undefined> => {
  for (const id of [...new Set([eventid, there])].sort((a, b) => a - b)) await lockEvent(tx, raceid, id)
  await lockRegistration(tx, raceid, _key)
  const [row, to] = [await findByKey(tx, raceid, _key), await eventNow(tx, raceid, there)]
  return row && to ? { row, to } : undefined
}

/**
 * Returns the person's age on the day of an event. If the birth date has been erased, it returns the stored age, or
 * null if there is none. The race's key is prepared.
 */
export const ageAt = (seal: Seal, row: ViewRow, event: EventRow, race: RaceGiven): number | null => {
  const birth = openText(seal, row, 'birth')
  return birth === null ? row.age_on_race_day : ageOn(birth, raceDayOf(event, race))
}

export type UnpaidPrice = { price: number; fee: number; price_by: string | null }

export class NoPlace extends Error {
  readonly refused: WhyNotHeld
  constructor(refused: WhyNotHeld) {
    super(refused)
    this.refused = refused
  }
}

/**
 * Moves a locked registration to another event. Its old place, shirt and seat become free, and it takes a place in the
 * new event. It gives up its bib, its zone and its window at the desk. Its age is the age on the new event's day.
 * Throws NoPlace if there is no place, so that the transaction rolls back. `unpaid` is the new price of an unpaid
 * registration.
 */
export const switchEvent = async (
  tx: Tx,
  seal: Seal,
  { row, to }: LockedMove,
  race: RaceGiven,
  { behindWaitlist, unpaid, now }: { behindWaitlist: boolean; unpaid?: UnpaidPrice; now: Date },
): Promise<void> => {
  const birth = openText(seal, row, 'birth')
  const day = raceDayOf(to, race)
  await releaseHeld(tx, row.raceid, [row.id], now)
  await updateRegistration(
    tx,
    row.raceid,
    row.id,
    {
      eventid: to.id,
      bib: null,
      prefix_bib: null,
      runnerzone: null,
      window: null,
      ...shirtSeatAfterMove(formOf(to), row),
      ...(birth === null ? {} : { age_on_race_day: ageOn(birth, day), age_in_race_year: ageInYear(birth, day) }),
      ...unpaid,
    },
    now,
  )
  const gone = await holdPlace(tx, row.raceid, row.id, now, { behindWaitlist })
  if (gone) throw new NoPlace(gone)
}

export const prepareMove = async (seal: Seal, raceid: number): Promise<void> => {
  await seal.prepare(raceScope(raceid))
  await seal.prepare('accounts')
  await seal.prepare('people')
}
