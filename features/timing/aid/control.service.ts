import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { eventsOf } from '#features/events/service.ts'
import { swapsOf } from '#features/results/ranking/derived.service.ts'
import { swapped } from '#features/results/corrections/corrections.rules.ts'
import { type TimedCourseRow, listCourses, listOpenCourses, listStations } from '../course/course.store.ts'
import { type TimedRunnerRow, listRunners, listRunnersOf } from '../course/runners.store.ts'
import { deriveRunners } from '../derive/derive.service.ts'
import { type ReaderRow, listDevices } from '../reads/devices.store.ts'
import { staffNames } from '../reads/log.store.ts'
import { gunOf } from '../rules.ts'
import { openAidNote } from './aid.service.ts'
import { marginOf } from './entries.rules.ts'
import { type AidEntryRow, countOfPhones, countStations, listDrops, pageEntries } from './entries.store.ts'
import { overdueOf } from './overdue.rules.ts'
import { listEnded } from './underway.store.ts'

type Working = { db: Db; raceid: number; lang: Lang; now: Date }
type Names = ReadonlyMap<number, string>
const LATEST = 40

const timesOf = async (db: Db, raceid: number, course: TimedCourseRow, runners: readonly TimedRunnerRow[]) => {
  const swaps = swapped(await db.transaction().execute((tx) => swapsOf(tx, raceid, course.eventid)))
  return deriveRunners(db, raceid, course, runners, swaps)
}
/**
 * Tells whether people write bibs at any point of the event. The list of overdue runners leaves out every other event.
 */
const isByHand = ({ points }: TimedCourseRow, phones: readonly ReaderRow[]): boolean =>
  points.some(({ stationid }) => phones.some((phone) => phone.stationid === stationid))

/**
 * Lists the runners of open events who are overdue at the next point. It leaves out a runner who dropped out, unless
 * somebody saw the runner after the drop-out.
 */
const listLate = async (
  { db, raceid, now }: Pick<Working, 'db' | 'raceid' | 'now'>,
  courses: readonly TimedCourseRow[],
  drops: readonly AidEntryRow[],
  events: Names,
) => {
  const left = new Map(drops.filter(({ undone }) => !undone).map(({ bib, at }) => [bib, at.getTime()]))
  const late = []
  for (const course of courses) {
    const ended = await listEnded(db, raceid, course.eventid)
    const running = (await listRunnersOf(db, raceid, course.eventid)).filter(({ bib }) => !ended.has(bib))
    for (const { runner, derived } of await timesOf(db, raceid, course, running)) {
      const gun = gunOf(course.waves, runner.zone)
      if (gun === null || derived.original?.outcome === 'finished') continue
      const { points, rules } = course
      const found = overdueOf({ points, gun, usual: rules.usual, times: derived.times, now: now.getTime() })
      const dropped = left.get(runner.bib)
      if (!found || (dropped !== undefined && found.last_at <= dropped)) continue
      const { bib, name, eventid } = runner
      const { expected_at, last_at, since, ...of } = found
      late.push({
        ...of,
        bib,
        name,
        eventid,
        metres: points.find(({ label }) => label === of.last)?.metres ?? null,
        event: events.get(eventid) ?? '',
        last_at: new Date(last_at),
        expected_at: expected_at === null ? null : new Date(expected_at),
        since: new Date(since),
      })
    }
  }
  return late.sort((a, b) => a.since.getTime() - b.since.getTime())
}

const openCourses = (all: readonly TimedCourseRow[], phones: readonly ReaderRow[]) =>
  all.filter((course) => course.closed_at === null && isByHand(course, phones))
const phonesOf = async (db: Db, raceid: number): Promise<ReaderRow[]> =>
  (await listDevices(db, raceid)).filter(({ by_hand }) => by_hand)

/** Lists the runners of a race who are overdue at the next point, for alarms. */
export const lateRunners = async (db: Db, raceid: number, now: Date) => {
  const open = openCourses(await listCourses(db, raceid), await phonesOf(db, raceid))
  if (open.length === 0) return []
  return listLate({ db, raceid, now }, open, await listDrops(db, raceid), new Map())
}
/** Lists the races with an open event whose gun was fired. */
export const racesUnderWay = async (db: Db): Promise<number[]> => [
  ...new Set(
    (await listOpenCourses(db))
      .filter(({ waves }) => waves.some(({ gun }) => gun !== null))
      .map(({ raceid }) => raceid),
  ),
]

const entryShown = (row: AidEntryRow, runner: TimedRunnerRow | undefined, events: Names, note: string | null) => ({
  ...row,
  name: runner?.name ?? null,
  event: runner ? (events.get(runner.eventid) ?? null) : null,
  margin: marginOf(row.clock),
  note,
  doubts: [...row.doubts],
})

/** Lists drop-outs with the decision on each, and the place where somebody saw the runner later. */
const showDrops = async (
  { db, raceid }: Working,
  drops: readonly AidEntryRow[],
  runners: ReadonlyMap<string, TimedRunnerRow>,
  courses: readonly TimedCourseRow[],
) => {
  const names = await staffNames(
    db,
    drops.flatMap(({ decided_by }) => decided_by ?? []),
  )
  const seen = new Map<string, { label: string; at: number }>()
  for (const course of courses) {
    const own = drops.flatMap(({ bib }) => runners.get(bib ?? '') ?? []).filter((one) => one.eventid === course.eventid)
    for (const { runner, derived } of own.length > 0 ? await timesOf(db, raceid, course, own) : []) {
      const last = derived.times.findLast(({ at }) => at !== null)
      if (last) seen.set(runner.bib, { label: last.label, at: last.at! })
    }
  }
  return drops.map((row) => {
    const after = seen.get(row.bib ?? '')
    return {
      eventid: runners.get(row.bib ?? '')?.eventid ?? null,
      decided_by: row.decided_by === null ? null : (names.get(row.decided_by) ?? null),
      seen_after: after && after.at > row.at.getTime() + marginOf(row.clock) * 1000 ? after.label : null,
    }
  })
}

const showStations = async (db: Db, raceid: number, phones: readonly ReaderRow[]) => {
  const [counts, entries, stations] = [
    new Map((await countStations(db, raceid)).map((one) => [one.stationid, one])),
    new Map((await countOfPhones(db, raceid)).map((one) => [one.deviceid, one.entries])),
    await listStations(db, raceid),
  ]
  return stations.map(({ id, name, metres }) => ({
    id,
    name,
    metres,
    ...(counts.get(id) ?? { ins: 0, outs: 0, there: 0, drops: 0, last_at: null }),
    phones: phones
      .filter(({ stationid }) => stationid === id)
      .map((phone) => ({ ...phone, retired: phone.retired_at !== null, entries: entries.get(phone.id) ?? 0 })),
  }))
}

/** Gathers all that race control sees of the aid stations. The caller has prepared the key of the race. */
export const showAid = async (working: Working, seal: Seal) => {
  const { db, raceid, lang } = working
  const events: Names = new Map((await eventsOf(db, raceid)).map((one) => [one.id, nameIn(lang, one.name, one.names)]))
  const phones = await phonesOf(db, raceid)
  const all = await listCourses(db, raceid)
  const drops = await listDrops(db, raceid)
  const odd = await pageEntries(db, raceid, { odd: true, after: null, limit: LATEST })
  const latest = await pageEntries(db, raceid, { odd: false, after: null, limit: LATEST })
  const bibs = [...new Set([...drops, ...odd, ...latest].flatMap(({ bib }) => bib ?? []))]
  const runners = new Map((await listRunners(db, raceid, bibs)).map((one) => [one.bib, one]))
  const shown = (row: AidEntryRow) =>
    entryShown(row, runners.get(row.bib ?? ''), events, openAidNote(seal, raceid, row.note))
  const decided = await showDrops(working, drops, runners, all)
  const open = openCourses(all, phones)
  return {
    stations: await showStations(db, raceid, phones),
    late: await listLate(working, open, drops, events),
    dropped: drops.map((row, at) => ({ ...shown(row), ...decided[at]! })),
    odd: odd.map(shown),
    latest: latest.map(shown),
  }
}
