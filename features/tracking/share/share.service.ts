import { lockAll } from '#db/locks.ts'
import type { Db, Tx } from '#db/db.ts'
import { newToken, tokenHash } from '#db/sessions.ts'
import { EventSettings } from '#features/events/contract.ts'
import { type EventRow, eventsOf } from '#features/events/service.ts'
import { type RaceRow, readRace } from '#features/races/service.ts'
import { fieldOf, runnerWith } from '../field/field.service.ts'
import { insertFixes } from '../intake/fixes.store.ts'
import { type SentFix, refusalOf, smallColumn } from '../intake/fix.rules.ts'
import { match, newTrack } from '../matching/match.rules.ts'
import { type EventLine, linesOf } from '../positions/lines.service.ts'
import { limitsOf } from '../positions/live.service.ts'
import { openTrack, stopTrack } from '../tracks/tracks.service.ts'
import { changeTrack, nextVersion } from '../tracks/tracks.store.ts'
import { removeRun } from '../personal.store.ts'
import { type RoutePoint, routeLength } from './route.rules.ts'
import { type EventSpan, type Visibility, whyNotShareable, stopOf } from './share.rules.ts'
import {
  type RunEntryRow,
  type FixRow,
  type OpenShare,
  type ShareRow,
  findKeptRoute,
  findNewest,
  listRunEntries,
  listFixes,
  listOpen,
  saveKeptRoute,
} from './share.store.ts'
import { SHARE_CONSENT_VERSION } from './share.words.ts'

export type SharedRace = RaceRow
export const spanOf = (event: EventRow | undefined, race: Pick<SharedRace, 'time'>): EventSpan => {
  const minutes = EventSettings.safeParse(event?.settings ?? {}).data?.cutoff_minutes ?? null
  return {
    start: (event?.start_at ?? race.time).getTime(),
    // The last wave starts later than the first, and a runner may still walk home after the cut-off.
    cutoff: minutes === null ? null : (minutes + 60) * 60_000,
  }
}

/** Lists the entered registrations of an account in a race, each with the refusal if a run cannot begin now. */
export const runEntriesOf = async (db: Db, race: SharedRace, uid: number, now: Date) => {
  const [entries, events] = await Promise.all([listRunEntries(db, race.id, uid), eventsOf(db, race.id)])
  return entries.map((entry) => {
    const event = events.find(({ id }) => id === entry.eventid)
    return { entry, event, why: whyNotShareable(spanOf(event, race), now.getTime()) }
  })
}

/**
 * Opens a run, or returns the open run of the account in this race. An open run comes without `token` and `link`. A new
 * run has a `link` only if it is shared by link.
 */
export const openRun = async (
  tx: Tx,
  raceid: number,
  { entry, uid, visibility, cheers }: { entry: RunEntryRow; uid: number; visibility: Visibility; cheers: boolean },
  now: Date,
): Promise<{ id: number; token: string | null; link: string | null }> => {
  await lockAll(tx, [{ kind: 'shares', raceid, id: uid }])
  const known = await findNewest(tx, raceid, uid)
  if (known && known.stopped_at === null) return { id: known.id, token: null, link: null }
  const { track, token, link } = await openTrack(
    tx,
    raceid,
    {
      kind: 'runner',
      source: 'share',
      visibility,
      eventid: entry.eventid,
      bib: entry.bib,
      uid,
      registrationid: entry.id,
      consent_at: now,
      consent_version: SHARE_CONSENT_VERSION,
      cheers,
    },
    now,
  )
  return { id: track.id, token, link: visibility === 'link' ? link : null }
}

export type Change =
  | { change: 'show'; visibility: Visibility }
  | { change: 'cheers'; cheers: boolean }
  | { change: 'stop' | 'withdraw' | 'delete' | 'link' | 'token' }
/** Changes a run of the caller. A new link, or a new name of the device (`token`), makes the former one invalid. */
export const changeRun = async (
  tx: Tx,
  run: ShareRow,
  change: Change,
  now: Date,
): Promise<{ token: string | null; link: string | null }> => {
  const { raceid, id } = run
  const nothing = { token: null, link: null }
  const write = async (values: Parameters<typeof changeTrack>[3]) =>
    changeTrack(tx, raceid, id, { version: await nextVersion(tx, raceid), ...values })
  switch (change.change) {
    case 'stop':
      if (run.stopped_at === null) await stopTrack(tx, raceid, id, 'hand', now)
      return nothing
    case 'withdraw':
    case 'delete':
      await removeRun(tx, raceid, id, change.change === 'delete', now)
      return nothing
    case 'cheers':
      await write({ cheers: change.cheers })
      return nothing
    case 'token': {
      const token = newToken()
      await write({ token_hash: tokenHash(token) })
      return { token, link: null }
    }
    default: {
      const visibility = change.change === 'show' ? change.visibility : 'link'
      if (visibility === 'race') {
        await write({ visibility, link_hash: null })
        return nothing
      }
      const link = newToken()
      await write({ visibility, link_hash: tokenHash(link) })
      return { token: null, link }
    }
  }
}

const mostFixes = 130_000
const pointOf = ({ at, lat, lon, altitude }: FixRow): RoutePoint => [at.getTime(), lat / 1e6, lon / 1e6, altitude]
/** Reads the route of a run: its fixes, or the kept route if the fixes are erased. */
export const routeOf = async (
  on: Db | Tx,
  { raceid, id, kept, erased_at }: Pick<ShareRow, 'raceid' | 'id' | 'kept' | 'erased_at'>,
): Promise<RoutePoint[]> => {
  if (kept && erased_at !== null) return (await findKeptRoute(on, raceid, id))?.points ?? []
  return (await listFixes(on, raceid, id, new Date(0), mostFixes)).map(pointOf)
}

/** The number of points above which the server stores only a part of a route's points. */
const mostKept = 40_000
/** Stores the route of a run for its account. Returns the length of the route, or undefined if it has no points. */
export const keepRoute = async (tx: Tx, run: ShareRow, now: Date): Promise<number | undefined> => {
  const all = await routeOf(tx, run)
  if (all.length === 0) return undefined
  const every = Math.ceil(all.length / mostKept)
  const points = all.filter((_, n) => n % every === 0 || n === all.length - 1)
  const metres = routeLength(all)
  const [first, last] = [new Date(all[0]![0]), new Date(all.at(-1)![0])]
  await saveKeptRoute(tx, run, { metres, started_at: first, stopped_at: last, points }, now)
  return metres
}

const placeOf = ({ at, lat, lon }: SentFix): RoutePoint => [at, lat, lon, null]
/** Matches a whole run to its course, in order of time. */
const placesOf = (course: EventLine | undefined, points: readonly RoutePoint[]) => {
  const places = new Map<number, { along: number | null; off: number; sure: boolean }>()
  if (!course) return places
  const [track, limits] = [newTrack(), limitsOf('runner', course)]
  for (const [at, lat, lon] of points.toSorted((a, b) => a[0] - b[0]))
    places.set(at, match(course.line, track, { at, lat, lon }, limits))
  return places
}
/**
 * Stores late fixes of a run: fixes that arrive after its stop, and points of a file. Late fixes may lie between the
 * other fixes, so the server matches the whole run again. Returns the number of new fixes.
 */
export const fillRun = async (
  db: Db,
  { raceid, id, eventid }: Pick<ShareRow, 'raceid' | 'id' | 'eventid'>,
  fixes: readonly SentFix[],
  now: Date,
): Promise<number> => {
  const fit = fixes.filter((fix) => refusalOf(fix, now.getTime()) === undefined)
  if (fit.length === 0) return 0
  // The matching of a long run takes time, so it happens before the transaction locks the version of the race.
  const [lines, known] = await Promise.all([
    linesOf(db, raceid, now),
    listFixes(db, raceid, id, new Date(0), mostFixes),
  ])
  const seen = new Set(known.map(({ at }) => at.getTime()))
  const fresh = new Map(fit.filter(({ at }) => !seen.has(at)).map((fix) => [fix.at, fix]))
  if (fresh.size === 0) return 0
  const places = placesOf(lines.get(eventid ?? -1), [...known.map(pointOf), ...[...fresh.values()].map(placeOf)])
  const kept = [...fresh.values()].map((fix) => {
    const found = places.get(fix.at)
    return {
      trackid: id,
      at: fix.at,
      delay_ms: Math.min(now.getTime() - fix.at, 2_147_483_647),
      lat: Math.round(fix.lat * 1e6),
      lon: Math.round(fix.lon * 1e6),
      along: typeof found?.along === 'number' ? Math.round(found.along) : null,
      accuracy: smallColumn(fix.accuracy),
      altitude: smallColumn(fix.altitude),
      speed: smallColumn(fix.speed, 100),
      heading: smallColumn(fix.heading),
      off: found === undefined ? null : smallColumn(found.off),
      sure: found?.sure ?? false,
    }
  })
  return db
    .transaction()
    .execute(async (tx) => kept.length - (await insertFixes(tx, raceid, await nextVersion(tx, raceid), kept)).length)
}

/** Gives an active run the present bib and event of its registration, because staff may have changed them. */
const followEntry = async (db: Db, run: OpenShare): Promise<Pick<OpenShare, 'eventid' | 'bib'>> => {
  const { raceid, id, entry } = run
  if (entry === null || (entry.eventid === run.eventid && entry.bib === run.bib)) return run
  const { eventid, bib } = entry
  await db
    .transaction()
    .execute(async (tx) => changeTrack(tx, raceid, id, { version: await nextVersion(tx, raceid), eventid, bib }))
  return { eventid, bib }
}

/** Stops the runs whose runner has finished or left the race, or whose event is over. */
export const stopEnded = async (db: Db, now: Date): Promise<void> => {
  for (const [raceid, runs] of Map.groupBy(await listOpen(db), (run) => run.raceid)) {
    const [race, events, field] = await Promise.all([
      readRace(db, raceid, now),
      eventsOf(db, raceid),
      fieldOf(db, raceid, now),
    ])
    for (const run of runs) {
      const { id, entry } = run
      const { eventid, bib } = await followEntry(db, run)
      const runner = field && bib !== null ? runnerWith(field, bib, eventid ?? undefined) : undefined
      const span = spanOf(
        events.find((event) => event.id === eventid),
        race ?? { time: new Date(0) },
      )
      const by = entry?.entered === false ? 'staff' : stopOf({ outcome: runner?.outcome ?? null, span }, now.getTime())
      if (by) await db.transaction().execute((tx) => stopTrack(tx, raceid, id, by, now))
    }
  }
}
