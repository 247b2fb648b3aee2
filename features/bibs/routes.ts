import { registrationsOfBib } from '#features/registrations/lookup/findingBibs.service.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { lockAll } from '#db/locks.ts'
import {
  type EventRow,
  countCounters,
  countersOf,
  eventNow,
  eventsOf,
  lockCounters,
  lockEvent,
} from '#features/events/service.ts'
import { formOf, leftIn } from '#features/events/rules.ts'
import { zonesFor } from '#features/registrations/signup/qualifying.rules.ts'
import { logChange } from '#features/staff/service.ts'
import { answer } from '#seam/server/handle.ts'
import { bibAlloc, bibGenerate, consoleBibsExport, consoleBibsList, consoleBibsZones } from './contract.ts'
import { csvLine, nextFree, numberBibs, overlapOf, placeInZones, printed, readReserved } from './rules.ts'
import {
  countDue,
  countZones,
  listDue,
  listLines,
  lockOne,
  takenBibs,
  writeBibs,
  writeOne,
  writeZones,
} from './store.ts'
import { words } from './words.ts'

/** Numbers of a race are given by one at a time. */
const holdBibs = (tx: Tx, raceid: number) => lockAll(tx, [{ kind: 'bibs', raceid, id: 0 }])
const namesOf = (events: readonly EventRow[], lang: Lang) =>
  new Map(events.map(({ id, name, names }) => [id, nameIn(lang, name, names)]))
/** Thrown to leave a transaction that only tried. */
class Tried<T> extends Error {
  readonly outcome: T
  constructor(outcome: T) {
    super('tried')
    this.outcome = outcome
  }
}
const sampled = 12

const zoneCounts = (
  events: readonly EventRow[],
  counts: readonly { eventid: number; zone: string; n: number }[],
  counters: readonly { kind: string; eventid: number; name: string; most: number }[],
) =>
  new Map(
    events.map((event) => {
      const known = [
        ...formOf(event).zones.map(({ name }) => name),
        ...counts.filter(({ eventid }) => eventid === event.id).map(({ zone }) => zone),
      ]
      return [
        event.id,
        [...new Set(known)].map((name) => ({
          name,
          count: counts.find((one) => one.eventid === event.id && one.zone === name)?.n ?? 0,
          most:
            counters.find((one) => one.kind === 'zone' && one.eventid === event.id && one.name === name)?.most ?? null,
        })),
      ]
    }),
  )

const tryOut = async <T>(
  db: Db,
  dry: boolean,
  work: (tx: Tx) => Promise<T>,
  save: (writes: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<T> => {
  if (!dry) return save(work)
  try {
    return await db.transaction().execute(async (tx) => {
      throw new Tried(await work(tx))
    })
  } catch (thrown) {
    if (thrown instanceof Tried) return thrown.outcome as T
    throw thrown
  }
}

export const routes = [
  answer(bibGenerate, async ({ input: { raceid, ranges, avoid, reserved, dry }, db, now, who, lang, refuse, save }) => {
    const names = namesOf(await eventsOf(db, raceid), lang)
    for (const { eventid, from, to } of ranges) {
      if (!names.has(eventid)) return refuse('event_not_found')
      if (from > to) return refuse('bib_range_wrong', { eventid })
    }
    const overlap = overlapOf(ranges)
    if (overlap !== undefined) return refuse('bib_ranges_overlap', { eventid: ranges[overlap]!.eventid })
    return tryOut(
      db,
      dry,
      async (tx) => {
        if (!dry) await holdBibs(tx, raceid)
        const [due, taken] = [
          await listDue(
            tx,
            raceid,
            ranges.map(({ eventid }) => eventid),
          ),
          await takenBibs(tx, raceid),
        ]
        const outcomes = numberBibs(ranges, due, { avoid, reserved: readReserved(reserved), taken })
        const given = outcomes.flatMap((outcome) => outcome.given)
        if (!dry) {
          const short = outcomes.reduce((sum, one) => sum + one.short, 0)
          if (short > 0) return refuse('bibs_too_few', { short })
          await writeBibs(tx, raceid, given, now)
          await logChange(tx, {
            who,
            now,
            raceid,
            what: 'bibs generated',
            target: `race ${raceid}`,
            after: {
              given: given.length,
              ranges: outcomes
                .map(
                  (one) =>
                    `${one.range.eventid}: ${one.range.prefix}${one.range.from}–${one.range.to} (${one.given.length})`,
                )
                .join(', '),
            },
          })
        }
        const people = new Map(due.map((one) => [one.id, one]))
        return {
          events: outcomes.map(({ range, kept, given: own, short }) => ({
            eventid: range.eventid,
            event: names.get(range.eventid)!,
            kept,
            given: own.length,
            short,
            first: own[0] ? printed(own[0]) : null,
            last: own.at(-1) ? printed(own.at(-1)!) : null,
          })),
          given: given.length,
          sample: given.slice(0, sampled).map((one) => ({
            id: one.id,
            bib: printed(one),
            name: people.get(one.id)!.name,
            event: names.get(people.get(one.id)!.eventid)!,
            zone: people.get(one.id)!.zone,
          })),
        }
      },
      save,
    )
  }),

  answer(bibAlloc, async ({ input: { raceid, id, prefix, bib, from, to, clear }, now, who, refuse, save }) =>
    save(async (tx) => {
      await holdBibs(tx, raceid)
      const before = (await lockOne(tx, raceid, id)) ?? refuse('registration_not_found')
      if (!clear && !before.due) return refuse('bib_not_due')
      const taken = await takenBibs(tx, raceid)
      if (before.bib !== null) taken.delete(printed({ prefix: before.prefix_bib ?? '', bib: before.bib }))
      const first = from ?? 1
      const next = clear
        ? { prefix: '', bib: null }
        : bib !== undefined
          ? { prefix, bib }
          : (nextFree({ prefix, from: first, to: to ?? 9_999_999, width: 1 }, taken) ??
            refuse('bibs_too_few', { short: 1 }))
      if (next.bib !== null && taken.has(printed({ prefix: next.prefix, bib: next.bib })))
        return refuse('bib_taken', { bib: printed({ prefix: next.prefix, bib: next.bib }) })
      await writeOne(tx, raceid, id, next.bib, next.prefix, now)
      const after = { bib: next.bib, prefix_bib: next.prefix === '' ? null : next.prefix }
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'bib changed',
        target: `registration ${id}`,
        before: { bib: before.bib, prefix_bib: before.prefix_bib },
        after,
      })
      return { id, ...after }
    }),
  ),

  answer(consoleBibsList, async ({ input: { raceid, eventid, q, after, limit }, db, lang }) => {
    const [events, counted, zones, counters, rows] = await Promise.all([
      eventsOf(db, raceid),
      countDue(db, raceid),
      countZones(db, raceid),
      countersOf(db, raceid),
      listLines(db, {
        raceid,
        eventid,
        q,
        worn: q === '' ? [] : await registrationsOfBib(db, raceid, q),
        after: /^\d{1,15}$/.test(after ?? '') ? Number(after) : undefined,
        limit: limit + 1,
      }),
    ])
    const names = namesOf(events, lang)
    const ofZones = zoneCounts(events, zones, counters)
    const items = rows.slice(0, limit)
    return {
      events: events.map(({ id, colour }) => ({
        eventid: id,
        event: names.get(id)!,
        colour,
        ...(counted.find((one) => one.eventid === id) ?? { due: 0, given: 0, last: null }),
        zones: ofZones.get(id)!,
      })),
      items: items.map((row) => ({ ...row, event: names.get(row.eventid)! })),
      after: rows.length > limit ? String(items.at(-1)!.id) : null,
    }
  }),

  answer(consoleBibsZones, async ({ input: { raceid, eventid, anew, dry }, db, now, who, refuse, save }) => {
    return tryOut(
      db,
      dry,
      async (tx) => {
        if (!dry) await lockEvent(tx, raceid, eventid)
        const event = (await eventNow(tx, raceid, eventid)) ?? refuse('event_not_found')
        const form = formOf(event)
        if (zonesFor(form, event.type, 0).length === 0) return refuse('zones_missing')
        const known = [...new Set([...form.zones.map(({ name }) => name), ...zonesFor(form, event.type, 0)])]
        const due = await listDue(tx, raceid, [eventid])
        // Zones that the event no longer has are counters too: whoever leaves one gives its room back.
        const named = [...new Set([...known, ...due.flatMap(({ zone }) => (zone === null ? [] : [zone]))])]
        const counters = dry
          ? (await countersOf(tx, raceid)).filter(({ kind, name }) => kind === 'zone' && named.includes(name))
          : await lockCounters(tx, raceid, [eventid], named)
        const moving = due.filter(({ zone }) => anew || zone === null)
        const leaving = (name: string) => moving.filter(({ zone }) => zone === name).length
        const left = leftIn(counters, eventid)
        const room = new Map(
          known.flatMap((name) =>
            left('zone', name) === null ? [] : [[name, left('zone', name)! + leaving(name)] as const],
          ),
        )
        const placed = placeInZones(moving, ({ seconds }) => zonesFor(form, event.type, seconds), room)
        const changed = moving.filter(({ id, zone }) => placed.get(id) !== zone)
        if (!dry && changed.length > 0) {
          const by = new Map<string, number>()
          for (const { id, zone } of changed) {
            const to = placed.get(id)
            if (zone !== null) by.set(zone, (by.get(zone) ?? 0) - 1)
            if (to) by.set(to, (by.get(to) ?? 0) + 1)
          }
          await writeZones(
            tx,
            raceid,
            changed.map(({ id }) => [id, placed.get(id) ?? null]),
            now,
          )
          await countCounters(
            tx,
            raceid,
            [...by].flatMap(([name, n]) =>
              [eventid, 0].map((of) => ({ kind: 'zone' as const, eventid: of, name, by: n })),
            ),
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
        const zoneNow = (one: { id: number; zone: string | null }) =>
          placed.get(one.id) ?? (placed.has(one.id) ? null : one.zone)
        return {
          zones: known.map((name) => ({
            name,
            count: due.filter((one) => zoneNow(one) === name).length,
            most: counters.find((one) => one.eventid === eventid && one.name === name)?.most ?? null,
          })),
          placed: changed.length,
          without: due.filter((one) => zoneNow(one) === null).length,
        }
      },
      save,
    )
  }),

  answer(consoleBibsExport, async ({ input: { raceid, eventid }, db, now, who, lang, save }) => {
    const names = namesOf(await eventsOf(db, raceid), lang)
    const rows = await listLines(db, { raceid, eventid })
    const sorted = rows.toSorted(
      (a, b) => a.eventid - b.eventid || Number(a.bib ?? Infinity) - Number(b.bib ?? Infinity) || a.id - b.id,
    )
    const head = [words.bib, words.name, words.event, words.zone, words.clothes].map((said) => said[lang])
    const lines = [
      head,
      ...sorted.map((row) => [
        row.bib === null ? '' : printed({ prefix: row.prefix_bib ?? '', bib: row.bib }),
        row.name,
        names.get(row.eventid)!,
        row.zone,
        row.clothes,
      ]),
    ]
    return save(async (tx) => {
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'bibs exported',
        target: eventid === undefined ? `race ${raceid}` : `event ${eventid}`,
        after: { rows: rows.length },
      })
      // The mark at its beginning lets spreadsheets read Chinese names.
      return {
        filename: `bibs-${raceid}${eventid === undefined ? '' : `-${eventid}`}.csv`,
        csv: `\ufeff${lines.map(csvLine).join('\r\n')}\r\n`,
        rows: rows.length,
      }
    })
  }),
]
