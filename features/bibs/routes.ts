import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { registrationsOfBib } from '#features/registrations/lookup/findingBibs.service.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import { type EventRow, countersOf, eventNow, eventsOf, lockEvent } from '#features/events/service.ts'
import { formOf, leftIn } from '#features/events/rules.ts'
import { zonesFor } from '#features/registrations/signup/qualifying.rules.ts'
import { fileOf } from '#features/exports/file.service.ts'
import { readRace } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { bibAlloc, bibGenerate, consoleBibsExport, consoleBibsList, consoleBibsZones } from './contract.ts'
import { overlapOf, placeInZones, readReserved } from './rules.ts'
import { countDue, countZones, listLines } from './store.ts'
import { changeBib, holdBibs } from './changeBib.service.ts'
import { giveNumbers, numbered, presentNumbering } from './numbering.service.ts'
import { writeZoneChanges, roomIn, loadZones } from './zones.service.ts'
import { printTable } from './print/table.service.ts'
import { tryOut } from './trial.service.ts'

const namesOf = (events: readonly EventRow[], lang: Lang) =>
  new Map(events.map(({ id, name, names }) => [id, nameIn(lang, name, names)]))
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

export const routes = [
  handle(bibGenerate, async ({ input, db, seal, now, who, lang, refuse, save }) => {
    const { raceid, ranges, avoid, reserved, dry } = input
    const names = namesOf(await eventsOf(db, raceid), lang)
    for (const { eventid, from, to } of ranges) {
      if (!names.has(eventid)) return refuse('event_not_found')
      if (from > to) return refuse('bib_range_wrong', { eventid })
    }
    const overlap = overlapOf(ranges)
    if (overlap !== undefined) return refuse('bib_ranges_overlap', { eventid: ranges[overlap]!.eventid })
    await seal.prepare(raceScope(raceid))
    const order = { raceid, ranges, avoid, reserved: readReserved(reserved) }
    return tryOut(
      db,
      dry,
      async (tx) => {
        if (!dry) await holdBibs(tx, raceid)
        const { due, outcomes } = await numbered(tx, seal, order)
        if (!dry) {
          const short = outcomes.reduce((sum, one) => sum + one.short, 0)
          if (short > 0) return refuse('bibs_too_few', { short })
          await giveNumbers(tx, raceid, outcomes, { who, now })
        }
        return presentNumbering(due, outcomes, names)
      },
      save,
    )
  }),

  handle(bibAlloc, async ({ input, now, who, refuse, save }) =>
    save(async (tx) => {
      const given = await changeBib(tx, input, { who, now })
      if ('taken' in given) return refuse('bib_taken', { bib: given.taken })
      if ('keptFor' in given) return refuse('bib_kept_before', { bib: given.bib, name: given.keptFor })
      if ('refused' in given) return refuse(given.refused, given.refused === 'bibs_too_few' ? { short: 1 } : {})
      return { id: input.id, ...('kept' in given ? given.kept : given.after) }
    }),
  ),

  handle(consoleBibsList, async ({ input: { raceid, eventid, q, after: seen, limit }, db, lang }) => {
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
        after: idIn(seen),
        limit: rowsFor(limit),
      }),
    ])
    const names = namesOf(events, lang)
    const ofZones = zoneCounts(events, zones, counters)
    const { rows: items, after } = pageOf(rows, limit, byId)
    return {
      events: events.map(({ id, colour }) => ({
        eventid: id,
        event: names.get(id)!,
        colour,
        ...(counted.find((one) => one.eventid === id) ?? { due: 0, given: 0, last: null }),
        zones: ofZones.get(id)!,
      })),
      items: items.map((row) => ({ ...row, event: names.get(row.eventid)! })),
      after,
    }
  }),

  handle(consoleBibsZones, async ({ input: { raceid, eventid, anew, dry }, db, now, who, refuse, save }) =>
    tryOut(
      db,
      dry,
      async (tx) => {
        if (!dry) await lockEvent(tx, raceid, eventid)
        const event = (await eventNow(tx, raceid, eventid)) ?? refuse('event_not_found')
        if (zonesFor(formOf(event), event.type, 0).length === 0) return refuse('zones_missing')
        const { known, due, counters, moving } = await loadZones(tx, event, { anew, dry })
        const placed = placeInZones(
          moving,
          ({ seconds }) => zonesFor(formOf(event), event.type, seconds),
          roomIn(known, leftIn(counters, eventid), moving),
        )
        const changed = moving.filter(({ id, zone }) => placed.get(id) !== zone)
        if (!dry && changed.length > 0) await writeZoneChanges(tx, event, changed, placed, { who, now })
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
    ),
  ),

  handle(consoleBibsExport, async ({ input: { raceid, eventid }, now, who, lang, refuse, ...parts }) => {
    const race = (await readRace(parts.db, raceid, now)) ?? refuse('race_not_found')
    const filename = `bibs-${raceid}${eventid === undefined ? '' : `-${eventid}`}.csv`
    const columns = ['bib', 'name', 'event', 'zone', 'clothes']
    const filter = eventid === undefined ? {} : { eventid }
    const asked = { table: 'bib_print', filter, columns, format: 'csv' as const, open: false, why: '', lang, filename }
    const written = { bytes: [] as Buffer[], rows: 0 }
    const file = await fileOf(
      { ...parts, clock: () => now },
      printTable,
      { raceid, zone: race.zone, who, asked },
      async (rows) => {
        written.rows = rows
      },
    )
    for await (const bytes of file!) written.bytes.push(bytes)
    await parts.db.transaction().execute((tx) =>
      logChange(tx, {
        who,
        now,
        raceid,
        what: 'bibs exported',
        target: eventid === undefined ? `race ${raceid}` : `event ${eventid}`,
        after: { rows: written.rows },
      }),
    )
    return { filename, csv: Buffer.concat(written.bytes).toString(), rows: written.rows }
  }),
]
