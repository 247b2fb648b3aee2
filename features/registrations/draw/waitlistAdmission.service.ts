import type { Db, Tx } from '#db/db.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { countPlaces, lockEvent } from '#features/events/service.ts'
import { logChanges } from '#features/staff/service.ts'
import type { Who } from '#seam/server/handle.ts'
import { openWhatIsDue } from './drawOutcome.service.ts'
import { countInLine, listInLine, lockLine, moveUndrawn, writeAdmitted, writeRanks } from './line.store.ts'
import { notifyRunners } from './notifying.service.ts'
import type { RaceGiven } from '../status/present.service.ts'
import { listByIds } from '../store.ts'
import { stateAfter } from '../status/transitions.rules.ts'
import { writeCounters, lockStockCounters, subtractFromCounters, availableOf } from './things.service.ts'

/**
 * The facts for giving places from a waitlist. `until` is the moment until which an unpaid place is kept. The keys of
 * the race and of the accounts are prepared.
 */
export type Admission = {
  seal: Seal
  race: RaceGiven
  eventid: number
  until: Date
  who?: Who | undefined
  reason?: string | undefined
  now: Date
}
/** A registration that got a place. `until` is null if the place is paid or costs nothing. */
export type Admitted = { id: number; until: Date | null }

/**
 * Gives free places to registrations of `ids` that are in line, in the given order. An unpaid runner gets the place
 * together with an order that is payable until `until`. The lock of the event makes the count of places exact. The
 * caller's transaction takes up to a few hundred registrations.
 */
export const admitFromLine = async (tx: Tx, admission: Admission, ids: readonly number[]): Promise<Admitted[]> => {
  const { race, eventid, until, reason, now } = admission
  const event = await lockEvent(tx, race.id, eventid)
  if (!event || event.taken >= event.places || ids.length === 0) return []
  const counters = await lockStockCounters(tx, race.id, eventid, ids)
  await lockLine(tx, race.id, ids)
  // The function reads the line under the lock, because a runner may have left or begun to pay a moment ago.
  const inLine = await listInLine(tx, race.id, eventid, ids)
  const chosen = ids.filter((id) => inLine.has(id)).slice(0, event.places - event.taken)
  if (chosen.length === 0) return []
  const rows = new Map((await listByIds(tx, race.id, chosen)).map((row) => [row.id, row]))
  const given = chosen.map((id) => {
    const row = rows.get(id)!
    // A waiting runner gets the place even if the wanted shirt is sold out.
    const kept = availableOf(row, counters)
    subtractFromCounters(kept, counters)
    return { id, row, kept }
  })
  await writeAdmitted(tx, race.id, given, stateAfter('wait', 'admit'), now)
  await countPlaces(tx, race.id, eventid, chosen.length)
  await writeCounters(tx, race.id, counters, given)
  const paid = await openWhatIsDue(tx, admission, given, until)
  await notifyRunners(
    tx,
    admission,
    given.map(({ id, row }) => ({
      row,
      template: paid.has(id) ? 'wait_given' : 'wait_offer',
      until,
      paid: paid.has(id),
      what: 'registration admitted',
      before: { state: row.state },
      after: { state: 'normal', ...(reason ? { reason } : {}) },
    })),
  )
  return chosen.map((id) => ({ id, until: paid.has(id) ? null : until }))
}

/**
 * Moves paid registrations with the state `undraw` to the event's waitlist, at most `most` at a time. The function
 * locks the event, and returns the number of moved registrations.
 */
export const queueUndrawn = async (
  tx: Tx,
  raceid: number,
  eventid: number,
  most: number,
  now: Date,
): Promise<number> => {
  await lockEvent(tx, raceid, eventid)
  const ids = await moveUndrawn(tx, { raceid, eventid, state: stateAfter('undraw', 'queue'), most }, now)
  await logChanges(
    tx,
    ids.map((id) => ({
      who: undefined,
      now,
      raceid,
      what: 'registration queued',
      target: `registration ${id}`,
      before: { state: 'undraw' },
      after: { state: 'wait' },
    })),
  )
  return ids.length
}

/**
 * Counts the registrations in line for a place of an event. A payment can change the count even while the event is
 * locked.
 */
export const countLine = (on: Db | Tx, raceid: number, eventid: number): Promise<number> =>
  countInLine(on, raceid, eventid)

/**
 * Writes positions in line, which the status shows. A position overwrites the waiting code of a draw, so the caller
 * leaves out events with a draw.
 */
export const numberLine = (
  tx: Tx,
  raceid: number,
  ids: readonly number[],
  ranks: readonly number[],
  now: Date,
): Promise<void> => writeRanks(tx, raceid, ids, ranks, now)
