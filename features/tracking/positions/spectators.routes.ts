import { groundOf } from '#features/maps/service.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { CourseShape } from '#features/courses/contract.ts'
import { metresOf } from '#features/events/rules.ts'
import type { EventRow } from '#features/events/service.ts'
import { handle } from '#seam/server/handle.ts'
import { type FieldWithDevices, devicePlaceOf, expectedFor, fieldWithDevices } from '../field/byDevice.service.ts'
import { hereOf } from '../field/expected.rules.ts'
import { predictableOf, shapesOf } from '../field/expected.service.ts'
import { type FieldRunner, lastAt, stateOfEvent } from '../field/field.rules.ts'
import type { Db } from '#db/db.ts'
import { densityFor } from './density.service.ts'
import { pacersOf } from '../pacers/pacers.service.ts'
import { endOfSpan } from '../share/share.rules.ts'
import { spanOf } from '../share/share.service.ts'
import { type Laps, lapsOf } from './laps.rules.ts'
import { isPublicNow } from './picture.service.ts'
import { liveGps, liveRunners } from './spectators.contract.ts'
import { virtualPointsOf } from '../virtual/virtual.service.ts'
import { DENSITY_METRES, bibsOf, runnerFilter, valuesOf } from './spectators.rules.ts'

/** Presents a runner in the list, with the place and the expected times at this moment. */
const lineOf = async (db: Db, of: FieldWithDevices, runner: FieldRunner) => {
  const { field } = of
  const { points } = field.timed.get(runner.eventid)!
  const expected = await expectedFor(db, of, runner)
  const here = hereOf((await predictableOf(db, field, runner.eventid))!, points, runner, field.now)
  const device = devicePlaceOf(of, runner)
  const last = lastAt(runner)
  const next = points.findIndex((_, at) => at > last && expected.has(at))
  return {
    bib: runner.bib,
    key: runner.key,
    name: runner.name,
    eventid: runner.eventid,
    gender: runner.gender,
    agegroup: runner.agegroup,
    country: runner.country,
    team: runner.team,
    outcome: runner.outcome,
    last: last < 0 ? null : { label: points[last]!.label, metres: points[last]!.metres, ms: runner.times[last]! },
    next:
      next < 0 ? null : { label: points[next]!.label, metres: points[next]!.metres, prediction: expected.get(next)! },
    finish: expected.get(points.length - 1) ?? null,
    metres: device ? device.metres : (here?.metres ?? null),
    speed: device ? Math.round(device.speed * 100) : (here?.speed ?? 0),
    by: device ? ('gps' as const) : (here?.by ?? ('mat' as const)),
    seen: device ? new Date(device.at) : null,
    place: of.ranks.get(runner) ?? null,
  }
}

type Known = {
  all: FieldWithDevices
  shapes: Awaited<ReturnType<typeof shapesOf>>
  virtual: Awaited<ReturnType<typeof virtualPointsOf>>
}
const lapsKnown = new WeakMap<CourseShape, Laps | null>()
/** Finds the laps of a course once, because every spectator reads them. */
const keptLaps = (course: CourseShape): Laps | null => {
  let laps = lapsKnown.get(course)
  if (laps === undefined) lapsKnown.set(course, (laps = lapsOf(course)))
  return laps
}
const eventOf = async (db: Db, { all, shapes, virtual }: Known, event: EventRow, lang: Lang) => {
  const { field, live, lines, carriers } = all
  const { now, race } = field
  const timed = field.timed.get(event.id)
  const course = shapes.find(({ eventid }) => eventid === event.id)?.course ?? null
  const runners = field.runners.get(event.id) ?? []
  const metres = course?.metres ?? metresOf(event)
  const waves = timed?.waves ?? []
  const isTimed = runners.some((runner) => !all.only.has(runner)) || waves.length > 0
  const ended = runners.length > 0 && runners.every(({ outcome }) => outcome !== 'running')
  // Nobody closes an event that is not timed, and nobody fires its gun.
  const isOver = waves.every(({ gun }) => gun === null) && now.getTime() >= endOfSpan(spanOf(event, race))
  return {
    eventid: event.id,
    event: nameIn(lang, event.name, event.names),
    colour: event.colour,
    shape: timed?.shape ?? ('course' as const),
    course,
    laps: course && keptLaps(course),
    metres,
    points: (timed?.points ?? []).map(({ label, kind, metres: at }) => ({ label, kind, metres: at })),
    waves: waves.map(({ name, gun }) => ({ name, gun: gun === null ? null : new Date(gun) })),
    start: event.start_at ?? race.time,
    state: stateOfEvent(
      timed ?? { waves: [], closed: false },
      event.start_at ?? (isTimed ? null : race.time),
      ended || isOver,
      now,
    ),
    timed: isTimed,
    devices: [...live.tracks.values()].filter(
      (track) => track.row.kind === 'runner' && track.row.eventid === event.id && isPublicNow(track),
    ).length,
    started: runners.filter(({ outcome }) => outcome !== 'dns').length,
    finished: runners.filter(({ outcome }) => outcome === 'finished').length,
    density: await densityFor(db, field, event.id, { length: metres, carriers }),
    virtual: virtual
      .filter(({ eventid }) => eventid === event.id)
      .map(({ label, metres: at }) => ({ label, metres: at })),
    pacers: pacersOf(live, event.id, { line: lines.get(event.id), waves }),
  }
}

/**
 * Reads a cursor, which is the number of runners before the page. The list changes while people run, so the screen
 * removes repeated runners.
 */
const readCursor = (after: string | undefined): number => {
  const at = Number(after)
  return Number.isSafeInteger(at) && at > 0 ? at : 0
}

export const routes = [
  handle(liveGps, async ({ input, db, now, lang, refuse }) => {
    const all = (await fieldWithDevices(db, input.raceid, now)) ?? refuse('race_not_found')
    const { field, live } = all
    const shapes = await shapesOf(db, input.raceid, now)
    const virtual = await virtualPointsOf(db, input.raceid, now)
    const wanted = field.events.filter(
      ({ id }) =>
        (input.eventid === undefined || id === input.eventid) &&
        (field.timed.has(id) || shapes.some(({ eventid }) => eventid === id)),
    )
    const of = { all, shapes, virtual }
    const events = await Promise.all(wanted.map((event) => eventOf(db, of, event, lang)))
    return {
      raceid: field.race.id,
      race: nameIn(lang, field.race.name, field.race.names),
      zone: field.race.zone,
      now,
      stream: `/live/stream?raceid=${field.race.id}`,
      version: field.version,
      stretch: DENSITY_METRES,
      events,
      tracked: [...live.tracks.values()].some(isPublicNow),
      ground: await groundOf(db, now),
    }
  }),

  handle(liveRunners, async ({ input, db, now, refuse }) => {
    const of = (await fieldWithDevices(db, input.raceid, now)) ?? refuse('race_not_found')
    const bibs = input.bibs === undefined ? undefined : (bibsOf(input.bibs) ?? refuse('too_many_bibs'))
    const lists = [...of.field.runners].filter(([eventid]) => input.eventid === undefined || eventid === input.eventid)
    const all = lists.flatMap(([, runners]) => runners)
    const found = all.filter(runnerFilter({ ...input, bibs }))
    const from = readCursor(input.after)
    const page = found.slice(from, from + input.limit)
    return {
      at: now,
      items: await Promise.all(page.map((runner) => lineOf(db, of, runner))),
      after: from + page.length < found.length ? String(from + page.length) : null,
      total: found.length,
      agegroups: valuesOf(all, 'agegroup'),
      countries: valuesOf(all, 'country'),
      teams: valuesOf(all, 'team'),
    }
  }),
]
