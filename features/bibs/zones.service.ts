import type { Tx } from '#db/db.ts'
import { type EventRow, countCounters, countersOf, lockCounters } from '#features/events/service.ts'
import { formOf, type leftIn } from '#features/events/rules.ts'
import { zonesFor } from '#features/registrations/signup/qualifying.rules.ts'
import { logChange } from '#features/staff/service.ts'
import type { Who } from '#seam/server/handle.ts'
import { writeZones } from '#features/registrations/public.store.ts'
import { listDue } from './store.ts'

/**
 * Loads an event's zones with their counters, the registrations that are due a number, and the registrations that get a
 * zone with this call.
 */
export const loadZones = async (tx: Tx, event: EventRow, { anew, dry }: { anew: boolean; dry: boolean }) => {
  const { raceid, id: eventid } = event
  const form = formOf(event)
  const known = [...new Set([...form.zones.map(({ name }) => name), ...zonesFor(form, event.type, 0)])]
  const due = await listDue(tx, raceid, [eventid])
  // Staff may have removed a zone of the event. The counter of that zone still exists, and a runner who leaves the zone
  // gives a place back to it.
  const named = [...new Set([...known, ...due.flatMap(({ zone }) => (zone === null ? [] : [zone]))])]
  const counters = dry
    ? (await countersOf(tx, raceid)).filter(({ kind, name }) => kind === 'zone' && named.includes(name))
    : await lockCounters(tx, raceid, [eventid], named)
  return { known, due, counters, moving: due.filter(({ zone }) => anew || zone === null) }
}

/** Counts the free places of each zone with a limit. A runner who leaves a zone frees a place. */
export const roomIn = (
  known: readonly string[],
  left: ReturnType<typeof leftIn>,
  moving: readonly { zone: string | null }[],
): Map<string, number> => {
  const leaving = (name: string) => moving.filter(({ zone }) => zone === name).length
  return new Map(
    known.flatMap((name) => {
      const free = left('zone', name)
      return free === null ? [] : [[name, free + leaving(name)] as const]
    }),
  )
}

/** Writes new zones and updates the number of runners in each zone, for the event and for the race. */
export const writeZoneChanges = async (
  tx: Tx,
  { raceid, id: eventid }: EventRow,
  changed: readonly { id: number; zone: string | null }[],
  placed: ReadonlyMap<number, string | null>,
  { who, now }: { who: Who; now: Date },
): Promise<void> => {
  const by = new Map<string, number>()
  for (const { id, zone } of changed) {
    const to = placed.get(id)
    if (zone !== null) by.set(zone, (by.get(zone) ?? 0) - 1)
    if (to) by.set(to, (by.get(to) ?? 0) + 1)
  }
  const zones = changed.map(({ id }) => [id, placed.get(id) ?? null] as const)
  await writeZones(tx, raceid, zones, now)
  await countCounters(
    tx,
    raceid,
    [...by].flatMap(([name, n]) => [eventid, 0].map((of) => ({ kind: 'zone' as const, eventid: of, name, by: n }))),
  )
  await logChange(tx, {
    who,
    now,
    raceid,
    what: 'zones assigned',
    target: `event ${eventid}`,
    after: Object.fromEntries(by),
  })
}
