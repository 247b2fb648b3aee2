import type { Db } from '#db/db.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import { metresOf } from '#features/events/rules.ts'
import { type EventRow, eventsOf } from '#features/events/service.ts'
import { type RaceRow, readPublishedRace } from '#features/races/service.ts'
import { type TimedCourseRow, timedCoursesOf } from '#features/timing/service.ts'
import {
  type FieldEvent,
  type FieldRunner,
  byProgress,
  gunOfEvent,
  fieldPointsOf,
  timesFromGun,
} from './field.rules.ts'
import { type FieldRow, type FieldSheet, countField, listField, listFieldSheets } from './field.store.ts'

export type FieldRace = RaceRow
/**
 * All published runners of a race in the memory of this process. `version` is the moment of the latest change, in
 * seconds since 1970.
 */
export type RaceRunners = {
  race: FieldRace
  events: readonly EventRow[]
  timed: ReadonlyMap<number, FieldEvent>
  /** The runners of each event by progress. */
  runners: ReadonlyMap<number, readonly FieldRunner[]>
  /** The same runners by event and bib (`keyOf`). */
  byBib: ReadonlyMap<string, FieldRunner>
  version: number
  now: Date
}
type CachedField = { field: RaceRunners; rows: Map<string, FieldRunner>; upto: Date; shape: string; whole: number }

/**
 * The milliseconds by which each reading of changed results overlaps the previous reading. A transaction that began
 * earlier may commit later, and its changes have an earlier timestamp.
 */
const overlapMs = 10_000
/**
 * The milliseconds after which the server reads all results again. This full reading also finds changes that set no new
 * timestamp.
 */
const wholeMs = 60_000
const kept = new Map<Db, Map<number, CachedField>>()
const mostRaces = 20

/** Returns the key of a runner. It has the event, because two events of a race may give the same bib. */
const keyOf = ({ eventid, bib }: { eventid: number; bib: string }): string => `${eventid}/${bib}`
/** Finds the runner of a bib in the given event, or in the first event that has the bib. */
export const runnerWith = (field: RaceRunners, bib: string, eventid?: number): FieldRunner | undefined =>
  field.events
    .filter(({ id }) => eventid === undefined || id === eventid)
    .map(({ id }) => field.byBib.get(keyOf({ eventid: id, bib })))
    .find((one) => one !== undefined)

/** Lists the runners of other events who wear this runner's bib. */
export const sameBib = (field: RaceRunners, { bib, eventid }: FieldRunner): FieldRunner[] =>
  field.events.flatMap(({ id }) => (id === eventid ? [] : (field.byBib.get(keyOf({ eventid: id, bib })) ?? [])))

const secondOf = (at: Date): number => Math.floor(at.getTime() / 1000)

const eventsFor = (
  events: readonly EventRow[],
  courses: readonly TimedCourseRow[],
  sheets: readonly FieldSheet[],
): Map<number, FieldEvent> =>
  new Map(
    events.flatMap((event) => {
      const sheet = sheets.find(({ eventid }) => eventid === event.id)
      const course = courses.find(({ eventid }) => eventid === event.id)
      if (!sheet && !course) return []
      const way = sheet ?? { points: course!.points.filter(({ kind }) => kind !== 'start' && kind !== 'finish') }
      return [
        [
          event.id,
          {
            eventid: event.id,
            points: fieldPointsOf(way, course, metresOf(event)),
            waves: course?.waves ?? [],
            shape: course?.rules.shape ?? 'course',
            usual: course?.rules.usual ?? null,
            closed: (course?.closed_at ?? null) !== null,
          },
        ],
      ]
    }),
  )

/** Makes the runner of a row. A time that the runner already had keeps its version. */
const runnerOf = (
  row: FieldRow,
  event: FieldEvent,
  sheet: FieldSheet,
  startAt: Date | null,
  known: FieldRunner | undefined,
): FieldRunner => {
  const times = timesFromGun(row, event.points.length, sheet.split_clock)
  const version = secondOf(row.updated_at)
  return {
    bib: row.bib,
    key: row.key,
    eventid: row.eventid,
    name: row.name,
    gender: row.gender,
    agegroup: row.agegroup,
    country: row.country,
    team: row.team === '' ? null : row.team,
    field: row.field,
    outcome: row.outcome,
    gun: gunOfEvent(event, row.zone, startAt),
    times,
    seen: times.map((ms, at) => (known && ms !== null && known.times[at] === ms ? known.seen[at]! : version)),
  }
}

/** Reads the changes since the last reading, or everything. */
const load = async (db: Db, race: FieldRace, now: Date): Promise<RaceRunners> => {
  const raceid = race.id
  const races = kept.get(db) ?? new Map<number, CachedField>()
  kept.set(db, races)
  const before = races.get(raceid)
  const [events, courses, sheets, count] = await Promise.all([
    eventsOf(db, raceid),
    timedCoursesOf(db, raceid),
    listFieldSheets(db, raceid, now),
    countField(db, raceid, now),
  ])
  const timed = eventsFor(events, courses, sheets)
  // All times depend on the points, the guns and the clock of the splits. If one of these changes, the server reads all
  // runners again.
  const shape = JSON.stringify([[...timed], sheets.map(({ eventid, split_clock }) => [eventid, split_clock])])
  const again = before?.shape !== shape || now.getTime() - before.whole > wholeMs || now.getTime() < before.whole
  const read = async (since: Date | null, rows: Map<string, FieldRunner>, known: Map<string, FieldRunner>) => {
    let upto = since ?? new Date(0)
    for (const row of await listField(db, raceid, now, since)) {
      if (row.updated_at > upto) upto = row.updated_at
      const [event, sheet] = [timed.get(row.eventid), sheets.find(({ eventid }) => eventid === row.eventid)]
      const startAt = events.find(({ id }) => id === row.eventid)?.start_at ?? null
      if (event && sheet) rows.set(keyOf(row), runnerOf(row, event, sheet, startAt, known.get(keyOf(row))))
    }
    return upto
  }
  const known = before && before.shape === shape ? before.rows : new Map<string, FieldRunner>()
  let rows = again ? new Map<string, FieldRunner>() : new Map(known)
  let upto = await read(again ? null : new Date(before.upto.getTime() - overlapMs), rows, known)
  let whole = again ? now.getTime() : before.whole
  // A removed result has no row with a new timestamp, so only the count shows it.
  if (!again && rows.size !== count) {
    rows = new Map()
    upto = await read(null, rows, known)
    whole = now.getTime()
  }
  const runners = new Map<number, FieldRunner[]>()
  for (const runner of rows.values()) {
    const list = runners.get(runner.eventid)
    if (list) list.push(runner)
    else runners.set(runner.eventid, [runner])
  }
  for (const list of runners.values()) list.sort(byProgress)
  const field = { race, events, timed, runners, byBib: rows, version: secondOf(upto), now }
  if (!before && races.size >= mostRaces) races.delete(races.keys().next().value!)
  races.set(raceid, { field, rows, upto, shape, whole })
  return field
}

const fields = cacheOf<number, RaceRunners | undefined>({ ms: 1000, most: 500 })
/** Returns the field of a published race, at most one second old. */
export const fieldOf = (db: Db, raceid: number, now: Date): Promise<RaceRunners | undefined> =>
  fields.read(db, raceid, { now }, async () => {
    const race = await readPublishedRace(db, raceid, now)
    return race ? load(db, race, now) : undefined
  })
