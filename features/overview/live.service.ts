import type { ServerResponse } from 'node:http'
import type { Db } from '#db/db.ts'
import { readRace } from '#features/races/service.ts'
import type { Parts, RawRoute } from '#seam/server/handle.ts'
import { addressedId } from '#contract/key.ts'
import { overviewFigures, untilNextCount } from './service.ts'

/**
 * The shortest time between two counts of a race while staff watch its overview. It is longer than the shortest time
 * for which a count is kept (`LEAST_MS`). service.ts counts a race with many changes less often.
 */
const lookMs = 1_700
const heartbeatMs = 15_000
const EARLY_MS = 5
/** The largest number of open streams. */
const mostListeners = 500

type Watched = { listeners: Set<ServerResponse>; timer: NodeJS.Timeout; seen: string | undefined; beat: number }
const watched = new WeakMap<Db, Map<number, Watched>>()
const MOVED = 'event: overview\ndata: {}\n\n'

const racesOf = (db: Db): Map<number, Watched> => {
  const races = watched.get(db) ?? new Map<number, Watched>()
  watched.set(db, races)
  return races
}

const drop = (db: Db, raceid: number, response: ServerResponse): void => {
  const race = racesOf(db).get(raceid)
  race?.listeners.delete(response)
  if (race?.listeners.size === 0) {
    clearTimeout(race.timer)
    racesOf(db).delete(raceid)
  }
  if (!response.destroyed) response.end()
}

const notify = (db: Db, raceid: number, listeners: Set<ServerResponse>, text: string): void => {
  for (const response of listeners) {
    if (response.writableLength > 64 * 1024) drop(db, raceid, response)
    else response.write(text)
  }
}

/** Counts while staff watch, and reports changed figures. */
const look = async (parts: Pick<Parts, 'db' | 'clock'>, raceid: number): Promise<void> => {
  const { db } = parts
  const race = racesOf(db).get(raceid)
  if (!race) return
  try {
    const now = parts.clock()
    const row = await readRace(db, raceid, now)
    if (row) {
      const seen = JSON.stringify(await overviewFigures(db, row, now))
      if (race.seen !== undefined && race.seen !== seen) notify(db, raceid, race.listeners, MOVED)
      race.seen = seen
    }
  } catch {
    // The database may be away for a moment. The next count finds the changes.
  }
  // The server gives kept figures until the next count is due. A look before that moment would see no change. A timer
  // may fire a millisecond early, so the look waits some milliseconds more.
  const wait = Math.max(lookMs, Math.ceil(untilNextCount(db, raceid)) + EARLY_MS)
  race.beat += wait
  if (race.beat >= heartbeatMs) {
    race.beat = 0
    notify(db, raceid, race.listeners, ':\n\n')
  }
  if (race.listeners.size > 0) race.timer = setTimeout(() => void look(parts, raceid), wait).unref()
}

/** Ends the overview streams of this server. */
export const closeOverviews = async ({ db }: Pick<Parts, 'db'>): Promise<void> => {
  for (const [raceid, { listeners, timer }] of racesOf(db)) {
    clearTimeout(timer)
    for (const response of listeners) drop(db, raceid, response)
  }
  watched.delete(db)
}

/** Serves `GET /console/overview/live?raceid=…`, which tells a race's staff that its figures have changed. */
export const followOverview: RawRoute['run'] = async ({ db, clock }, request, reply, callers): Promise<unknown> => {
  const raceid = addressedId((request.query as { raceid?: unknown }).raceid)
  const { staff } = await callers()
  const mayLook = staff.staffid !== null && staff.roles.some((held) => held.raceid === null || held.raceid === raceid)
  if (!mayLook || raceid === undefined || !(await readRace(db, raceid, clock())))
    return reply.code(404).send('no such race')
  const races = racesOf(db)
  if ([...races.values()].reduce((sum, { listeners }) => sum + listeners.size, 0) >= mostListeners)
    return reply.code(503).header('retry-after', '30').send('too many')
  reply.hijack()
  const response = reply.raw
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  })
  // A listener may have missed a change before it connected. The first message makes the listener ask.
  response.write(`retry: 2000\n\n${MOVED}`)
  const known = races.get(raceid)
  if (known) known.listeners.add(response)
  else {
    races.set(raceid, {
      listeners: new Set([response]),
      timer: setTimeout(() => void look({ db, clock }, raceid), lookMs).unref(),
      seen: undefined,
      beat: 0,
    })
  }
  response.on('close', () => drop(db, raceid, response))
  return reply
}
