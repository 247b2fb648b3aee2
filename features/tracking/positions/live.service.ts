/**
 * The positions of a race in the memory of this process. The process loads them from the store, and then adds the fixes
 * that other processes write.
 */
import type { Db } from '#db/db.ts'
import { runnerLimits, vehicleLimits, type MatchingLimits } from '../matching/facts.rules.ts'
import { type Track, goOnFrom, match, newTrack } from '../matching/match.rules.ts'
import { type StoredFix, fixesSince } from '../intake/fixes.store.ts'
import type { EventLine } from './lines.service.ts'
import { type Position, speedAfter } from './spots.rules.ts'
import { type Confirmed, nothingConfirmed, updateFarthest } from './way.rules.ts'

import { type TrackRow, lastFixes, listTracks, versionOf } from '../tracks/tracks.store.ts'

/** `speed` is in metres a second; null until there are two fixes. */
export type LiveTrack = {
  row: TrackRow
  match: Track
  position: Position | null
  speed: number | null
  version: number
  reach: Confirmed
}
export type LiveRace = { version: number; tracks: Map<number, LiveTrack> }

type Lines = ReadonlyMap<number, EventLine>
const races = new WeakMap<Db, Map<number, Promise<LiveRace>>>()

type Start = Pick<EventLine, 'gun' | 'start'>
const NO_START: Start = { gun: null, start: null }
const keptLimits = new WeakMap<Start, { onFoot: MatchingLimits; driven: MatchingLimits }>()
/**
 * Returns the limits of a carrier on a course. Every fix needs them, so the function makes them only once for each
 * course.
 */
export const limitsOf = (kind: TrackRow['kind'], course: Start = NO_START): MatchingLimits => {
  let made = keptLimits.get(course)
  if (!made) {
    const { gun, start } = course
    keptLimits.set(
      course,
      (made = { onFoot: { ...runnerLimits, gun, start }, driven: { ...vehicleLimits, gun, start } }),
    )
  }
  return kind === 'runner' || kind === 'pacer' ? made.onFoot : made.driven
}

/** Adds a position to a track. A position that is not newer than the last position changes nothing. */
export const place = (live: LiveTrack, position: Position, sure: boolean, version: number): void => {
  const before = live.position
  if (before && position.at <= before.at) return
  if (sure && position.along !== null) updateFarthest(live.reach, position.along, position.at)
  if (before?.along !== undefined && before.along !== null && position.along !== null)
    live.speed = speedAfter(
      live.speed,
      position.along - before.along,
      (position.at - before.at) / 1000,
      limitsOf(live.row.kind, undefined).fastest,
    )
  live.position = position
  live.version = version
}
/**
 * Continues the matching of a track from a fix that another process matched, or that was matched before this process
 * began.
 */
const follow = (live: LiveTrack, at: Date | null, along: number | null, farthest: number | null): void => {
  if (at !== null && along !== null && at.getTime() > live.match.at)
    goOnFrom(live.match, { at: at.getTime(), along }, farthest ?? undefined)
}
const positionOf = (fix: {
  at: Date
  lat: number
  lon: number
  along: number | null
  off: number | null
}): Position => ({
  at: fix.at.getTime(),
  lat: fix.lat / 1e6,
  lon: fix.lon / 1e6,
  along: fix.along,
  off: fix.off,
})

const takeTracks = (race: LiveRace, rows: readonly TrackRow[]): number[] => {
  const fresh: number[] = []
  for (const row of rows) {
    const known = race.tracks.get(row.id)
    if (known) {
      known.row = row
      if (row.erased_at !== null) known.position = null
    } else {
      race.tracks.set(row.id, {
        row,
        match: newTrack(),
        position: null,
        speed: null,
        version: row.version,
        reach: nothingConfirmed(),
      })
      fresh.push(row.id)
    }
  }
  return fresh
}
const load = async (db: Db, raceid: number): Promise<LiveRace> => {
  // The process reads the version first. It may then read a new fix twice, which does no harm.
  const race: LiveRace = { version: await versionOf(db, raceid), tracks: new Map() }
  const fresh = takeTracks(race, await listTracks(db, raceid, -1))
  for (const fix of await lastFixes(db, raceid, fresh)) {
    const live = race.tracks.get(fix.trackid)!
    live.reach.farthest = fix.farthest
    place(live, positionOf(fix), fix.sure, race.version)
    follow(live, fix.sure_at, fix.sure_along, fix.farthest)
  }
  return race
}
const racesOf = (db: Db): Map<number, Promise<LiveRace>> => {
  let all = races.get(db)
  if (!all) races.set(db, (all = new Map()))
  return all
}
export const liveRace = (db: Db, raceid: number): Promise<LiveRace> => {
  const all = racesOf(db)
  let race = all.get(raceid)
  if (!race) {
    all.set(raceid, (race = load(db, raceid)))
    race.catch(() => all.delete(raceid))
  }
  return race
}

const catching = new WeakMap<LiveRace, Promise<void>>()
/**
 * Matches a fix that another process stored, in the way in which that process matched it, so that both processes have
 * the same state. The other process stores the facts. Without the lines of the courses, only a sure place counts.
 */
const rematch = (live: LiveTrack, fix: StoredFix, lines: Lines | undefined): void => {
  const course = lines?.get(live.row.eventid ?? -1)
  const { at, lat, lon, accuracy, sure, along } = fix
  if (course)
    match(
      course.line,
      live.match,
      { at: at.getTime(), lat: lat / 1e6, lon: lon / 1e6, accuracy },
      limitsOf(live.row.kind, course),
    )
  else if (sure) follow(live, at, along, along)
}
const readNews = async (db: Db, raceid: number, race: LiveRace, lines: Lines | undefined): Promise<void> => {
  const version = await versionOf(db, raceid)
  if (version <= race.version) return
  const from = race.version
  takeTracks(race, await listTracks(db, raceid, from))
  for (const fix of await fixesSince(db, raceid, from)) {
    const live = race.tracks.get(fix.trackid)
    if (!live) continue
    place(live, positionOf(fix), fix.sure, fix.version)
    rematch(live, fix, lines)
  }
  race.version = Math.max(race.version, version)
}
/**
 * Reads the tracks and fixes that other processes have written since the last reading. Simultaneous callers share one
 * reading.
 */
export const caughtUp = async (db: Db, raceid: number, lines?: Lines): Promise<LiveRace> => {
  const race = await liveRace(db, raceid)
  let reading = catching.get(race)
  if (!reading) {
    reading = readNews(db, raceid, race, lines).finally(() => catching.delete(race))
    catching.set(race, reading)
  }
  await reading
  return race
}
