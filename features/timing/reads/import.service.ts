import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '#db/db.ts'
import { holdTiming } from '../derive/derive.service.ts'
import { logChange } from '#features/staff/service.ts'
import type { Who } from '#seam/server/handle.ts'
import { deriveSoon } from '../derive/following.service.ts'
import { bibsOfChips } from './chips.service.ts'
import { type FilePassing, firstAfter } from './passings.rules.ts'
import type { LineProblem } from './lines.rules.ts'
import { insertTimingFile } from './files.store.ts'
import { type ReadsTaken, fingerprint, takeReads } from './reads.service.ts'
import { gunOf } from '../rules.ts'
import { type TimedCourseRow, listCourses, listStations } from '../course/course.store.ts'
import { insertDevice, listDevices } from './devices.store.ts'
import { listRunners } from '../course/runners.store.ts'

export type FileRead = { deviceid: number; raw: string; chip: string; at_ms: number; kind: string | null }
type Order = {
  raceid: number
  deviceid: number | null
  eventid: number | null
  passings: readonly FilePassing[]
  zone: string
  now: Date
  dry: boolean
}

/**
 * Finds the reader to which a station's files belong. The first file makes this reader. In a dry run a missing reader
 * has the id 0.
 */
const fileReaders = async (
  db: Db,
  { raceid, now, dry }: Order,
  stationids: readonly number[],
): Promise<Map<number, number>> => {
  const knownOf = async (on: Db | Tx) =>
    new Map(
      (await listDevices(on, raceid))
        .filter(({ name }) => name === fileReader)
        .map(({ stationid, id }) => [stationid, id]),
    )
  const known = await knownOf(db)
  const lacking = stationids.filter((stationid) => !known.has(stationid))
  if (dry || lacking.length === 0) return new Map([...lacking.map((stationid) => [stationid, 0] as const), ...known])
  return db.transaction().execute(async (tx) => {
    // If two files come at once, the lock lets only one of them create the reader. With two readers each passing would
    // count twice.
    await holdTiming(tx, raceid)
    const there = await knownOf(tx)
    for (const stationid of lacking)
      if (!there.has(stationid))
        there.set(
          stationid,
          // The key is random and is shown to nobody, so no device can use this reader.
          await insertDevice(tx, { raceid, stationid, name: fileReader, key_hash: randomBytes(32), created_at: now }),
        )
    return there
  })
}
const fileReader = 'file'
const after = (gun: number | null, elapsed: number | null) => (gun === null || elapsed === null ? null : gun + elapsed)

/**
 * Returns a function that finds the station that a point's name means: a label of the course, `start`, `finish`, or the
 * station's own name.
 */
const placeOf = (
  courses: readonly TimedCourseRow[],
  stations: readonly { id: number; name: string }[],
  eventid: number | null,
) => {
  const points = courses
    .filter((course) => eventid === null || course.eventid === eventid)
    .flatMap(({ points: own }) => own)
  const places = new Map<string, number>()
  for (const { label, kind, stationid } of points) {
    if (stationid === null) continue
    if (kind === 'start' || kind === 'finish') places.set(kind, places.get(kind) ?? stationid)
    places.set(label.toLowerCase(), places.get(label.toLowerCase()) ?? stationid)
  }
  for (const { id, name } of stations) places.set(name.toLowerCase(), places.get(name.toLowerCase()) ?? id)
  return (name: string): number | undefined => places.get(name.trim().toLowerCase())
}

/**
 * Finds, for each chip, the gun from which its times count: the gun of the requested event, or of the event of the
 * chip's runner. For an unknown runner it is the gun of the only timed event. Null if there is no such gun.
 */
const gunsOfChips = async (
  db: Db,
  { raceid, eventid }: Order,
  courses: readonly TimedCourseRow[],
  chips: readonly string[],
): Promise<Map<string, number | null>> => {
  const bibs = await bibsOfChips(db, raceid, chips)
  const runners = new Map((await listRunners(db, raceid, [...new Set(bibs.values())])).map((one) => [one.bib, one]))
  return new Map(
    chips.map((chip) => {
      const runner = runners.get(bibs.get(chip)!)
      const course =
        courses.find((one) => one.eventid === (eventid ?? runner?.eventid)) ??
        (eventid === null && courses.length === 1 ? courses[0] : undefined)
      return [chip, course ? gunOf(course.waves, runner?.zone ?? null) : null]
    }),
  )
}

/** Turns a file's passings into reads, each with a reader and a moment. Names the passings without a station. */
export const readsOf = async (
  db: Db,
  order: Order,
): Promise<'device_missing' | 'gun_missing' | { deviceid: number; reads: FileRead[]; problems: LineProblem[] }> => {
  const { raceid, deviceid, eventid, passings } = order
  const devices = await listDevices(db, raceid)
  const device = devices.find(({ id }) => id === deviceid)
  if (!device && !passings.every(({ point }) => point !== null)) return 'device_missing'
  const [courses, stations] = [await listCourses(db, raceid), await listStations(db, raceid)]
  const place = placeOf(courses, stations, eventid)
  // CP1+ is the exit of CP1, so both are the same station.
  const stationOf = ({ point, way }: FilePassing) =>
    (way ? place(`${point} ${way}`) : undefined) ?? (way === 'out' ? place(`${point}+`) : undefined) ?? place(point!)
  const needed = device
    ? []
    : [...new Set(passings.flatMap((passing) => stationOf(passing) ?? []))].sort((a, b) => a - b)
  const readers = await fileReaders(db, order, needed)
  const relative = new Set(passings.filter(({ at }) => at === null).map(({ chip }) => chip))
  const guns = relative.size > 0 ? await gunsOfChips(db, order, courses, [...relative]) : new Map<string, null>()
  if (relative.size > 0 && [...guns.values()].every((gun) => gun === null)) return 'gun_missing'
  const reads: FileRead[] = []
  const problems: LineProblem[] = []
  for (const passing of passings) {
    const stationid = device ? device.stationid : stationOf(passing)
    const gun = guns.get(passing.chip) ?? null
    const at_ms =
      passing.at ??
      (gun !== null && passing.clock !== undefined
        ? firstAfter(gun, passing.clock, order.zone)
        : after(gun, passing.elapsed))
    if (stationid === undefined) problems.push({ line: passing.line, word: 'point_unknown', given: passing.point! })
    else if (at_ms === null) problems.push({ line: passing.line, word: 'no_time', given: passing.raw.slice(0, 60) })
    else
      reads.push({
        deviceid: device?.id ?? readers.get(stationid)!,
        raw: passing.raw,
        chip: passing.chip,
        at_ms,
        kind: passing.kind,
      })
  }
  return { deviceid: device?.id ?? reads[0]?.deviceid ?? 0, reads, problems }
}

/**
 * Writes the reads of a file, keeps the file, and names it in the log. Then the server derives results from the new
 * reads.
 */
export const takeReadFile = async (
  db: Db,
  file: {
    raceid: number
    file: { filename: string; bytes: Uint8Array }
    deviceid: number
    reads: readonly FileRead[]
    problems: readonly LineProblem[]
    who: Who
    now: Date
  },
): Promise<ReadsTaken> => {
  const { raceid, deviceid, problems, who, now } = file
  const { filename, bytes } = file.file
  const reads = file.reads.map(({ raw, ...read }) => ({ ...read, seq: fingerprint(raw) }))
  const counts = reads.length === 0 ? { taken: 0, known: 0 } : await takeReads(db, { raceid, reads, now })
  await insertTimingFile(db, { raceid, deviceid, filename, bytes, counts, problems, staffid: who.staffid, now })
  await db.transaction().execute((tx) =>
    logChange(tx, {
      who,
      now,
      raceid,
      what: 'reads imported',
      target: `reader ${deviceid}`,
      after: { filename, ...counts, problems: problems.length },
    }),
  )
  if (counts.taken > 0) deriveSoon(db, raceid, now)
  return counts
}
