import type { Db, Tx } from '#db/db.ts'
import { eachInTurn, throwAll } from '#db/jobs/jobs.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { setEventWaitlist, lockEvent } from '#features/events/service.ts'
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
import { isRefreshDue, nextInLine, offerUntil } from './rules.ts'
import {
  type WaitlistRow,
  setAllOrNone,
  findWaitlist,
  hasCodes,
  listGroupOf,
  listLine,
  listRunning,
  listStillWaiting,
  listUnlisted,
  recordGivenPlaces,
  recordLeaving,
  rankLine,
  saveWaitlist,
  updateWaitlist,
} from './store.ts'

/**
 * All changes of waitlists happen under the lock of the event, in small transactions. If a server is killed, the next
 * round continues the work. Two servers work one after the other.
 */
type Working = Pick<Parts, 'db' | 'seal' | 'integrations' | 'origin'>
const CHUNK = 200

/** Updates the length of the line that the event shows. The caller has locked the event. */
const refreshEvent = async (
  tx: Tx,
  { raceid, eventid }: Pick<WaitlistRow, 'raceid' | 'eventid'>,
  open: boolean,
): Promise<void> => setEventWaitlist(tx, raceid, eventid, open, open ? await countLine(tx, raceid, eventid) : 0)

/** Locks the event and reads its waitlist; undefined if the waitlist is not open. */
const hold = async (tx: Tx, raceid: number, eventid: number) => {
  const event = await lockEvent(tx, raceid, eventid)
  const waitlist = await findWaitlist(tx, raceid, eventid)
  if (!event || waitlist?.state !== 'open') return undefined
  // A cancelled event offers no place, but its line stays until the plan of the cancellation ends.
  return { event, waitlist, free: event.stopped_at ? 0 : event.places - event.taken }
}

/**
 * Chooses the next runners in line for a number of places. Runners may pass a group that does not fit, so the function
 * may read more of the line.
 */
const choose = async (tx: Tx, waitlist: WaitlistRow, free: number): Promise<number[]> => {
  const groups = waitlist.groups as 'alone' | 'skip' | 'stop'
  for (let limit = free + 50; ; limit *= 10) {
    const line = await listLine(tx, waitlist, limit)
    const { ids, decided } = nextInLine(line, free, groups, line.length < limit)
    if (decided) return ids
  }
}

/**
 * Returns the runners who get places if staff choose one runner. If the rule is `alone` and the order of this runner
 * wants its places together, these are all runners of the order who are in line.
 */
const withGroup = async (tx: Tx, { raceid, eventid, groups }: WaitlistRow, id: number): Promise<number[]> => {
  const group = groups === 'alone' ? await listGroupOf(tx, raceid, eventid, id) : []
  return group.length > 0 ? group : [id]
}

export type Promoting = {
  who?: Who | undefined
  reason?: string | undefined
  /** The registration that gets a place out of turn. */ id?: number | undefined
}
/**
 * Gives at most `most` free places to the next runners in line. With `id`, that runner gets a place out of turn,
 * together with the runner's order if the order wants its places together. Undefined if the race does not exist or the
 * waitlist is not open.
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
      await recordGivenPlaces(tx, waitlist, given, now)
      await refreshEvent(tx, waitlist, true)
    }
    return { given, free: free - given.length }
  })
}

/** Offers every returned place in order, until none is left or nobody fits. */
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
 * Does the daily refresh. Paid runners who were not drawn join, everybody gets a new rank, and the returned places
 * become due for an offer.
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
    // Another server may have done the refresh meanwhile.
    if (!held || !isRefreshDue(held.waitlist.refreshed_at, now, zone)) return
    const ranks = await rankLine(tx, held.waitlist, now)
    // A rank must not overwrite a waiting code, because the code decides the order.
    if (held.event.state !== 'draw' && !(await hasCodes(tx, raceid, eventid)))
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
 * Begins the end of a waitlist: from this moment nobody joins and nobody gets a place. With `byClock` the end
 * begins only if `ends_at` has passed, because staff may have moved it a moment ago. Returns false if no end began.
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
 * Ends the registrations of all runners who still wait, and returns their payments. Each registration has a transaction
 * of its own, so that the next round continues after a kill.
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
  // If a gateway did not answer, the next round returns the other payments, and the waitlist ends then.
  if (stuck === 0) await updateWaitlist(parts.db, raceid, eventid, { state: 'ended' }, now)
}

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
  if (isRefreshDue(fresh.refreshed_at, now, zone)) await refresh(parts, waitlist, now, signal)
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
 * Opens a waitlist in the order of the waiting codes for each event that has undrawn runners and never had a waitlist.
 * The message to these runners tells them to pay and wait.
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

/** Works on all waitlists once. An error in one waitlist does not stop the other waitlists. */
export const workWaitlists = async (parts: Working, now: Date, signal?: AbortSignal): Promise<void> => {
  await openForUndrawn(parts, now)
  await eachInTurn(await listRunning(parts.db), (waitlist) => workWaitlist(parts, waitlist, now, signal))
}

/**
 * Records or withdraws the wish of a group to get its places together or not at all. The lock on the event keeps a
 * round from giving a place to a part of the group meanwhile. False if the waitlist is not open or its rule is not
 * `alone`.
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
    await setAllOrNone(tx, raceid, orderid, together, now)
    await logChange(tx, {
      who: undefined,
      now,
      raceid,
      what: together ? 'waitlist group joined up' : 'waitlist group parted',
      target: `order ${orderid}`,
    })
    return true
  })

export const leaveWaitlist = async (parts: Working, raceid: number, key: string, now: Date) => {
  const race = await raceGiven(parts.db, raceid, now)
  if (!race) return { refused: 'not_waiting' as const }
  await parts.seal.prepare(raceScope(raceid))
  await parts.seal.prepare('accounts')
  const also = async (tx: Tx, row: { eventid: number; id: number }) => {
    const waitlist = await findWaitlist(tx, raceid, row.eventid)
    if (!waitlist) return
    await recordLeaving(tx, raceid, row.eventid, row.id, now)
    if (waitlist.state === 'open') await refreshEvent(tx, waitlist, true)
  }
  return endWaiting(parts, { race, why: 'left', now, also }, key)
}

/**
 * Makes the next round offer a returned place at once, without the wait for the daily refresh. False if no waitlist
 * is open. The caller has locked the event.
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
