import type { Lang } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import type { HallView, JobKind, JobState, StationKind } from './contract.ts'
import { picturePath } from './queue.service.ts'
import { hallOf, isHallOpenNow, leftOf, testOf } from './rules.ts'
import { eventNameIn, hallRunnerOf } from './runners.service.ts'
import { type JobRow, type HallStationRow, countWaitingJobs, findHall, findInHand, listNext } from './store.ts'

/**
 * Presents a picture with the public facts of its runner. The facts are read again, so that a name that was hidden
 * meanwhile stays hidden. `shut` leaves out the picture's path.
 */
export const presentJob = async (db: Db, lang: Lang, job: JobRow, now: Date, shut = false) => {
  const runner = await hallRunnerOf(db, job, now)
  return {
    id: job.id,
    kind: job.kind as JobKind,
    state: job.state as JobState,
    key: job.key,
    bib: job.bib,
    name: runner?.name ?? null,
    event: await eventNameIn(db, lang, job.raceid, runner, now),
    scoreid: job.game ? job.resultid : null,
    time: runner?.time ?? null,
    nettime: runner?.nettime ?? null,
    place: runner?.place ?? null,
    certificateid: job.certificateid,
    picture: job.picture === null || shut ? null : picturePath(job.raceid, job.picture),
    stationid: job.stationid,
    created_at: job.created_at,
    state_at: job.state_at,
  }
}

const NEXT = 5
/** Returns the hall as a station sees it at present. */
export const presentView = async (
  db: Db,
  lang: Lang,
  station: HallStationRow,
  now: Date,
): Promise<
  Omit<HallView, 'current' | 'next' | 'test'> & {
    test: ReturnType<typeof testOf>
    current: Awaited<ReturnType<typeof presentJob>> | null
    next: Awaited<ReturnType<typeof presentJob>>[]
  }
> => {
  const { raceid } = station
  const kind = station.kind === 'screen' ? 'cast' : 'print'
  const line = station.kind === 'screen' ? station.id : null
  const [hall, current, next, waiting] = await Promise.all([
    findHall(db, raceid),
    findInHand(db, raceid, station.id),
    listNext(db, raceid, kind, line, NEXT),
    countWaitingJobs(db, raceid, kind, line),
  ])
  const settings = hallOf(hall)
  return {
    raceid,
    station: { id: station.id, kind: station.kind as StationKind, name: station.name, code: station.code },
    open: isHallOpenNow(settings, now),
    settings,
    current: current ? await presentJob(db, lang, current, now) : null,
    left_ms: station.kind === 'screen' ? leftOf(current, settings.seconds, now) : 0,
    test: testOf(station, now),
    next: await Promise.all(next.map((job) => presentJob(db, lang, job, now, true))),
    waiting,
  }
}
