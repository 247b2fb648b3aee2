import { byId, idIn, pageOf } from '#db/pages.ts'
import { raceOfKey } from '#contract/key.ts'
import { fill } from '#contract/words.ts'
import { tokenHash } from '#db/sessions.ts'
import { readEvent } from '#features/events/service.ts'
import { tableFacts } from '#features/files/tableFile.service.ts'
import { swapsOf } from '#features/results/ranking/derived.service.ts'
import { readRace, readPublishedRace } from '#features/races/service.ts'
import { handle, raw } from '#seam/server/handle.ts'
import { swapped } from '#features/results/corrections/corrections.rules.ts'
import {
  consoleTimingImport,
  consoleTimingReads,
  timingLogDetail,
  timingLogFetch,
  timingLogStat,
  timingLogStations,
} from './contract.ts'
import { routes as consoleRoutes } from './console.routes.ts'
import { routes as changesRoutes } from './corrections/changes.routes.ts'
import { routes as correctingRoutes } from './corrections/corrections.routes.ts'
import { deriveRunners } from './derive/derive.service.ts'
import { deriveSoon } from './derive/following.service.ts'
import { followTiming } from './live/live.service.ts'
import { bibFromText, ghostsOf } from './reads/chips.service.ts'
import { countBehind, countReads, countRunners, findBibOfKey, listLogged } from './reads/log.store.ts'
import { readPassingsFile } from './reads/passingsFile.service.ts'
import { judgedReads, readShown } from './present.rules.ts'
import { gunOf } from './rules.ts'
import { takeReads } from './reads/reads.service.ts'
import { readsOf, takeReadFile } from './reads/import.service.ts'
import type { NewRead } from './reads/reads.store.ts'
import { findCourse, listCourses, listStations } from './course/course.store.ts'
import { findDeviceByKey, listDevices } from './reads/devices.store.ts'
import { listRunnersByEvent } from './course/runners.store.ts'
import { routes as aidRoutes } from './aid/aid.routes.ts'
import { routes as rankingRoutes } from './course/ranking.routes.ts'
import { routes as thirdRoutes } from './third.routes.ts'
import { lines } from './words.ts'

const shownProblems = 200

export const routes = [
  handle(timingLogStations, async ({ input: { raceid, eventid }, db, now, refuse }) => {
    if (!(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
    const [stations, courses] = [await listStations(db, raceid), await listCourses(db, raceid)]
    const points = courses
      .filter((one) => eventid === undefined || one.eventid === eventid)
      .flatMap((one) => one.points.map((point) => ({ ...point, eventid: one.eventid })))
    return {
      items: stations
        .map((station) => ({ ...station, points: points.filter(({ stationid }) => stationid === station.id) }))
        .filter(({ points: own }) => eventid === undefined || own.length > 0),
    }
  }),

  handle(timingLogStat, async ({ input: { raceid }, db, now }) => {
    const [stations, devices, reads, runners, behind, ghosts] = [
      await listStations(db, raceid),
      await listDevices(db, raceid),
      await countReads(db, raceid),
      await countRunners(db, raceid),
      await countBehind(db, raceid),
      (await ghostsOf(db, raceid)).length,
    ]
    return {
      now: now.toISOString(),
      behind,
      ghosts,
      reads: reads.reduce((sum, one) => sum + one.reads, 0),
      items: stations.map((station) => {
        const own = reads.filter(({ stationid }) => stationid === station.id)
        const last = own.length === 0 ? null : Math.max(...own.map(({ last_ms }) => last_ms))
        return {
          ...station,
          reads: own.reduce((sum, one) => sum + one.reads, 0),
          runners: runners.find(({ stationid }) => stationid === station.id)?.runners ?? 0,
          first_at: own.length === 0 ? null : new Date(Math.min(...own.map(({ first_ms }) => first_ms))),
          last_at: last === null ? null : new Date(last),
          quiet: last === null ? null : Math.max(0, Math.round((now.getTime() - last) / 1000)),
          devices: devices
            .filter(({ stationid, by_hand }) => stationid === station.id && !by_hand)
            .map((device) => ({
              ...device,
              retired: device.retired_at !== null,
              reads: own.find(({ deviceid }) => deviceid === device.id)?.reads ?? 0,
            })),
        }
      }),
    }
  }),

  handle(timingLogFetch, async ({ input, db }) => {
    const { raceid, limit, ghosts } = input
    const seen = idIn(input.after) ?? null
    const rows = await listLogged(db, {
      raceid,
      chips: ghosts ? await ghostsOf(db, raceid) : null,
      after: seen,
      limit,
      stationid: input.stationid ?? null,
      deviceid: input.deviceid ?? null,
    })
    const { rows: page, after } = pageOf(rows, limit, byId)
    return { items: page.map(readShown), after }
  }),

  handle(timingLogDetail, async ({ input, db, raceid: raceOfCall, may, refuse }) => {
    const raceid = (input.id ? raceOfKey(input.id) : undefined) ?? input.raceid ?? raceOfCall
    if (raceid === undefined) return refuse('runner_not_timed')
    const own = input.id ? await findBibOfKey(db, raceid, input.id) : undefined
    if (!own && !may('results.import', raceid)) return refuse(input.id ? 'runner_not_timed' : 'no_permission')
    const bib = own?.bib ?? (input.bib ? await bibFromText(db, { raceid }, input.bib) : undefined)
    const runners = bib ? await listRunnersByEvent(db, raceid, [bib]) : []
    const runner = runners.find(({ eventid }) => eventid === own?.eventid) ?? (own ? undefined : runners[0])
    const course = runner && (await findCourse(db, raceid, runner.eventid))
    if (!runner || !course) return refuse('runner_not_timed')
    const swaps = swapped(await db.transaction().execute((tx) => swapsOf(tx, raceid, runner.eventid)))
    const [one] = await deriveRunners(db, raceid, course, [runner], swaps)
    const gun = gunOf(course.waves, runner.zone)
    return {
      raceid,
      eventid: runner.eventid,
      bib: runner.bib,
      gun: gun === null ? null : new Date(gun),
      doubts: one!.derived.doubts,
      passings: one!.derived.times.map((time) => ({
        ...time,
        at: time.at === null ? null : new Date(time.at),
        ms: time.at === null || gun === null ? null : time.at - gun,
      })),
      reads: judgedReads(
        one!.reads,
        one!.derived,
        runner.bib,
        await listDevices(db, raceid),
        await listStations(db, raceid),
      ),
    }
  }),

  handle(consoleTimingReads, async ({ input: { key, reads }, db, now, refuse }) => {
    const raceid = raceOfKey(key)
    const device = raceid === undefined ? undefined : await findDeviceByKey(db, raceid, tokenHash(key))
    if (!device || device.by_hand) return refuse('device_unknown')
    if (reads.length === 0) return { taken: 0, known: 0 }
    const taken = await takeReads(db, {
      raceid: device.raceid,
      now,
      reads: reads.map(([seq, chip, at_ms, kind]): NewRead => ({
        deviceid: device.id,
        seq,
        chip: chip.toUpperCase(),
        at_ms,
        kind: kind ?? null,
      })),
    })
    if (taken.taken > 0) deriveSoon(db, device.raceid, now)
    return taken
  }),

  handle(
    consoleTimingImport,
    async ({ input: { raceid, deviceid, eventid, sheet, dry }, files, db, now, who, lang, say, refuse }) => {
      const [file] = files
      if (!file || file.bytes.length === 0) return refuse('reads_file_missing')
      const zone = (await readRace(db, raceid, now))?.zone ?? 'Asia/Shanghai'
      const read = await readPassingsFile(file.bytes, zone, sheet)
      if ('unreadable' in read) return refuse(read.unreadable, tableFacts(read))
      if (read.format === null) return refuse('reads_file_unknown')
      if (eventid !== undefined && !(await readEvent(db, raceid, eventid, now))) return refuse('reads_file_unknown')
      const made = await readsOf(db, {
        raceid,
        deviceid: deviceid ?? null,
        eventid: eventid ?? null,
        passings: read.passings,
        zone,
        now,
        dry,
      })
      if (typeof made === 'string') return refuse(made)
      const problems = [...read.problems, ...made.problems].toSorted((a, b) => a.line - b.line)
      const counts = dry
        ? { taken: 0, known: 0 }
        : await takeReadFile(db, { raceid, file, deviceid: made.deviceid, reads: made.reads, problems, who, now })
      return {
        filename: file.filename,
        format: read.format,
        lines: read.passings.length + read.problems.length,
        reads: made.reads.length,
        ...counts,
        dry,
        problems: problems
          .slice(0, shownProblems)
          .map((one) => ({ ...one, says: fill(say(lines[one.word]), { given: one.given, lang }) })),
        more: Math.max(0, problems.length - shownProblems),
      }
    },
  ),
  ...consoleRoutes,
  ...correctingRoutes,
  ...changesRoutes,
  ...rankingRoutes,
  ...thirdRoutes,
  ...aidRoutes,
]

export const rawRoutes = [
  raw(
    'GET',
    '/timing/live',
    'Sends server-sent events of a race (`raceid`): `results` whenever published results change, with the changed ' +
      'events and their first runners. A listener that was away sends `Last-Event-ID` and gets the missed events, or ' +
      '`again` if that id is too old. A comment every 15 s keeps the connection open.',
    followTiming,
  ),
]
