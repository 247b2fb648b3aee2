/** The latest fixes of the devices of a race, for the alarms of race control. */
import type { Db } from '#db/db.ts'
import { type TrackRow, listTracks, versionOf } from '../tracks/tracks.store.ts'
import { type DeviceWay, extendWay, newWay, trustedFix } from './way.rules.ts'
import { type DeviceWayRow, farthestMoments, fixesAfter, latestFixes } from './way.store.ts'

type Ways = { version: number; spanMs: number; tracks: Map<number, TrackRow>; ways: Map<number, DeviceWay> }
const races = new WeakMap<Db, Map<number, Ways>>()

const isWatched = ({ stopped_at, erased_at }: TrackRow): boolean => stopped_at === null && erased_at === null
const takeTracks = (race: Ways, rows: readonly TrackRow[]): number[] => {
  const fresh: number[] = []
  for (const row of rows) {
    if (!isWatched(row)) {
      race.tracks.delete(row.id)
      race.ways.delete(row.id)
      continue
    }
    race.tracks.set(row.id, row)
    if (!race.ways.has(row.id)) {
      race.ways.set(row.id, newWay())
      fresh.push(row.id)
    }
  }
  return fresh
}
const takeFix = (race: Ways, { trackid, at, delay_ms, lat, lon, along, off, sure }: DeviceWayRow): void => {
  const way = race.ways.get(trackid)
  const fix = trustedFix({ at: at.getTime(), lat: lat / 1e6, lon: lon / 1e6, along, off, sure })
  if (way) extendWay(way, fix, at.getTime() + delay_ms, race.spanMs)
}
/**
 * Finds the last moment at which each track was at its farthest place. The summary of a track does not hold this
 * moment. The latest fixes of most tracks show it. For a track far behind its farthest place, the server reads the
 * moment from the store.
 */
const dateFarthest = async (db: Db, raceid: number, race: Ways, ids: readonly number[]): Promise<void> => {
  const behind: number[] = []
  for (const id of ids) {
    const way = race.ways.get(id)!
    const { farthest, fixes } = way
    if (farthest === null) continue
    const there = fixes.findLast(({ along }) => along !== null && along >= farthest)
    if (there) way.farthestAt = there.at
    else behind.push(id)
  }
  if (behind.length === 0) return
  for (const { trackid, at } of await farthestMoments(db, raceid, behind))
    race.ways.get(trackid)!.farthestAt = at.getTime()
}
/** Loads tracks that are new to this process from their summaries and their latest fixes. */
const fill = async (db: Db, raceid: number, race: Ways, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  for (const id of ids) race.ways.get(id)!.farthest = race.tracks.get(id)!.farthest
  for (const row of await latestFixes(db, raceid, ids, race.spanMs)) takeFix(race, row)
  await dateFarthest(db, raceid, race, ids)
}

const catchUp = async (db: Db, raceid: number, race: Ways): Promise<void> => {
  // The process reads the version first. If another process writes a fix meanwhile, this process may read the fix
  // twice. That does no harm.
  const version = await versionOf(db, raceid)
  if (version <= race.version) return
  const fresh = takeTracks(race, await listTracks(db, raceid, race.version))
  if (race.version >= 0) for (const row of await fixesAfter(db, raceid, race.version)) takeFix(race, row)
  for (const id of fresh) race.ways.set(id, newWay())
  await fill(db, raceid, race, fresh)
  race.version = version
}

/** A device that is under way, with its latest fixes. */
export type Watching = { track: TrackRow; way: Readonly<DeviceWay> }
/**
 * Lists the devices of a race that are not stopped, with their fixes of the last `spanMs`. The process reads only new
 * fixes into its memory. If a caller needs a longer span, the process reads everything again.
 */
export const watchedWays = async (db: Db, raceid: number, spanMs: number): Promise<Watching[]> => {
  const all = races.get(db) ?? new Map<number, Ways>()
  races.set(db, all)
  const known = all.get(raceid)
  const race = known && known.spanMs >= spanMs ? known : { version: -1, spanMs, tracks: new Map(), ways: new Map() }
  // If a reading fails, the process removes the incomplete memory.
  all.delete(raceid)
  await catchUp(db, raceid, race)
  if (race.tracks.size > 0) all.set(raceid, race)
  return [...race.tracks.values()].map((track) => ({ track, way: race.ways.get(track.id)! }))
}
