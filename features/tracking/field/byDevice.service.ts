/**
 * The field of a race together with its devices. If nobody times an event, the places of its runners come only from
 * devices.
 */
import type { Db } from '#db/db.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import { agegroupOf, rankingOf } from '#features/results/rules.ts'
import { predictable } from '#features/timing/predictions/predictions.rules.ts'
import { runnersOfBibsByEvent } from '#features/timing/service.ts'
import { dotKey } from '../positions/dots.rules.ts'
import { type EventLine, linesOf } from '../positions/lines.service.ts'
import { type LiveRace, type LiveTrack, caughtUp } from '../positions/live.service.ts'
import { shownCarriers, isShownTrack, spotOfTrack } from '../positions/picture.service.ts'
import { type DevicePlace, isSeenByMat, standingOf, untimedEvent } from './byDevice.rules.ts'
import { listShownEntries } from './byDevice.store.ts'
import { type Predicted, predictedAfter, predictedFor } from './expected.rules.ts'
import { USUAL, predictableOf, shapesOf } from './expected.service.ts'
import type { FieldEvent, FieldRunner } from './field.rules.ts'
import { type RaceRunners, fieldOf } from './field.service.ts'

export type FieldWithDevices = {
  /** The field, with the runners whom only devices know and the events that nobody times. */
  field: RaceRunners
  live: LiveRace
  lines: ReadonlyMap<number, EventLine>
  /** The public tracks with a recent fix. */
  carriers: ReadonlyMap<string, LiveTrack>
  /** The last place of each runner with a public device. */
  places: ReadonlyMap<string, DevicePlace>
  /** The runners whom only devices know. */
  only: ReadonlySet<FieldRunner>
  ranks: ReadonlyMap<FieldRunner, number>
}

type Person = Pick<FieldRunner, 'name' | 'gender' | 'agegroup' | 'team'>
const nobody: Person = { name: null, gender: null, agegroup: null, team: null }
/**
 * The persons who have a device, by event and bib. The cache keeps them for 30 seconds. A bib without a known runner
 * has `nobody`.
 */
const persons = cacheOf<number, Map<string, Person>>({ ms: 30_000, most: 200 })
type Carrying = { eventid: number; bib: string }
const personsOf = async (db: Db, field: RaceRunners, carrying: readonly Carrying[]): Promise<Map<string, Person>> => {
  const raceid = field.race.id
  const known = await persons.read(db, raceid, { now: field.now }, async () => new Map())
  const unknown = carrying.filter((one) => !known.has(dotKey(one)))
  if (unknown.length === 0) return known
  for (const one of unknown) known.set(dotKey(one), nobody)
  const runners = await runnersOfBibsByEvent(
    db,
    raceid,
    unknown.map(({ bib }) => bib),
  )
  const entries = await listShownEntries(
    db,
    raceid,
    runners.flatMap(({ registrationid }) => registrationid ?? []),
  )
  const wishes = new Map(entries.map((one) => [one.id, one]))
  for (const { bib, eventid, registrationid, name, gender, age, age_in_year, club } of runners) {
    const event = field.events.find(({ id }) => id === eventid)
    const wish = registrationid === null ? undefined : wishes.get(registrationid)
    const agegroup = event ? agegroupOf({ age, age_in_year }, rankingOf(event.ranking)) : null
    known.set(dotKey({ eventid, bib }), {
      name: wish?.hide_name ? null : name,
      gender,
      agegroup: wish?.hide_age ? null : agegroup,
      team: wish?.team ?? club ?? null,
    })
  }
  return known
}

/** Finds the last place of each runner with a public device. If a runner has two devices, the newer fix counts. */
const placesOf = (live: LiveRace, lines: ReadonlyMap<number, EventLine>, now: Date) => {
  const places = new Map<string, DevicePlace>()
  const carrying = new Map<string, Carrying>()
  for (const track of live.tracks.values()) {
    const { kind, eventid, bib } = track.row
    if (kind !== 'runner' || eventid === null || bib === null || !isShownTrack(track, now)) continue
    const key = dotKey({ eventid, bib })
    const [before, { at }] = [places.get(key), track.position!]
    if (before && before.at >= at) continue
    const spot = spotOfTrack(track, lines, now)
    const along = spot.what === 'along' ? { metres: Math.round(spot.metres), speed: spot.speed } : undefined
    places.set(key, {
      metres: along?.metres ?? null,
      speed: along?.speed ?? 0,
      farthest: Math.max(track.reach.farthest ?? 0, before?.farthest ?? 0),
      at,
    })
    carrying.set(key, { eventid, bib })
  }
  return { places, carrying }
}

const runnerOf = ({ eventid, bib }: Carrying, { points }: FieldEvent, person: Person): FieldRunner => ({
  bib,
  key: '',
  eventid,
  ...person,
  country: null,
  field: '',
  outcome: 'running',
  gun: null,
  times: points.map(() => null),
  seen: points.map(() => 0),
})

/**
 * The event objects of courses that nobody times, by `line`. A `line` keeps its event object, so that the cached
 * predictions of this event stay valid.
 */
const untimed = new WeakMap<EventLine['line'], FieldEvent>()
const eventsWith = (field: RaceRunners, lines: ReadonlyMap<number, EventLine>): Map<number, FieldEvent> => {
  const timed = new Map(field.timed)
  for (const [eventid, { line }] of lines) {
    if (timed.has(eventid)) continue
    let event = untimed.get(line)
    if (!event) untimed.set(line, (event = untimedEvent(eventid, line.metres)))
    timed.set(eventid, event)
  }
  return timed
}

const load = async (db: Db, raceid: number, now: Date): Promise<FieldWithDevices | undefined> => {
  const known = await fieldOf(db, raceid, now)
  if (!known) return undefined
  const lines = await linesOf(db, raceid, now)
  const live = await caughtUp(db, raceid, lines)
  const carriers = shownCarriers(live, now)
  const { places, carrying } = placesOf(live, lines, now)
  const timed = eventsWith(known, lines)
  const fresh = [...carrying].filter(([key, { eventid }]) => !known.byBib.has(key) && timed.has(eventid))
  const found = fresh.length === 0 ? undefined : await personsOf(db, known, [...carrying.values()])
  const byBib = new Map(known.byBib)
  const only = new Set<FieldRunner>()
  for (const [key, one] of fresh) {
    const runner = runnerOf(one, timed.get(one.eventid)!, found?.get(key) ?? nobody)
    byBib.set(key, runner)
    only.add(runner)
  }
  const runners = new Map(known.runners)
  const ranks = new Map<FieldRunner, number>()
  const placeOf = (runner: FieldRunner) => places.get(dotKey(runner))
  for (const eventid of timed.keys()) {
    const [ofTimed, ofDevices] = [known.runners.get(eventid) ?? [], [...only].filter((one) => one.eventid === eventid)]
    const standing = standingOf(ofTimed, ofDevices, placeOf)
    runners.set(eventid, standing.list)
    for (const [runner, rank] of standing.ranks) ranks.set(runner, rank)
  }
  return { field: { ...known, timed, runners, byBib }, live, lines, carriers, places, only, ranks }
}
const fields = cacheOf<number, FieldWithDevices | undefined>({ ms: 1000, most: 500 })
/** Returns the field of a published race with its devices, at most one second old. */
export const fieldWithDevices = (db: Db, raceid: number, now: Date): Promise<FieldWithDevices | undefined> =>
  fields.read(db, raceid, { now }, () => load(db, raceid, now))

/** Lists the events in which only a public device knows a runner with this bib. */
export const runnersKnownByDevice = async (db: Db, raceid: number, bib: string, now: Date): Promise<number[]> =>
  [...((await fieldWithDevices(db, raceid, now))?.only ?? [])].flatMap((one) => (one.bib === bib ? [one.eventid] : []))

/**
 * Returns the moment from which a runner's times count: the gun, or else the planned start of the event or the race, in
 * milliseconds since 1970.
 */
export const gunOfFieldRunner = ({ lines }: FieldWithDevices, { gun, eventid }: FieldRunner): number | null =>
  gun ?? lines.get(eventid)?.gun ?? lines.get(eventid)?.start ?? null

/**
 * Returns the place of a runner by the device; undefined if the runner has stopped, or if the device gives no place on
 * the course. For a runner whom only the device knows, the last known place counts.
 */
export const devicePlaceOf = (of: FieldWithDevices, runner: FieldRunner): DevicePlace | undefined => {
  const place = runner.outcome === 'running' ? of.places.get(dotKey(runner)) : undefined
  return place && (of.only.has(runner) || (of.carriers.has(dotKey(runner)) && place.metres !== null))
    ? place
    : undefined
}

/**
 * Works out the expected times of a runner at the next points. Until a mat after the start line has seen the runner,
 * the place of the device counts as a passing.
 */
export const expectedFor = async (
  db: Db,
  of: FieldWithDevices,
  runner: FieldRunner,
): Promise<ReadonlyMap<number, Predicted>> => {
  const { field } = of
  const usual = (await predictableOf(db, field, runner.eventid))!
  const place = isSeenByMat(runner) ? undefined : devicePlaceOf(of, runner)
  const clock = gunOfFieldRunner(of, runner)
  if (!place || place.metres === null || clock === null) return predictedFor(usual, runner)
  const event = field.timed.get(runner.eventid)!
  const shape = (await shapesOf(db, field.race.id, field.now)).find(({ eventid }) => eventid === runner.eventid)?.course
  const heights = shape && shape.heights.length > 0 ? { step: shape.step, heights: shape.heights } : undefined
  const ready = (points: FieldEvent['points']) =>
    predictable(points, { shape: event.shape, usual: event.usual ?? USUAL }, { heights })
  return predictedAfter(event.points, ready, { metres: place.metres, seconds: (field.now.getTime() - clock) / 1000 })
}
