import type { Tx } from '#db/db.ts'
import { countInLine } from '../draw/line.store.ts'
import { type CounterKind, countCounters, countPlaces, lockCounters, lockEvent } from '#features/events/service.ts'
import { leftIn } from '#features/events/rules.ts'
import { addInvitationUses, lockInvitationsById } from '#features/invitations/service.ts'
import { boughtOf } from '../payment/pricing.rules.ts'
import { type HoldingsRow, eventsOfRegistrations, listHoldings, markReleased, updateHoldings } from '../store.ts'

/**
 * Functions that free, take and change the places, shirts, seats and other things that registrations hold. Each change
 * runs under the lock of the event. The locks are taken in this order: orders (by the caller), events, counters,
 * invitations, then registrations. The locks of each kind are taken in sorted order.
 */

/**
 * A thing that a registration holds. `of` is the event whose counter counts an add-on, if that is not the
 * registration's own event.
 */
type Thing = { kind: CounterKind; name: string; n: number; of?: number | undefined }
export type HeldThings = Pick<HoldingsRow, 'clothes' | 'packagebus' | 'runnerzone' | 'addons'>
type Count = Pick<Thing, 'kind' | 'name'> & { eventid: number; by: number }
const thingsOf = (held: HeldThings): Thing[] => [
  ...(
    [
      ['clothes', held.clothes],
      ['packagebus', held.packagebus],
      ['zone', held.runnerzone],
    ] as const
  ).flatMap(([kind, name]) => (name === null ? [] : [{ kind, name, n: 1 }])),
  ...boughtOf(held).map(({ id, n, of }) => ({ kind: 'addon' as const, name: id, n, of })),
]

/**
 * Lists the counters that change. A thing counts for its own event and for all events of the race. Nothing changes for
 * a counter that does not exist.
 */
const counted = (eventid: number, things: readonly Thing[], by: number): Count[] =>
  things.flatMap(({ kind, name, n, of = eventid }) => [
    { kind, name, eventid: of, by: by * n },
    { kind, name, eventid: 0, by: by * n },
  ])

const summed = (counts: readonly Count[]): Count[] => {
  const sums = new Map<string, Count>()
  for (const one of counts) {
    const key = `${one.kind} ${one.eventid} ${one.name}`
    const known = sums.get(key)
    if (known) known.by += one.by
    else sums.set(key, { ...one })
  }
  return [...sums.values()].filter(({ by }) => by !== 0)
}

/** Sums the things of these registrations by counter, to add them to the counters or to take them off. */
export const stockCounts = (rows: readonly (HeldThings & { eventid: number })[], by: 1 | -1): Count[] =>
  summed(rows.flatMap((row) => counted(row.eventid, thingsOf(row), by)))

export const tally = <Key>(keys: readonly Key[]): Map<Key, number> => {
  const counts = new Map<Key, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

const holdEvents = async (tx: Tx, raceid: number, ids: readonly number[]): Promise<number[]> => {
  const eventids = await eventsOfRegistrations(tx, raceid, ids)
  for (const eventid of eventids) await lockEvent(tx, raceid, eventid)
  return eventids
}

/**
 * Frees the places of these registrations with their shirts, seats, add-ons and places in start zones, and with `uses`
 * also the uses of their invitations. A registration that holds nothing is skipped, so a second call frees nothing
 * twice. A caller that also changes orders has locked the orders.
 */
export const releaseHeld = async (
  tx: Tx,
  raceid: number,
  ids: readonly number[],
  now: Date,
  { uses = false }: { uses?: boolean } = {},
): Promise<void> => {
  if (ids.length === 0) return
  const eventids = await holdEvents(tx, raceid, ids)
  const rows = (await listHoldings(tx, raceid, ids)).filter(
    ({ place_held, inviteid }) => place_held || (uses && inviteid !== null),
  )
  if (rows.length === 0) return
  const placed = rows.filter(({ place_held }) => place_held)
  const counts = stockCounts(placed, -1)
  if (counts.length > 0)
    await lockCounters(
      tx,
      raceid,
      [...new Set([...eventids, ...counts.map(({ eventid }) => eventid)])],
      [...new Set(counts.map(({ name }) => name))],
    )
  const used = tally(uses ? rows.flatMap(({ inviteid }) => (inviteid === null ? [] : [inviteid])) : [])
  if (used.size > 0) await lockInvitationsById(tx, raceid, [...used.keys()])
  await markReleased(
    tx,
    raceid,
    rows.map(({ id }) => id),
    uses,
    now,
  )
  for (const [eventid, places] of tally(placed.map((row) => row.eventid)))
    await countPlaces(tx, raceid, eventid, -places)
  if (counts.length > 0) await countCounters(tx, raceid, counts)
  if (used.size > 0)
    await addInvitationUses(
      tx,
      raceid,
      [...used.keys()],
      [...used.values()].map((n) => -n),
    )
}

export type WhyNotHeld = 'sold_out' | 'clothes_gone' | 'bus_full' | 'addon_gone'
export const gone = { clothes: 'clothes_gone', packagebus: 'bus_full', addon: 'addon_gone' } as const

/**
 * Gives a place, with shirt, seat and add-ons, to a registration that has no place. Returns the reason if that is
 * impossible, and undefined if the registration now has a place. If the start zone is full, the registration gets no
 * zone. With `behindWaitlist` the free places that the waitlist needs count as taken.
 */
export const holdPlace = async (
  tx: Tx,
  raceid: number,
  id: number,
  now: Date,
  { behindWaitlist = false }: { behindWaitlist?: boolean } = {},
): Promise<WhyNotHeld | undefined> => {
  const [eventid] = await eventsOfRegistrations(tx, raceid, [id])
  const event = eventid === undefined ? undefined : await lockEvent(tx, raceid, eventid)
  const [row] = await listHoldings(tx, raceid, [id])
  if (!event || !row) return 'sold_out'
  if (row.place_held) return undefined
  if (event.taken >= event.places) return 'sold_out'
  if (behindWaitlist && event.waitlist && event.places - event.taken <= (await countInLine(tx, raceid, row.eventid)))
    return 'sold_out'
  const things = thingsOf(row)
  const counters =
    things.length > 0
      ? await lockCounters(
          tx,
          raceid,
          [...new Set(things.map(({ of = row.eventid }) => of))],
          things.map(({ name }) => name),
        )
      : []
  const full = things.filter(({ kind, name, n, of = row.eventid }) => (leftIn(counters, of)(kind, name) ?? n) < n)
  for (const { kind } of full) if (kind !== 'zone') return gone[kind]
  const runnerzone = full.length > 0 ? null : row.runnerzone
  const counts = stockCounts([{ ...row, runnerzone }], 1)
  await updateHoldings(tx, raceid, id, { place_held: true, runnerzone }, now)
  await countPlaces(tx, raceid, row.eventid, 1)
  if (counts.length > 0) await countCounters(tx, raceid, counts)
  return undefined
}

/**
 * Changes a registration's shirt, seat or zone. The former shirt, seat or zone becomes free in the same step. Returns
 * the reason if the change is impossible.
 */
export const changeHeld = async (
  tx: Tx,
  raceid: number,
  id: number,
  change: Partial<Omit<HeldThings, 'addons'>>,
  now: Date,
): Promise<'clothes_gone' | 'bus_full' | 'zone_full' | undefined> => {
  const eventids = await holdEvents(tx, raceid, [id])
  const [row] = await listHoldings(tx, raceid, [id])
  if (!row) return undefined
  const before = thingsOf(row)
  const after = thingsOf({ ...row, ...change })
  if (row.place_held) {
    const moved = summed([...counted(row.eventid, before, -1), ...counted(row.eventid, after, 1)])
    if (moved.length > 0) {
      const left = leftIn(
        await lockCounters(tx, raceid, eventids, [...new Set(moved.map(({ name }) => name))]),
        row.eventid,
      )
      const full = after.find(
        ({ kind, name }) =>
          moved.some((one) => one.by > 0 && one.kind === kind && one.name === name) && left(kind, name) === 0,
      )
      // A change of shirt, seat or zone never changes add-ons, so the full thing is a shirt, a seat or a zone.
      if (full) return full.kind === 'clothes' || full.kind === 'packagebus' ? gone[full.kind] : 'zone_full'
      await countCounters(tx, raceid, moved)
    }
  }
  await updateHoldings(tx, raceid, id, change, now)
  return undefined
}
