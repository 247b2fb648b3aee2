import type { Db, Tx } from '#db/db.ts'
import { eachInTurn, throwAll } from '#db/jobs/jobs.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { countWaiting, lockEvent } from '#features/events/service.ts'
import {
  type Admitted,
  admitFromLine,
  countLine,
  numberLine,
  queueUndrawn,
} from '#features/registrations/draw/waitlistAdmission.service.ts'
import { endWaiting } from '#features/registrations/changes/leaveWaitlist.service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { logChange } from '#features/staff/service.ts'
import type { Parts, Who } from '#seam/server/handle.ts'
import { isDue, nextInLine, offerUntil } from './rules.ts'
import {
  type WaitlistRow,
  askTogether,
  findWaitlist,
  listGroupOf,
  listLine,
  listRunning,
  listStillWaiting,
  listUnlisted,
  markGiven,
  markLeft,
  rankLine,
  saveWaitlist,
  updateWaitlist,
} from './store.ts'

/**
 * Everything here changes under the lock of the event, in pieces of one transaction each. A killed server goes on with
 * the next piece, and two servers work one after the other.
 */
type Working = Pick<Parts, 'db' | 'seal' | 'integrations' | 'origin'>
const CHUNK = 200

/** Updates the length of the line that the event shows. The caller has locked the event. */
const refreshEvent = async (
  tx: Tx,
  { raceid, eventid }: Pick<WaitlistRow, 'raceid' | 'eventid'>,
  open: boolean,
): Promise<void> => countWaiting(tx, raceid, eventid, open, open ? await countLine(tx, raceid, eventid) : 0)

/** The waitlist under the lock on its event; undefined where it is not open. */
const hold = async (tx: Tx, raceid: number, eventid: number) => {
  const event = await lockEvent(tx, raceid, eventid)
  const waitlist = await findWaitlist(tx, raceid, eventid)
  return event && waitlist?.state === 'open' ? { event, waitlist, free: event.places - event.taken } : undefined
}

/** The next in line for a number of places. It reads further while groups that do not fit are passed. */
const choose = async (tx: Tx, waitlist: WaitlistRow, free: number): Promise<number[]> => {
  const groups = waitlist.groups as 'alone' | 'skip' | 'stop'
  for (let limit = free + 50; ; limit *= 10) {
    const line = await listLine(tx, waitlist, limit)
    const { ids, decided } = nextInLine(line, free, groups, line.length < limit)
    if (decided) return ids
  }
}

/** A runner out of turn, with the others who must get places too. */
const withGroup = async (tx: Tx, { raceid, eventid, groups }: WaitlistRow, id: number): Promise<number[]> => {
  const group = groups === 'alone' ? await listGroupOf(tx, raceid, eventid, id) : []
  return group.length > 0 ? group : [id]
}

export type Promoting = {
  who?: Who | undefined
  reason?: string | undefined
  /** A particular registration, out of turn. */ id?: number | undefined
}
/**
 * Gives at most `most` free places to the next in line, in one transaction. Undefined where the waitlist is not open.
 */
export const givePlaces = async (
  { db, seal }: Pick<Working, 'db' | 'seal'>,
  raceid: number,
  eventid: number,
  most: number,
  now: Date,
  { who, reason, id }: Promoting = {},
): Promise<{ given: Admitted[]; free: number } | undefined> => {
  const race = await raceGiven(db, raceid, now)
  if (!race) return undefined
  await seal.prepare(raceScope(raceid))
  await seal.prepare('accounts')
  return db.transaction().execute(async (tx) => {
    const held = await hold(tx, raceid, eventid)
    if (!held) return undefined
    const { waitlist, free } = held
    const until = offerUntil(now, waitlist)
    if (free <= 0 || !until) return { given: [], free: Math.max(free, 0) }
    const ids = id === undefined ? await choose(tx, waitlist, Math.min(most, free)) : await withGroup(tx, waitlist, id)
    if (ids.length > free) return { given: [], free: 0 }
    const given = await admitFromLine(tx, { seal, race, eventid, until, who, reason, now }, ids)
    if (given.length > 0) {
      await markGiven(tx, waitlist, given, now)
      await refreshEvent(tx, waitlist, true)
    }
    return { given, free: free - given.length }
  })
}

/** Offers every returned place, in order, until none is left or nobody fits. */
const offerReturned = async (
  parts: Working,
  { raceid, eventid }: WaitlistRow,
  now: Date,
  signal?: AbortSignal,
): Promise<void> => {
  for (;;) {
    signal?.throwIfAborted()
    const gave = await givePlaces(parts, raceid, eventid, CHUNK, now)
    if (!gave || gave.given.length === 0 || gave.free === 0) break
  }
}

/**
 * The daily refresh: runners who have paid after the lot join, everybody is ranked anew, and the returned places are
 * due to be offered.
 */
const refresh = async (
  parts: Working,
  { raceid, eventid, zone }: WaitlistRow & { zone: string },
  now: Date,
  signal?: AbortSignal,
): Promise<void> => {
  const { db } = parts
  for (let queued = CHUNK; queued === CHUNK;) {
    signal?.throwIfAborted()
    queued = await db
      .transaction()
      .execute(async (tx) => ((await hold(tx, raceid, eventid)) ? queueUndrawn(tx, raceid, eventid, CHUNK, now) : 0))
  }
  signal?.throwIfAborted()
  await db.transaction().execute(async (tx) => {
    const held = await hold(tx, raceid, eventid)
    // Another server did it already: the order refreshes once a day.
    if (!held || !isDue(held.waitlist.refreshed_at, now, zone)) return
    const ranks = await rankLine(tx, held.waitlist, now)
    if (held.event.state !== 'draw')
      await numberLine(
        tx,
        raceid,
        ranks.map(({ id }) => id),
        ranks.map(({ rank }) => rank),
        now,
      )
    await updateWaitlist(tx, raceid, eventid, { refreshed_at: now, offering: true }, now)
    await refreshEvent(tx, held.waitlist, true)
  })
}

const isOver = ({ state, ends_at }: Pick<WaitlistRow, 'state' | 'ends_at'>, now: Date): boolean =>
  state === 'open' && ends_at !== null && ends_at <= now

/**
 * From now on nobody joins, and nobody gets a place; `failAll` does the rest. The event is locked by the caller or
 * here. `byClock`: only where its end has come, which staff may have moved a moment ago.
 */
export const beginEnd = async (
  tx: Tx,
  raceid: number,
  eventid: number,
  who: Who | undefined,
  now: Date,
  byClock = false,
): Promise<boolean> => {
  const held = await hold(tx, raceid, eventid)
  if (!held || (byClock && !isOver(held.waitlist, now))) return false
  await updateWaitlist(tx, raceid, eventid, { state: 'ending', offering: false }, now)
  await refreshEvent(tx, held.waitlist, false)
  await logChange(tx, {
    who,
    now,
    raceid,
    what: 'waitlist ended',
    target: `event ${eventid}`,
    before: { state: 'open' },
    after: { state: 'ended' },
  })
  return true
}

/**
 * A runner who still waits has no place, and gets the payment back: each in a transaction of their own, so that a kill
 * leaves the others to the next round. One that fails delays nobody else, and the waitlist ends only once all are done.
 */
const failAll = async (
  parts: Working,
  { raceid, eventid }: WaitlistRow,
  now: Date,
  signal?: AbortSignal,
): Promise<void> => {
  const race = await raceGiven(parts.db, raceid, now)
  if (!race) return
  await parts.seal.prepare(raceScope(raceid))
  await parts.seal.prepare('accounts')
  const errors: unknown[] = []
  let stuck = 0
  let after = 0
  for (;;) {
    const rows = await listStillWaiting(parts.db, raceid, eventid, after, CHUNK)
    for (const { id, _key } of rows) {
      signal?.throwIfAborted()
      after = id
      try {
        const ended = await endWaiting(parts, { race, why: 'ended', now, also: async () => undefined }, _key)
        if ('refused' in ended && ended.refused !== 'not_waiting') stuck++
      } catch (error) {
        errors.push(error)
      }
    }
    if (rows.length < CHUNK) break
  }
  throwAll(errors)
  // A gateway that does not answer leaves the rest to the next round.
  if (stuck === 0) await updateWaitlist(parts.db, raceid, eventid, { state: 'ended' }, now)
}

/** One round over one waitlist: it ends it, refreshes it, offers returned places; whatever is due. */
export const workWaitlist = async (
  parts: Working,
  waitlist: WaitlistRow & { zone: string },
  now: Date,
  signal?: AbortSignal,
): Promise<void> => {
  const { db } = parts
  const { raceid, eventid, zone } = waitlist
  if (isOver(waitlist, now)) await db.transaction().execute((tx) => beginEnd(tx, raceid, eventid, undefined, now, true))
  let fresh = await findWaitlist(db, raceid, eventid)
  if (fresh?.state === 'ending') return failAll(parts, fresh, now, signal)
  if (fresh?.state !== 'open') return
  if (isDue(fresh.refreshed_at, now, zone)) await refresh(parts, waitlist, now, signal)
  fresh = (await findWaitlist(db, raceid, eventid))!
  if (fresh.offering || fresh.at_once) await offerReturned(parts, fresh, now, signal)
  await db.transaction().execute(async (tx) => {
    const held = await hold(tx, raceid, eventid)
    if (!held) return
    if (held.waitlist.offering) await updateWaitlist(tx, raceid, eventid, { offering: false }, now)
    await refreshEvent(tx, held.waitlist, true)
  })
}

/**
 * Runners who were not drawn are told to pay and wait: this opens a waitlist for them, by draw code. Their organiser
 * may change or end it. The race ends it at the latest.
 */
const openForUndrawn = async ({ db }: Pick<Working, 'db'>, now: Date): Promise<void> => {
  await eachInTurn(await listUnlisted(db, now), ({ raceid, eventid, time }) =>
    db.transaction().execute(async (tx) => {
      await lockEvent(tx, raceid, eventid)
      if (await findWaitlist(tx, raceid, eventid)) return
      const rules = {
        basis: 'draw_code',
        groups: 'alone',
        offer_minutes: 1440,
        at_once: false,
        ends_at: time,
        state: 'open',
      }
      await saveWaitlist(tx, { raceid, eventid, ...rules, refreshed_at: now, created_at: now, updated_at: now })
      await refreshEvent(tx, { raceid, eventid }, true)
      await logChange(tx, {
        who: undefined,
        now,
        raceid,
        what: 'waitlist opened',
        target: `event ${eventid}`,
        after: rules,
      })
    }),
  )
}

/** One round over all waitlists. An error in one of them does not stop the others. */
export const workWaitlists = async (parts: Working, now: Date, signal?: AbortSignal): Promise<void> => {
  await openForUndrawn(parts, now)
  await eachInTurn(await listRunning(parts.db), (waitlist) => workWaitlist(parts, waitlist, now, signal))
}

/**
 * A group asks for places for all of its runners or for none, or takes that back. It runs under the event's lock, so
 * that no round gives a place to some of them meanwhile. False where they no longer wait alone.
 */
export const askForAllOrNone = (
  { db }: Pick<Working, 'db'>,
  { raceid, eventid, orderid }: { raceid: number; eventid: number; orderid: number },
  together: boolean,
  now: Date,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const held = await hold(tx, raceid, eventid)
    if (held?.waitlist.groups !== 'alone') return false
    await askTogether(tx, raceid, orderid, together, now)
    await logChange(tx, {
      who: undefined,
      now,
      raceid,
      what: together ? 'waitlist group joined up' : 'waitlist group parted',
      target: `order ${orderid}`,
    })
    return true
  })

/** The registrant leaves. */
export const leaveWaitlist = async (parts: Working, raceid: number, key: string, now: Date) => {
  const race = await raceGiven(parts.db, raceid, now)
  if (!race) return { refused: 'not_waiting' as const }
  await parts.seal.prepare(raceScope(raceid))
  await parts.seal.prepare('accounts')
  const also = async (tx: Tx, row: { eventid: number; id: number }) => {
    const waitlist = await findWaitlist(tx, raceid, row.eventid)
    if (!waitlist) return
    await markLeft(tx, raceid, row.eventid, row.id, now)
    if (waitlist.state === 'open') await refreshEvent(tx, waitlist, true)
  }
  return endWaiting(parts, { race, why: 'left', now, also }, key)
}

/**
 * A place has returned that must not wait for the daily refresh: the next round offers it at once. False where no
 * waitlist is open. The event is locked.
 */
export const offerSoon = async (tx: Tx, raceid: number, eventid: number, now: Date): Promise<boolean> => {
  const held = await hold(tx, raceid, eventid)
  if (held) await updateWaitlist(tx, raceid, eventid, { offering: true }, now)
  return held !== undefined
}

export const openOf = async (db: Db, raceid: number, eventid: number): Promise<WaitlistRow | undefined> => {
  const waitlist = await findWaitlist(db, raceid, eventid)
  return waitlist?.state === 'open' ? waitlist : undefined
}
