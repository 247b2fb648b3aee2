import { randomBytes } from 'node:crypto'
import { keyFrom } from '#contract/scalars.ts'
import { nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { tokenHash } from '#db/sessions.ts'
import { eventsOf, readEvent } from '#features/events/actions.ts'
import { raceDayOf } from '#features/events/rules.ts'
import { readTable } from '#features/files/actions.ts'
import { holdResults } from '#features/results/actions.ts'
import { readRace } from '#features/races/actions.ts'
import { logChange } from '#features/staff/actions.ts'
import { answer } from '#server/answer.ts'
import {
  consoleTimingClose,
  consoleTimingCourse,
  consoleTimingDevice,
  consoleTimingGun,
  consoleTimingList,
  consoleTimingOffset,
  consoleTimingShow,
  consoleTimingStation,
} from './contract.ts'
import { rulesOf } from './course.contract.ts'
import { type Which, deriveIn, rankingsOf } from './deriving.ts'
import { insertChange } from './changes.store.ts'
import { readChips, readStartList } from './lists.rules.ts'
import { countEntrants, countLists, countResults } from './log.store.ts'
import {
  chipsOfDevice,
  changeDevice,
  deleteStation,
  findCourse,
  insertDevice,
  insertRunners,
  listCourses,
  listDevices,
  listStations,
  saveChips,
  saveCourse,
  upsertStation,
} from './store.ts'
import type { Db } from '#db/db.ts'

const emptyWaves = (start_at: Date | null) => [{ name: '1', zones: [], gun: start_at?.toISOString() ?? null }]
const idAfter = (ids: readonly number[]) => Math.max(0, ...ids) + 1

/** A change of how a race is timed, and what follows from it for its results, in one transaction; nobody else writes timed results meanwhile. */
const retime = async <T>(
  db: Db,
  raceid: number,
  now: Date,
  save: (writes: (tx: Tx) => Promise<T>) => Promise<T>,
  change: (tx: Tx) => Promise<{ which: Which; given: (runners: number) => T }>,
): Promise<T> => {
  const rankings = await rankingsOf(db, raceid)
  return save(async (tx) => {
    await holdResults(tx, raceid, [...rankings.keys()])
    const { which, given } = await change(tx)
    const { runners } = await deriveIn(tx, raceid, rankings, which, now)
    return given(runners)
  })
}

export const routes = [
  answer(consoleTimingShow, async ({ input: { raceid }, db, now, lang, refuse }) => {
    const race = (await readRace(db, raceid, now)) ?? refuse('race_not_found')
    const [events, courses, stations, devices] = [
      await eventsOf(db, raceid),
      await listCourses(db, raceid),
      await listStations(db, raceid),
      await listDevices(db, raceid),
    ]
    const [results, entrants, lists] = [
      await countResults(db, raceid),
      await countEntrants(db, raceid),
      await countLists(db, raceid),
    ]
    return {
      zone: race.zone,
      ...lists,
      stations,
      devices: devices.map((one) => ({ ...one, retired: one.retired_at !== null })),
      events: events.map((event) => {
        const course = courses.find(({ eventid }) => eventid === event.id)
        const counts = results.find(({ eventid }) => eventid === event.id)
        return {
          eventid: event.id,
          event: nameIn(lang, event.name, event.names),
          distance: event.distance_cm === null ? null : event.distance_cm / 100,
          set: course !== undefined,
          points: course?.points ?? [],
          waves: course?.waves ?? emptyWaves(event.start_at),
          rules: course?.rules ?? rulesOf({}),
          live: course?.live ?? false,
          closed_at: course?.closed_at ?? null,
          runners: entrants.find(({ eventid }) => eventid === event.id)?.n ?? 0,
          finished: counts?.finished ?? 0,
          running: counts?.running ?? 0,
          doubtful: counts?.doubtful ?? 0,
        }
      }),
    }
  }),

  answer(consoleTimingCourse, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, eventid, points, waves, rules, live } = input
    if (!(await readEvent(db, raceid, eventid, now, true))) return refuse('event_not_found')
    if (points.length > 0 && !points.some(({ kind }) => kind === 'finish')) return refuse('finish_missing')
    if (new Set(points.map(({ label }) => label)).size < points.length) return refuse('label_twice')
    if (new Set(waves.map(({ name }) => name)).size < waves.length) return refuse('wave_twice')
    const stations = new Set((await listStations(db, raceid)).map(({ id }) => id))
    if (points.some(({ stationid }) => stationid !== null && !stations.has(stationid))) return refuse('station_unknown')
    return retime(db, raceid, now, save, async (tx) => {
      const before = await findCourse(tx, raceid, eventid)
      // Guns have a call of their own, with a reason: one that went off meanwhile is not unset by whoever had the course open.
      const shots = new Map(before?.waves.map(({ name, gun }) => [name, gun]))
      const after = {
        raceid,
        eventid,
        points,
        waves: waves.map((wave) => ({ ...wave, gun: shots.has(wave.name) ? shots.get(wave.name)! : wave.gun })),
        rules,
        live,
        closed_at: before?.closed_at ?? null,
        updated_at: now,
      }
      await saveCourse(tx, after)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: before ? 'timing changed' : 'timing written',
        target: `event ${eventid}`,
        before: before && { points: before.points, waves: before.waves, rules: before.rules, live: before.live },
        after: { points, waves: after.waves, rules, live },
      })
      return { which: { eventids: [eventid] }, given: (runners) => ({ runners }) }
    })
  }),

  answer(consoleTimingStation, async ({ input: { raceid, id, name, metres, remove }, now, who, refuse, save }) =>
    save(async (tx) => {
      const stations = await listStations(tx, raceid)
      const before = stations.find((one) => one.id === id)
      if (id !== undefined && !before) return refuse('station_unknown')
      if (remove) {
        const used =
          (await listDevices(tx, raceid)).some(({ stationid }) => stationid === id) ||
          (await listCourses(tx, raceid)).some(({ points }) => points.some(({ stationid }) => stationid === id))
        if (id === undefined || used) return refuse('station_in_use')
        await deleteStation(tx, raceid, id)
        await logChange(tx, { who, now, raceid, what: 'station removed', target: `station ${id}`, before })
        return { id }
      }
      const after = { raceid, id: id ?? idAfter(stations.map((one) => one.id)), name, metres }
      await upsertStation(tx, after)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: before ? 'station changed' : 'station written',
        target: `station ${after.id}`,
        before,
        after,
      })
      return { id: after.id }
    }),
  ),

  answer(
    consoleTimingDevice,
    async ({ input: { raceid, id, stationid, name, renew, retire }, db, now, who, refuse, save }) => {
      const key = id === undefined || renew ? keyFrom(raceid, randomBytes(22)) : null
      const before = (await listDevices(db, raceid)).find((one) => one.id === id)
      if (id !== undefined && !before) return refuse('device_unknown')
      if (!(await listStations(db, raceid)).some((one) => one.id === stationid)) return refuse('station_unknown')
      return retime(db, raceid, now, save, async (tx) => {
        const hashed = key === null ? {} : { key_hash: tokenHash(key) }
        if (id !== undefined)
          await changeDevice(tx, raceid, id, { stationid, name, ...hashed, retired_at: retire ? now : null })
        const own =
          id ?? (await insertDevice(tx, { raceid, stationid, name, key_hash: tokenHash(key!), created_at: now }))
        await logChange(tx, {
          who,
          now,
          raceid,
          what: before ? 'reader changed' : 'reader written',
          target: `reader ${own}`,
          before: before && { stationid: before.stationid, name: before.name, retired: before.retired_at !== null },
          after: { stationid, name, retired: retire, key: key !== null },
        })
        return {
          which: { chips: before && before.stationid !== stationid ? await chipsOfDevice(tx, raceid, own) : [] },
          given: () => ({ id: own, key }),
        }
      })
    },
  ),

  answer(consoleTimingOffset, async ({ input: { raceid, id, offset_ms, reason }, db, now, who, refuse, save }) => {
    const before = (await listDevices(db, raceid)).find((one) => one.id === id)
    if (!before) return refuse('device_unknown')
    return retime(db, raceid, now, save, async (tx) => {
      await changeDevice(tx, raceid, id, { offset_ms })
      await insertChange(
        tx,
        raceid,
        { kind: 'clock', deviceid: id, before: before.offset_ms, after: offset_ms },
        { reason, staffid: who.staffid, now },
      )
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'reader clock corrected',
        target: `reader ${id}`,
        before: { offset_ms: before.offset_ms },
        after: { offset_ms, reason },
      })
      return {
        which: { chips: await chipsOfDevice(tx, raceid, id) },
        given: (runners) => ({ before: before.offset_ms, runners }),
      }
    })
  }),

  answer(consoleTimingGun, async ({ input: { raceid, eventid, wave, gun, reason }, db, now, who, refuse, save }) => {
    const course = await findCourse(db, raceid, eventid)
    if (!course) return refuse('course_missing')
    const before = course.waves[wave]
    if (!before) return refuse('wave_unknown')
    return retime(db, raceid, now, save, async (tx) => {
      const fresh = (await findCourse(tx, raceid, eventid))!
      await saveCourse(tx, {
        ...fresh,
        waves: fresh.waves.map((one, at) => (at === wave ? { ...one, gun } : one)),
        updated_at: now,
      })
      await insertChange(
        tx,
        raceid,
        { kind: 'gun', eventid, wave: before.name, before: fresh.waves[wave]?.gun ?? null, after: gun },
        { reason, staffid: who.staffid, now },
      )
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'gun set',
        target: `event ${eventid}`,
        before: { wave: before.name, gun: before.gun },
        after: { wave: before.name, gun, reason },
      })
      return { which: { eventids: [eventid] }, given: (runners) => ({ before: before.gun, runners }) }
    })
  }),

  answer(consoleTimingClose, async ({ input: { raceid, eventid, closed }, db, now, who, refuse, save }) => {
    if (!(await findCourse(db, raceid, eventid))) return refuse('course_missing')
    return retime(db, raceid, now, save, async (tx) => {
      const before = (await findCourse(tx, raceid, eventid))!
      const closed_at = closed ? (before.closed_at ?? now) : null
      await saveCourse(tx, { ...before, closed_at, updated_at: now })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: closed ? 'event closed' : 'event opened again',
        target: `event ${eventid}`,
      })
      return { which: { eventids: [eventid] }, given: (runners) => ({ closed_at, runners }) }
    })
  }),

  answer(consoleTimingList, async ({ input: { raceid, eventid, kind, csv }, db, now, who, refuse, save }) => {
    const [race, event] = [await readRace(db, raceid, now), await readEvent(db, raceid, eventid, now, true)]
    if (!race || !event) return refuse('event_not_found')
    const table = readTable(csv)
    const read = kind === 'runners' ? readStartList(table, raceDayOf(event, race)) : readChips(table)
    if (!read) return refuse('list_unreadable')
    return retime(db, raceid, now, save, async (tx) => {
      if ('runners' in read)
        await insertRunners(
          tx,
          raceid,
          read.runners.map((one) => ({ ...one, eventid })),
        )
      else await saveChips(tx, raceid, read.chips)
      const rows = 'runners' in read ? read.runners.length : read.chips.length
      await logChange(tx, {
        who,
        now,
        raceid,
        what: kind === 'runners' ? 'start list imported' : 'chips imported',
        target: `event ${eventid}`,
        after: { rows, refused: read.refused.length },
      })
      return {
        which:
          'runners' in read
            ? { bibs: read.runners.map(({ bib }) => bib) }
            : { chips: read.chips.map(({ chip }) => chip) },
        given: () => ({ rows, refused: read.refused }),
      }
    })
  }),
]
