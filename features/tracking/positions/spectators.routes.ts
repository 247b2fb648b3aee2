import { groundOf } from '#features/maps/service.ts'
import { nameIn } from '#contract/words.ts'
import { metresOf } from '#features/events/rules.ts'
import { handle } from '#seam/server/handle.ts'
import { type FieldWithDevices, devicePlaceOf, expectedFor, fieldWithDevices } from '../field/byDevice.service.ts'
import { hereOf } from '../field/expected.rules.ts'
import { predictableOf, shapesOf } from '../field/expected.service.ts'
import { type FieldRunner, lastAt, stateOfEvent } from '../field/field.rules.ts'
import type { Db } from '#db/db.ts'
import { densityFor } from './density.service.ts'
import { pacersOf } from '../pacers/pacers.service.ts'
import { isPublicNow } from './picture.service.ts'
import { liveGps, liveRunners } from './spectators.contract.ts'
import { virtualPointsOf } from '../virtual/virtual.service.ts'
import { STRETCH, bibsOf, matches, valuesOf } from './spectators.rules.ts'

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

/**
 * Reads a cursor, which is the number of lines before the page. The list changes while people run, so a reader drops
 * repeated lines.
 */
const readCursor = (after: string | undefined): number => {
  const at = Number(after)
  return Number.isSafeInteger(at) && at > 0 ? at : 0
}

export const routes = [
  handle(liveGps, async ({ input, db, now, lang, refuse }) => {
    const of = (await fieldWithDevices(db, input.raceid, now)) ?? refuse('race_not_found')
    const { field, live, lines, carriers } = of
    const shapes = await shapesOf(db, input.raceid, now)
    const virtual = await virtualPointsOf(db, input.raceid, now)
    const wanted = field.events.filter(
      ({ id }) =>
        (input.eventid === undefined || id === input.eventid) &&
        (field.timed.has(id) || shapes.some(({ eventid }) => eventid === id)),
    )
    const events = await Promise.all(
      wanted.map(async (event) => {
        const timed = field.timed.get(event.id)
        const course = shapes.find(({ eventid }) => eventid === event.id)?.course ?? null
        const runners = field.runners.get(event.id) ?? []
        const metres = course?.metres ?? metresOf(event)
        const isTimed = runners.some((runner) => !of.only.has(runner)) || (timed?.waves.length ?? 0) > 0
        const startOf = ({ start_at }: { start_at: Date | null }) => start_at ?? (isTimed ? null : field.race.time)
        const ended = runners.length > 0 && runners.every(({ outcome }) => outcome !== 'running')
        return {
          eventid: event.id,
          event: nameIn(lang, event.name, event.names),
          colour: event.colour,
          shape: timed?.shape ?? ('course' as const),
          course,
          metres,
          points: (timed?.points ?? []).map(({ label, kind, metres: at }) => ({ label, kind, metres: at })),
          waves: (timed?.waves ?? []).map(({ name, gun }) => ({ name, gun: gun === null ? null : new Date(gun) })),
          state: stateOfEvent(timed ?? { waves: [], closed: false }, startOf(event), ended, now),
          timed: isTimed,
          started: runners.filter(({ outcome }) => outcome !== 'dns').length,
          finished: runners.filter(({ outcome }) => outcome === 'finished').length,
          density: await densityFor(db, field, event.id, { length: metres, carriers }),
          virtual: virtual
            .filter(({ eventid }) => eventid === event.id)
            .map(({ label, metres: at }) => ({ label, metres: at })),
          pacers: pacersOf(live, event.id, { line: lines.get(event.id), waves: timed?.waves ?? [] }),
        }
      }),
    )
    return {
      raceid: field.race.id,
      race: nameIn(lang, field.race.name, field.race.names),
      zone: field.race.zone,
      now,
      stream: `/live/stream?raceid=${field.race.id}`,
      version: field.version,
      stretch: STRETCH,
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
    const found = all.filter((runner) => matches(runner, { ...input, bibs }))
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
