import type { Db } from '#db/db.ts'
import { eventsOf } from '#features/events/service.ts'
import { readRace } from '#features/races/service.ts'
import { linesOf } from '#features/tracking/positions/lines.service.ts'
import { farthestSince } from '#features/tracking/positions/way.rules.ts'
import { type Watching, watchedWays } from '#features/tracking/positions/ways.service.ts'
import { lateRunners } from '#features/timing/aid/control.service.ts'
import { type TimedCourseRow, firstGuns, gunsAndSharedBibs, timedCoursesOf } from '#features/timing/service.ts'
import type { AlarmSettings, CutoffPoint, CarrierOnCourse } from './alarms.rules.ts'
import { listEndedOf } from './ended.store.ts'

/**
 * A carrier that may have an alarm. Alarms name the carrier by `key`. `place` is the last point of an overdue runner.
 * For a carrier without a bib it is the name of the carrier. Otherwise it is empty.
 */
export type Carrier = CarrierOnCourse & { key: string; bib: string | null; eventid: number | null; place: string }

/**
 * Names the carrier of a bib. If several events use the bib, the name needs the event, because two people would
 * otherwise share their alarms.
 */
export const carrierOfBib = (bib: string, eventid: number | null = null): string =>
  eventid === null ? `bib:${bib}` : `bib:${eventid}/${bib}`
const carrierOfTrack = (id: number): string => `track:${id}`

const MINUTE = 60_000
/** Returns the length of time for which the alarms of a race need fixes. */
const spanOf = ({ still_minutes, off_minutes }: AlarmSettings): number =>
  (Math.max(still_minutes, off_minutes, 5) + 5) * MINUTE

/**
 * Returns the points for which a device can show that its runner missed the cut-off: the points that had closed before
 * the last fix with a sure place. A fix from before the closing proves nothing, because the runner may have passed the
 * point since.
 */
const gatesOf = (course: TimedCourseRow | undefined, gun: number | null, lastAt: number | undefined): CutoffPoint[] =>
  gun === null || lastAt === undefined || course === undefined
    ? []
    : course.points.flatMap(({ metres, cutoff }) => {
        if (metres === null || cutoff === null) return []
        const closes = gun + cutoff * 1000
        return closes < lastAt ? [{ metres, closes }] : []
      })

/**
 * Returns the last contact of a device. The server writes the contact into the row only from time to time, so the
 * newest fix may be later. The result is null without any contact.
 */
const seenOf = ({ track, way }: Watching): number | null => {
  const times = [track.contact_at?.getTime(), way.came].filter((time) => typeof time === 'number')
  return times.length === 0 ? null : Math.max(...times)
}
const timeOf = ({ track, way }: Watching): number => way.fixes.at(-1)?.at ?? track.created_at.getTime()

/**
 * Joins the devices of one runner to one carrier. The newest place of these devices counts. A call for help from any of
 * them counts.
 */
const together = (ways: readonly Watching[], shared: ReadonlySet<string>): Map<string, Watching[]> =>
  Map.groupBy(
    ways.toSorted((a, b) => timeOf(b) - timeOf(a)),
    ({ track: { kind, bib, eventid, id } }) =>
      kind === 'runner' && bib !== null ? keyOfRunner({ bib, eventid }, shared) : carrierOfTrack(id),
  )
const keyOfRunner = ({ bib, eventid }: { bib: string; eventid: number | null }, shared: ReadonlySet<string>): string =>
  carrierOfBib(bib, shared.has(bib) ? eventid : null)

type About = {
  /** The guns of the runners, by event and bib (`1/205`). */
  guns: ReadonlyMap<string, number>
  /** The first gun of each event. An event that nobody times has its planned start in place of a gun. */
  firsts: ReadonlyMap<number, number>
  ended: ReadonlySet<string>
  courses: readonly TimedCourseRow[]
  /** The length of the course of each event that nobody times. */
  lengths: ReadonlyMap<number, number>
}
const startOf = ({ bib, eventid, kind }: Watching['track'], { guns, firsts }: About): number | null => {
  if (kind === 'runner' && bib !== null)
    return eventid === null ? null : (guns.get(`${eventid}/${bib}`) ?? firsts.get(eventid) ?? null)
  // For a carrier of the whole race, alarms begin at the first gun of the race.
  if (eventid === null) return firsts.size === 0 ? null : Math.min(...firsts.values())
  return firsts.get(eventid) ?? null
}
/** The distance from the end of a course at which a carrier counts as arrived, in metres. */
const ARRIVED = 50
/**
 * Tells whether a device reached the end of its course. `length` is known only for events that nobody times. Runners of
 * such an event get no result that would end their alarms.
 */
const hasArrived = (length: number | undefined, farthest: number | null): boolean =>
  length !== undefined && farthest !== null && farthest >= length - ARRIVED
const carrierOf = (key: string, own: readonly Watching[], about: About): Carrier => {
  const [{ track, way }] = own as [Watching, ...Watching[]]
  const { bib, eventid, kind } = track
  const calls = own.flatMap((one) => one.track.sos_at?.getTime() ?? [])
  const seen = own.flatMap((one) => seenOf(one) ?? [])
  const started = startOf(track, about)
  const far = own.flatMap((one) => farthestSince(one.way, started) ?? [])
  const farthest = far.length === 0 ? null : Math.max(...far)
  const course = about.courses.find((one) => one.eventid === eventid)
  return {
    key,
    kind,
    bib,
    eventid,
    place: bib === null ? (track.name ?? '') : '',
    fixes: way.fixes,
    seen: seen.length === 0 ? null : Math.max(...seen),
    battery: track.battery,
    sos: calls.length === 0 ? null : Math.max(...calls),
    started,
    ended:
      (bib !== null && about.ended.has(`${eventid}/${bib}`)) || hasArrived(about.lengths.get(eventid ?? -1), farthest),
    farthest,
    gates: gatesOf(course, started, way.fixes.findLast(({ along }) => along !== null)?.at),
    overdue: null,
  }
}

/** Gathers the starts of the events and, for events that nobody times, the lengths of their courses. */
const startsOf = async (db: Db, raceid: number, courses: readonly TimedCourseRow[], now: Date) => {
  const [race, events, lines, firsts] = await Promise.all([
    readRace(db, raceid, now),
    eventsOf(db, raceid),
    linesOf(db, raceid, now),
    firstGuns(db, raceid),
  ])
  const lengths = new Map<number, number>()
  for (const { id, start_at } of events) {
    if (courses.some(({ eventid, waves }) => eventid === id && waves.length > 0)) continue
    const start = (start_at ?? race?.time)?.getTime() ?? Infinity
    if (start <= now.getTime()) firsts.set(id, start)
    const line = lines.get(id)?.line
    if (line) lengths.set(id, line.metres)
  }
  return { firsts, lengths }
}

/** Lists the carriers that may have an alarm: carriers with a device, and runners who are overdue at a point. */
export const watchedCarriers = async (
  db: Db,
  raceid: number,
  settings: AlarmSettings,
  now: Date,
): Promise<Carrier[]> => {
  const ways = await watchedWays(db, raceid, spanOf(settings))
  const late = await lateRunners(db, raceid, now)
  const bibs = [...new Set([...ways.flatMap(({ track }) => track.bib ?? []), ...late.map(({ bib }) => bib)])]
  const [{ guns, shared }, ended, courses] = await Promise.all([
    gunsAndSharedBibs(db, raceid, bibs),
    bibs.length === 0 ? [] : listEndedOf(db, raceid, bibs),
    timedCoursesOf(db, raceid),
  ])
  const about: About = {
    guns,
    ended: new Set(ended.map(({ eventid, bib }) => `${eventid}/${bib}`)),
    courses,
    ...(await startsOf(db, raceid, courses, now)),
  }
  const carriers = new Map([...together(ways, shared)].map(([key, own]) => [key, carrierOf(key, own, about)]))
  for (const { bib, eventid, last, metres, since } of late) {
    const key = keyOfRunner({ bib, eventid }, shared)
    const known = carriers.get(key)
    carriers.set(
      key,
      known
        ? { ...known, place: last, overdue: since.getTime() }
        : {
            key,
            kind: 'runner',
            bib,
            eventid,
            place: last,
            fixes: [],
            seen: null,
            battery: null,
            sos: null,
            started: null,
            ended: false,
            farthest: metres,
            gates: [],
            overdue: since.getTime(),
          },
    )
  }
  return [...carriers.values()]
}
