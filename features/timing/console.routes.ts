import { newKey } from '#db/random.ts'
import { bibsAsPrinted } from '#features/registrations/lookup/findingBibs.service.ts'
import { readTableFile, tableFacts } from '#features/files/tableFile.service.ts'
import { nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { tokenHash } from '#db/sessions.ts'
import { eventsOf, readEvent } from '#features/events/service.ts'
import { metresOf, raceDayOf } from '#features/events/rules.ts'
import { readRace } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
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
import { rulesOf } from './course/course.contract.ts'
import { type Which, deriveIn, holdTiming } from './derive/derive.service.ts'
import { insertChange } from './corrections/changes.store.ts'
import { readChips, readStartList } from './reads/lists.rules.ts'
import { countEntrants, countLists, countResults } from './reads/log.store.ts'
import { changeDevice, chipsOfDevice, insertDevice, listDevices } from './reads/devices.store.ts'
import {
  deleteStation,
  findCourse,
  listCourses,
  listStations,
  saveTimedCourse,
  upsertStation,
} from './course/course.store.ts'
import { insertRunners } from './course/runners.store.ts'
import { saveChips } from './reads/chips.store.ts'

const emptyWaves = (start_at: Date | null) => [{ name: '1', zones: [], gun: start_at?.toISOString() ?? null }]
const idAfter = (ids: readonly number[]) => Math.max(0, ...ids) + 1

/**
 * Changes a race's timing and the results that follow, in one transaction. No other call writes timed results during
 * this transaction.
 */
const retime = <T>(
  raceid: number,
  now: Date,
  save: (writes: (tx: Tx) => Promise<T>) => Promise<T>,
  change: (tx: Tx) => Promise<{ which: Which; given: (runners: number) => T }>,
): Promise<T> =>
  save(async (tx) => {
    await holdTiming(tx, raceid)
    const { which, given } = await change(tx)
    const { runners } = await deriveIn(tx, raceid, which, now)
    return given(runners)
  })

export const routes = [
  handle(consoleTimingShow, async ({ input: { raceid }, db, now, lang, refuse }) => {
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
      devices: devices.filter(({ by_hand }) => !by_hand).map((one) => ({ ...one, retired: one.retired_at !== null })),
      events: events.map((event) => {
        const course = courses.find(({ eventid }) => eventid === event.id)
        const counts = results.find(({ eventid }) => eventid === event.id)
        return {
          eventid: event.id,
          event: nameIn(lang, event.name, event.names),
          distance: metresOf(event),
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

  handle(consoleTimingCourse, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, eventid, points, waves, rules, live } = input
    if (!(await readEvent(db, raceid, eventid, now, true))) return refuse('event_not_found')
    if (points.length > 0 && !points.some(({ kind }) => kind === 'finish')) return refuse('finish_missing')
    if (new Set(points.map(({ label }) => label)).size < points.length) return refuse('label_twice')
    if (new Set(waves.map(({ name }) => name)).size < waves.length) return refuse('wave_twice')
    return retime(raceid, now, save, async (tx) => {
      const stations = new Set((await listStations(tx, raceid)).map(({ id }) => id))
      if (points.some(({ stationid }) => stationid !== null && !stations.has(stationid)))
        return refuse('station_unknown')
      const before = await findCourse(tx, raceid, eventid)
      // Another call sets guns and asks for a reason. The present call keeps each gun, so a person who opened the
      // course before a gun was fired cannot remove this gun.
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
      await saveTimedCourse(tx, after)
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

  handle(consoleTimingStation, async ({ input: { raceid, id, name, metres, remove }, now, who, refuse, save }) =>
    save(async (tx) => {
      await holdTiming(tx, raceid)
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

  handle(
    consoleTimingDevice,
    async ({ input: { raceid, id, stationid, name, by_hand, renew, retire }, now, who, refuse, save }) => {
      const key = id === undefined || renew ? newKey(raceid) : null
      return retime(raceid, now, save, async (tx) => {
        const before = (await listDevices(tx, raceid)).find((one) => one.id === id)
        if (id !== undefined && !before) return refuse('device_unknown')
        if (!(await listStations(tx, raceid)).some((one) => one.id === stationid)) return refuse('station_unknown')
        const hashed = key === null ? {} : { key_hash: tokenHash(key) }
        if (id !== undefined)
          await changeDevice(tx, raceid, id, { stationid, name, ...hashed, retired_at: retire ? now : null })
        const row = { raceid, stationid, name, by_hand, created_at: now }
        const own = id ?? (await insertDevice(tx, { ...row, key_hash: tokenHash(key!) }))
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

  handle(consoleTimingOffset, async ({ input: { raceid, id, offset_ms, reason }, now, who, refuse, save }) =>
    retime(raceid, now, save, async (tx) => {
      const before = (await listDevices(tx, raceid)).find((one) => one.id === id) ?? refuse('device_unknown')
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
    }),
  ),

  handle(consoleTimingGun, async ({ input: { raceid, eventid, wave, gun, reason }, now, who, refuse, save }) =>
    retime(raceid, now, save, async (tx) => {
      const course = (await findCourse(tx, raceid, eventid)) ?? refuse('course_missing')
      const before = course.waves[wave] ?? refuse('wave_unknown')
      await saveTimedCourse(tx, {
        ...course,
        waves: course.waves.map((one, at) => (at === wave ? { ...one, gun } : one)),
        updated_at: now,
      })
      await insertChange(
        tx,
        raceid,
        { kind: 'gun', eventid, wave: before.name, before: before.gun, after: gun },
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
    }),
  ),

  handle(consoleTimingClose, async ({ input: { raceid, eventid, closed }, now, who, refuse, save }) =>
    retime(raceid, now, save, async (tx) => {
      const before = (await findCourse(tx, raceid, eventid)) ?? refuse('course_missing')
      const closed_at = closed ? (before.closed_at ?? now) : null
      await saveTimedCourse(tx, { ...before, closed_at, updated_at: now })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: closed ? 'event closed' : 'event opened again',
        target: `event ${eventid}`,
      })
      return { which: { eventids: [eventid] }, given: (runners) => ({ closed_at, runners }) }
    }),
  ),

  handle(
    consoleTimingList,
    async ({ input: { raceid, eventid, kind, csv, sheet }, files, db, now, who, refuse, save }) => {
      const [race, event] = [await readRace(db, raceid, now), await readEvent(db, raceid, eventid, now, true)]
      if (!race || !event) return refuse('event_not_found')
      const whole = await readTableFile(files[0]?.bytes ?? Buffer.from(csv), { sheet })
      if ('unreadable' in whole) return refuse(whole.unreadable, tableFacts(whole))
      const { table } = whole
      const read = kind === 'runners' ? readStartList(table, raceDayOf(event, race)) : readChips(table)
      if (!read) return refuse('list_unreadable')
      const written = ('runners' in read ? read.runners : read.chips).map(({ bib }) => bib)
      const bibs = await bibsAsPrinted(db, raceid, written, 'runners' in read ? { eventid } : {})
      const printed = <One extends { bib: string }>(one: One): One => ({ ...one, bib: bibs.get(one.bib)! })
      // If two lines name the same runner, the last line counts.
      const runners =
        'runners' in read ? [...new Map(read.runners.map(printed).map((one) => [one.bib, one])).values()] : []
      const chips = 'runners' in read ? [] : read.chips.map(printed)
      return retime(raceid, now, save, async (tx) => {
        if ('runners' in read)
          await insertRunners(
            tx,
            raceid,
            runners.map((one) => ({ ...one, eventid })),
          )
        else await saveChips(tx, raceid, chips)
        const rows = runners.length + chips.length
        await logChange(tx, {
          who,
          now,
          raceid,
          what: kind === 'runners' ? 'start list imported' : 'chips imported',
          target: `event ${eventid}`,
          after: { rows, refused: read.refused.length },
        })
        return {
          which: 'runners' in read ? { bibs: runners.map(({ bib }) => bib) } : { chips: chips.map(({ chip }) => chip) },
          given: () => ({ rows, refused: read.refused }),
        }
      })
    },
  ),
]
