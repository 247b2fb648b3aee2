import { gunOfRunner } from '../report/laterRooms.service.ts'
import { nameIn } from '#contract/words.ts'
import { raceOfKey } from '#contract/key.ts'
import type { Db } from '#db/db.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import { metresOf } from '#features/events/rules.ts'
import { type EventRow, readEvent } from '#features/events/service.ts'
import { readRace } from '#features/races/service.ts'
import { isPublished, settingsOf } from '#features/races/rules.ts'
import { handle } from '#seam/server/handle.ts'
import { ageGradeOf } from '../agegrade/agegrade.rules.ts'
import { resultsAlong, resultsVideos } from './progress.contract.ts'
import { type Finishers, progressOf, finishersOf, timesOf } from './progress.rules.ts'
import {
  type FoundResult,
  findByKey,
  findByRegistration,
  findRegistrationByKey,
  listFieldTimes,
} from '../report/queries.store.ts'
import { rankingOf, recorded, visible } from '../rules.ts'
import { videoMoments, pointPassings } from '../films/videos.rules.ts'

/**
 * The sorted times of each event. The times stay in memory while the results of the event stay the same. While the
 * results change, the server keeps the times for 10 seconds, so that it does not sort an event again after every
 * change.
 */
const finishersByEvent = cacheOf<string, Finishers>({ ms: 10_000, most: 40 })

const finishersFor = (
  db: Db,
  { raceid, eventid, points, split_clock, updated_at }: FoundResult,
  now: Date,
): Promise<Finishers> =>
  finishersByEvent.read(db, `${raceid}/${eventid}`, { version: updated_at.getTime(), now }, async () => {
    const rows = await listFieldTimes(db, raceid, eventid)
    return finishersOf(
      rows.map((row) => ({ field: row.field, gender: row.gender, times: timesOf(row, points.length, split_clock) })),
      points.length,
    )
  })

/** Finds a published result by its own key or its registration's key, with its race and event. */
const findShown = async (db: Db, key: string, now: Date) => {
  const raceid = raceOfKey(key)
  if (raceid === undefined) return undefined
  const registered = async () => {
    const registration = await findRegistrationByKey(db, raceid, key)
    return registration && findByRegistration(db, raceid, now, registration.id)
  }
  const result = (await findByKey(db, raceid, now, key)) ?? (await registered())
  if (!result) return undefined
  const [race, event] = await Promise.all([
    readRace(db, result.raceid, now),
    readEvent(db, result.raceid, result.eventid, now),
  ])
  return race && event && isPublished(race, now) ? { result, race, event } : undefined
}

type Shown = NonNullable<Awaited<ReturnType<typeof findShown>>>

/** Finds the runner's rank at each point and at the finish, among the whole field. */
const progressPoints = async (db: Db, result: Shown['result'], metres: number | null, now: Date) => {
  const finishers = await finishersFor(db, result, now)
  const times = timesOf(result, result.points.length, result.split_clock)
  const points = progressOf(finishers, { field: result.field, gender: result.gender, times }, [
    ...result.points,
    { label: '终点', metres },
  ])
  const finish = points.at(-1)!
  // The rank at the finish is the official rank, if one clock gives the splits and the ranks.
  if (result.rank !== null && result.clock === result.split_clock) {
    finish.won = finish.won === null || finish.place === null ? null : finish.won + finish.place - result.rank
    finish.place = result.rank
  }
  return points
}

/**
 * Compares a finisher's time with the standard for the runner's age. Null if the tables have no standard. The tables
 * have no standards for trails, nor for wheelchairs and other fields.
 */
const gradeOf = (result: Shown['result'], race: Shown['race'], event: EventRow, age: number | null) => {
  const ms = result.outcome === 'finished' && result.field === '' ? (result.net_ms ?? result.gun_ms) : null
  if (ms === null || race.kind === 'trail') return null
  return (
    ageGradeOf({
      year: (event.start_at ?? race.time).getUTCFullYear(),
      gender: result.gender,
      age,
      metres: metresOf(event),
      seconds: recorded(ms, rankingOf(event.ranking).rounding),
    }) ?? null
  )
}

export const routes = [
  handle(resultsAlong, async ({ input, db, now, who, refuse }) => {
    const { result, race, event } = (await findShown(db, input.key, now)) ?? refuse('no_report')
    const seen = visible(result, result.uid !== null && result.uid === who.uid)
    const points = await progressPoints(db, result, metresOf(event), now)
    return {
      key: result._key,
      bib: result.bib,
      name: seen.name,
      gender: result.gender,
      outcome: result.outcome,
      eventid: result.eventid,
      basis: result.split_clock,
      points,
      agegrade: gradeOf(result, race, event, seen.age),
    }
  }),

  handle(resultsVideos, async ({ input, db, now, lang, who, refuse }) => {
    const { result, race, event } = (await findShown(db, input.key, now)) ?? refuse('no_report')
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: race.zone,
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
    const times = timesOf(result, result.points.length, result.split_clock)
    const passings = pointPassings(
      { ...result, times },
      {
        labels: [...result.points.map(({ label }) => label), '终点'],
        clock: result.split_clock,
        start: (await gunOfRunner.get()(db, result)) ?? event.start_at,
      },
    )
    const { name } = visible(result, result.uid !== null && result.uid === who.uid)
    return {
      key: result._key,
      bib: result.bib,
      name,
      event: nameIn(lang, event.name, event.names),
      zone: race.zone,
      moments: videoMoments(settingsOf(race).videos, result.eventid, result.bib, passings, (at) => clock.format(at)),
    }
  }),
]
