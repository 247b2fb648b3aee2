import { randomBytes } from 'node:crypto'
import type { Db, Tx } from '#db/db.ts'
import { base64In } from '#features/files/inline/inlineData.rules.ts'
import { reencode } from '#features/files/encoding.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { JobKind, JobState } from './contract.ts'
import { hallOf, isHallOpenNow, isStationPresent, underWay } from './rules.ts'
import { type HallRunner, hallRunnerOf } from './runners.service.ts'
import {
  type JobRow,
  type HallStationRow,
  bytesOfPictures,
  claimNext,
  countBefore,
  countWaitingJobs,
  findInHand,
  lockInHand,
  insertJob,
  isBlocked,
  lengthsOf,
  listOfResult,
  listStations,
  lockHall,
  lockJob,
  lockStation,
  moveJob,
  notifyHall,
  used,
} from './store.ts'

export const hallFile = (raceid: number, name: string): string => `hall/${raceid}/${name}`
export const picturePath = (raceid: number, name: string): string => `/hall/pictures/${raceid}/${name}`

const MOST_BYTES = 6 * 1024 * 1024
/** The limit on the bytes of all kept pictures of phones, for the halls of all races together. */
const MOST_TOGETHER = 2 * 1024 ** 3
export type KeptPicture = { name: string; bytes: number }
/** Encodes a picture from a phone again, and keeps it under a name that nobody can guess. */
export const keepPicture = async (
  { db, integrations }: Pick<Parts, 'db' | 'integrations'>,
  raceid: number,
  file: string,
): Promise<KeptPicture | 'not_a_picture' | 'picture_too_large' | 'picture_file_too_large' | 'storage_full'> => {
  const bytes = base64In(file)
  if (!bytes) return 'not_a_picture'
  if (bytes.length > MOST_BYTES) return 'picture_file_too_large'
  if ((await bytesOfPictures(db)) > MOST_TOGETHER) return 'storage_full'
  const encoded = await reencode(bytes)
  if (typeof encoded === 'string') return encoded
  const name = `${randomBytes(16).toString('hex')}.${encoded.ext}`
  await integrations.files.write(hallFile(raceid, name), encoded.bytes)
  return { name, bytes: encoded.bytes.length }
}

export type Handed = {
  raceid: number
  client: string
  kind: JobKind
  runner: Pick<HallRunner, 'id' | 'game' | '_key' | 'bib'>
  certificateid: number | undefined
  picture: KeptPicture | null
}
export type WhyNotQueued =
  | 'hall_closed'
  | 'hall_client_unknown'
  | 'hall_blocked'
  | 'hall_limit'
  | 'hall_full'
  | 'hall_already'
  | 'hall_no_photos'
  | 'hall_no_printer'

/**
 * Finds the screen for a picture: the screen whose code the phone has read, or else the screen with the shortest queue,
 * connected screens first. Returns undefined if the hall has no screen.
 */
const screenFor = async (
  tx: Tx,
  named: HallStationRow,
  stations: readonly HallStationRow[],
  now: Date,
): Promise<HallStationRow | undefined> => {
  if (named.kind === 'screen') return named
  const lengths = await lengthsOf(tx, named.raceid)
  const screens = stations.filter(({ kind }) => kind === 'screen')
  return screens.toSorted(
    (a, b) =>
      Number(isStationPresent(b, now)) - Number(isStationPresent(a, now)) ||
      (lengths.get(a.id) ?? 0) - (lengths.get(b.id) ?? 0) ||
      a.id - b.id,
  )[0]
}

/**
 * Puts a picture in the queue, or returns the reason for a refusal. The hall is locked, so that a double press does not
 * exceed a limit.
 */
export const queueUp = async (
  tx: Tx,
  { raceid, client, kind, runner, certificateid, picture }: Handed,
  now: Date,
): Promise<JobRow | WhyNotQueued> => {
  const hall = await lockHall(tx, raceid)
  const settings = hallOf(hall?.settings)
  if (!hall || !isHallOpenNow(settings, now)) return 'hall_closed'
  const stations = await listStations(tx, raceid)
  const named = stations.find(({ code }) => code === client)
  if (!named) return 'hall_client_unknown'
  if (await isBlocked(tx, raceid, runner.id)) return 'hall_blocked'
  if (picture !== null && settings.photos === 'off') return 'hall_no_photos'
  const own = await listOfResult(tx, raceid, runner.id)
  if (own.some((one) => one.kind === kind && underWay.includes(one.state as JobState))) return 'hall_already'
  if (used(own, kind) >= (kind === 'cast' ? settings.casts_most : settings.prints_most)) return 'hall_limit'
  const target = kind === 'cast' ? await screenFor(tx, named, stations, now) : undefined
  if (kind === 'cast' && !target) return 'hall_client_unknown'
  if (kind === 'print' && !stations.some((one) => one.kind === 'printer')) return 'hall_no_printer'
  if ((await countWaitingJobs(tx, raceid, kind, target?.id ?? null)) >= settings.waiting_most) return 'hall_full'
  const state = picture !== null && settings.photos === 'checked' ? 'held' : 'waiting'
  const row = await insertJob(tx, {
    raceid,
    kind,
    resultid: runner.id,
    game: runner.game,
    key: runner._key,
    bib: runner.bib,
    certificateid: certificateid ?? null,
    picture: picture?.name ?? null,
    picture_bytes: picture?.bytes ?? null,
    state,
    stationid: target?.id ?? null,
    created_at: now,
    state_at: now,
  })
  await notifyHall(tx, raceid)
  return row
}

export const queued = async (db: Db, raceid: number, job: Pick<JobRow, 'id' | 'kind' | 'state' | 'stationid'>) => ({
  id: job.id,
  kind: job.kind as JobKind,
  state: job.state as JobState,
  before: job.state === 'waiting' ? await countBefore(db, raceid, job) : 0,
})

/**
 * Shows the picture that has waited longest, and returns it. The screen names the picture that it shows (`shows`), so
 * that a repeated report moves the queue only once. Returns undefined if nothing moved or no picture waits.
 */
const turnOver = (db: Db, station: HallStationRow, shows: number, now: Date): Promise<JobRow | undefined> =>
  db.transaction().execute(async (tx) => {
    if (!(await lockStation(tx, station.raceid, station.id))) return undefined
    const current = await lockInHand(tx, station.raceid, station.id)
    if ((current?.id ?? 0) !== shows) return undefined
    const next = await claimNext(tx, station.raceid, 'cast', station.id)
    if (current) await moveJob(tx, station.raceid, current.id, { state: 'shown', state_at: now })
    if (next) await moveJob(tx, station.raceid, next.id, { state: 'showing', state_at: now })
    if (current || next) await notifyHall(tx, station.raceid)
    return next
  })
/** Gives the next sheet to a printer that has no sheet. Returns undefined if the printer gets no sheet. */
const takeSheet = (db: Db, station: HallStationRow, now: Date): Promise<JobRow | undefined> =>
  db.transaction().execute(async (tx) => {
    if (!(await lockStation(tx, station.raceid, station.id)) || (await findInHand(tx, station.raceid, station.id)))
      return undefined
    const next = await claimNext(tx, station.raceid, 'print', null)
    if (!next) return undefined
    await moveJob(tx, station.raceid, next.id, { state: 'taken', state_at: now, stationid: station.id })
    await notifyHall(tx, station.raceid)
    return next
  })

/** The largest number of pictures that one call skips because their results were withdrawn or corrected meanwhile. */
const PASSED_OVER = 20
export const bringOn = async (db: Db, station: HallStationRow, shows: number, now: Date): Promise<void> => {
  for (let tried = 0, at = shows; tried < PASSED_OVER; tried++) {
    const job = station.kind === 'screen' ? await turnOver(db, station, at, now) : await takeSheet(db, station, now)
    if (!job || (await hallRunnerOf(db, job, now))) return
    await db.transaction().execute((tx) => moveJob(tx, station.raceid, job.id, { state: 'removed', state_at: now }))
    at = 0
  }
}

/** Saves a printer's report on a sheet. Returns the sheet's new state, or `elsewhere` if the report does not fit it. */
export const reportJob = (
  db: Db,
  station: HallStationRow,
  id: number,
  action: 'print' | 'done' | 'failed' | 'again',
  now: Date,
): Promise<JobState | 'unknown' | 'elsewhere'> =>
  db.transaction().execute(async (tx) => {
    const job = await lockJob(tx, station.raceid, id)
    if (!job) return 'unknown'
    const to = ({ print: 'printing', done: 'done', failed: 'failed', again: 'printing' } as const)[action]
    // A printer that did not get the answer repeats its report of the end. A repeated report of the beginning is
    // refused. So only one of two windows with the same key prints.
    if (job.stationid === station.id && job.state === to && (action === 'done' || action === 'failed')) return to
    const from: readonly string[] = {
      print: ['taken'],
      done: ['taken', 'printing'],
      failed: ['taken', 'printing'],
      again: ['printing'],
    }[action]
    if (job.stationid !== station.id || station.kind !== 'printer' || !from.includes(job.state)) return 'elsewhere'
    await moveJob(tx, station.raceid, id, { state: to, state_at: now })
    await notifyHall(tx, station.raceid)
    return to
  })
