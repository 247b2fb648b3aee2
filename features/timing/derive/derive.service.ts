import type { Db, Tx } from '#db/db.ts'
import { lockAll } from '#db/locks.ts'
import { eventsOf } from '#features/events/service.ts'
import { type TimedRunner, holdResults, saveDerived, swapsOf } from '#features/results/ranking/derived.service.ts'
import { swapped } from '#features/results/corrections/corrections.rules.ts'
import { type Ranking, rankingOf } from '#features/results/rules.ts'
import { bibsOfChips, chipsOfBibs } from '../reads/chips.service.ts'
import { type RawRead, type DerivedRace, closesAt, derive, gunOf, splitPoints } from '../rules.ts'
import { type TimedCourseRow, listCourses } from '../course/course.store.ts'
import { type ReadRow, chipsSince, listReads, readProgress, saveProgress } from '../reads/reads.store.ts'
import { type TimedRunnerRow, listRunners, listRunnersOf, zonesWaitedFor } from '../course/runners.store.ts'
import { type TypedEntry, typedKinds } from './typed.rules.ts'
import { insertNews } from '../live/news.store.ts'
import { listDevices } from '../reads/devices.store.ts'

/**
 * Locks a race's timing (courses, guns, readers, chips, ranking settings) and the results of all its events. Returns
 * the ranking settings of each event. A transaction calls this function first, because values from before the lock may
 * be out of date. Only the holder of this lock locks the results of several events, so that no two callers wait for
 * each other. A caller locks the row of an event only after this lock.
 */
export const holdTiming = async (tx: Tx, raceid: number): Promise<ReadonlyMap<number, Ranking>> => {
  await lockAll(tx, [{ kind: 'timing', raceid, id: 0 }])
  const events = await eventsOf(tx, raceid)
  await holdResults(
    tx,
    raceid,
    events.map(({ id }) => id),
  )
  return new Map(events.map(({ id, ranking }) => [id, rankingOf(ranking)]))
}

type Devices = Map<number, { stationid: number; offset_ms: number }>
const typedOf = ({ kind, margin_ms }: ReadRow): TypedEntry | undefined =>
  margin_ms === null ? undefined : { kind: typedKinds.find((one) => one === kind) ?? 'in', margin: margin_ms }
const rawOf = (read: ReadRow, devices: Devices): RawRead => {
  const device = devices.get(read.deviceid)!
  const typed = typedOf(read)
  return {
    id: read.id,
    stationid: device.stationid,
    at: read.at_ms + device.offset_ms,
    ignored: read.ignored,
    ...(typed && { typed }),
  }
}

/** Reads runners with their raw reads and derived results. Two runners with swapped bibs get each other's reads. */
export const deriveRunners = async (
  tx: Db | Tx,
  raceid: number,
  course: TimedCourseRow,
  runners: readonly TimedRunnerRow[],
  swaps: ReadonlyMap<string, string>,
): Promise<{ runner: TimedRunnerRow; reads: ReadRow[]; derived: DerivedRace }[]> => {
  const worn = (bib: string) => swaps.get(bib) ?? bib
  const chips = await chipsOfBibs(
    tx,
    raceid,
    runners.map(({ bib }) => worn(bib)),
  )
  const devices: Devices = new Map((await listDevices(tx, raceid)).map((one) => [one.id, one]))
  const byChip = Map.groupBy(await listReads(tx, raceid, [...chips.values()].flat()), ({ chip }) => chip)
  const { points, rules, waves, closed_at } = course
  return runners.map((runner) => {
    const reads = chips.get(worn(runner.bib))!.flatMap((chip) => byChip.get(chip) ?? [])
    return {
      runner,
      reads,
      derived: derive(
        { points, rules, closed: closed_at !== null },
        gunOf(waves, runner.zone),
        reads.map((read) => rawOf(read, devices)),
      ),
    }
  })
}

const never = new Date('9999-12-31T00:00:00Z')
/**
 * Finds the latest start of a runner who may still come: the moment of the gun, or for net times the end of
 * `start_window` after the gun. Returns null if nobody may come any more, and a moment in the far future if the gun of
 * such a runner has not been fired.
 */
const waitingSince = async (
  tx: Tx,
  { raceid, eventid, waves, rules, points, closed_at }: TimedCourseRow,
  clock: Ranking['basis'],
  now: Date,
): Promise<Date | null> => {
  const closes = closesAt({ points, waves })
  if (closed_at !== null || (closes !== null && closes < now.getTime())) return null
  const waited = await zonesWaitedFor(tx, raceid, eventid)
  const guns = waited.map(({ zone }) => gunOf(waves, zone))
  if (guns.length === 0) return null
  if (guns.includes(null)) return never
  return new Date(Math.max(...(guns as number[])) + (clock === 'net' ? rules.start_window * 1000 : 0))
}

const timed = ({ runner, derived }: { runner: TimedRunnerRow; derived: DerivedRace }): TimedRunner[] =>
  derived.original === null
    ? []
    : [
        {
          ...derived.original,
          bib: runner.bib,
          registrationid: runner.registrationid,
          name: runner.name,
          gender: runner.gender,
          age: runner.age,
          age_in_year: runner.age_in_year,
          club: runner.club,
          field: runner.field,
          doubts: derived.doubts,
          laps: derived.laps,
        },
      ]

const listed = 60
type News = {
  eventid: number
  changed: number
  moved: number
  runners: { bib: string; outcome: string; label: string | null; ms: number | null }[]
}
const newsOf = (
  eventid: number,
  moved: number,
  done: readonly { runner: TimedRunnerRow; derived: DerivedRace }[],
): News => ({
  eventid,
  moved,
  changed: done.length,
  runners: done.slice(0, listed).map(({ runner: { bib }, derived: { original, times } }) => {
    const last = times.findLast(({ at }) => at !== null)
    return {
      bib,
      outcome: original?.outcome ?? 'unseen',
      label: last?.label ?? null,
      ms: original === null ? null : (original.gun_ms ?? original.stopped_ms),
    }
  }),
})

/** Derives the results of these runners of an event and ranks the event. The caller has locked the event's results. */
const deriveEvent = async (
  tx: Tx,
  course: TimedCourseRow,
  ranking: Ranking,
  runners: readonly TimedRunnerRow[],
  now: Date,
): Promise<{ news: News; published: boolean; runners: number }> => {
  const { raceid, eventid, points } = course
  const swaps = swapped(await swapsOf(tx, raceid, eventid))
  const done = await deriveRunners(tx, raceid, course, runners, swaps)
  const { moved, removed, published } = await saveDerived(
    tx,
    {
      raceid,
      eventid,
      ranking,
      now,
      points: course.rules.shape === 'laps' ? [] : splitPoints(points).map(({ label, metres }) => ({ label, metres })),
      waitingSince: () => waitingSince(tx, course, ranking.basis, now),
      publish: course.live,
    },
    done.flatMap(timed),
    done.filter(({ derived }) => derived.original === null).map(({ runner }) => runner.bib),
  )
  const seen = done.filter(({ derived }) => derived.original !== null)
  return {
    news: newsOf(eventid, moved, seen),
    published: published && (seen.length > 0 || removed > 0),
    runners: seen.length + removed,
  }
}

export type Which = 'new' | { bibs: readonly string[] } | { eventids: readonly number[] } | { chips: readonly string[] }
const swapPartners = async (
  tx: Tx,
  raceid: number,
  courses: readonly TimedCourseRow[],
  bibs: readonly string[],
): Promise<string[]> => {
  const partners = new Set(bibs)
  for (const { eventid } of courses)
    for (const [bib, source] of swapped(await swapsOf(tx, raceid, eventid)))
      if (partners.has(source) || partners.has(bib)) partners.add(bib).add(source)
  return [...partners]
}

/**
 * Derives results from reads, in the caller's transaction: from reads that no result includes yet, or for certain
 * runners. Reads never change. Results, ranks and the news about them are written together. No other transaction writes
 * the race's timed results at the same time.
 */
export const deriveIn = async (tx: Tx, raceid: number, which: Which, now: Date): Promise<{ runners: number }> => {
  const rankings = await holdTiming(tx, raceid)
  const courses = await listCourses(tx, raceid)
  if (courses.length === 0) return { runners: 0 }
  const progress = await readProgress(tx, raceid)
  const since = which === 'new' ? await chipsSince(tx, raceid, progress.read_upto) : undefined
  if (since && since.chips.length === 0) return { runners: 0 }
  const chips = since?.chips ?? (typeof which === 'object' && 'chips' in which ? which.chips : [])
  const bibs =
    typeof which === 'object' && 'bibs' in which
      ? which.bibs
      : [...new Set((await bibsOfChips(tx, raceid, chips)).values())]
  const eventids = typeof which === 'object' && 'eventids' in which ? which.eventids : undefined
  const touched = eventids ? [] : await listRunners(tx, raceid, await swapPartners(tx, raceid, courses, bibs))
  const news: News[] = []
  let worked = 0
  for (const course of courses) {
    const runners = eventids
      ? eventids.includes(course.eventid)
        ? await listRunnersOf(tx, raceid, course.eventid)
        : []
      : touched.filter(({ eventid }) => eventid === course.eventid)
    const ranking = rankings.get(course.eventid)
    if (runners.length === 0 || !ranking) continue
    const done = await deriveEvent(tx, course, ranking, runners, now)
    worked += done.runners
    if (done.published) news.push(done.news)
  }
  const news_upto = progress.news_upto + (news.length > 0 ? 1 : 0)
  if (news.length > 0) await insertNews(tx, raceid, news_upto, now, { events: news })
  if (since || news.length > 0)
    await saveProgress(tx, raceid, { read_upto: since?.last ?? progress.read_upto, news_upto })
  return { runners: worked }
}

/** Derives results in a transaction of its own. */
export const deriveRace = (db: Db, raceid: number, which: Which, now: Date): Promise<{ runners: number }> =>
  db.transaction().execute((tx) => deriveIn(tx, raceid, which, now))

/** Locks the reads of a race, so that one caller at a time writes them. Their numbers then become visible in order. */
export const holdReads = (tx: Tx, raceid: number): Promise<void> => lockAll(tx, [{ kind: 'reads', raceid, id: 0 }])
