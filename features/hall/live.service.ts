import type { ServerResponse } from 'node:http'
import type { Db } from '#db/db.ts'
import { type Listening, listenTo } from '#db/jobs/listening.ts'
import { readRace } from '#features/races/service.ts'
import { isPublished } from '#features/races/rules.ts'
import { type Parts, type RawRoute, hasRight } from '#seam/server/handle.ts'
import { type OpenLines, askerOfLine, openLines } from '#seam/server/openLines.ts'
import { addressedId } from '#contract/key.ts'

const heartbeatMs = 15_000
/** The largest number of connected screens, printers and waiting phones of all halls on this server. */
const mostListeners = 2000
/**
 * The largest number of connections that strangers may have from one address. All devices of a hall share an address,
 * but a single program could open any number. Stations, staff and browsers that a person has used are no strangers and
 * have limits of their own.
 */
export const mostOfAddress = 300

type Hub = {
  lines: OpenLines
  races: Map<number, Set<ServerResponse>>
  listening: Listening
  beat: NodeJS.Timeout
}
const hubs = new WeakMap<Db, Hub>()

/** The message that something has changed. Each listener then asks for the details with its own key. */
const MOVED = 'event: hall\ndata: {}\n\n'

const drop = (hub: Hub, raceid: number, response: ServerResponse): void => {
  const all = hub.races.get(raceid)
  all?.delete(response)
  if (all?.size === 0) hub.races.delete(raceid)
  if (!response.destroyed) response.end()
}
const write = (hub: Hub, raceid: number, text: string): void => {
  for (const response of hub.races.get(raceid) ?? []) {
    if (response.writableLength > 64 * 1024) drop(hub, raceid, response)
    else response.write(text)
  }
}

const hubOf = (db: Db): Hub => {
  const known = hubs.get(db)
  if (known) return known
  const hub: Hub = {
    lines: openLines(mostListeners, mostOfAddress, mostOfAddress),
    races: new Map(),
    listening: listenTo(db, 'startline_hall', (payload) => write(hub, Number(payload), MOVED)),
    beat: setInterval(() => beating(), heartbeatMs),
  }
  const beating = () => {
    for (const raceid of hub.races.keys()) write(hub, raceid, ':\n\n')
    hub.listening.hears()
  }
  hub.beat.unref()
  hubs.set(db, hub)
  return hub
}

/** Ends the hall streams of this server. */
export const closeHall = async ({ db }: Pick<Parts, 'db'>): Promise<void> => {
  const hub = hubs.get(db)
  if (!hub) return
  hubs.delete(db)
  clearInterval(hub.beat)
  for (const [raceid, all] of hub.races) for (const response of all) drop(hub, raceid, response)
  await hub.listening.close()
}

/**
 * Serves `GET /hall/live?raceid=…`, which tells listeners that something has changed in a race's hall. While the race
 * is unpublished, only the hall's staff may listen.
 */
export const followHall: RawRoute['run'] = async ({ db, clock }, request, reply, callers): Promise<unknown> => {
  const raceid = addressedId((request.query as { raceid?: unknown }).raceid)
  const race = raceid === undefined ? undefined : await readRace(db, raceid, clock())
  if (
    raceid === undefined ||
    !race ||
    !(isPublished(race, clock()) || hasRight((await callers()).staff, 'hall.manage', raceid))
  )
    return reply.code(404).send('no such race')
  const hub = hubOf(db)
  if (!hub.lines.take(await askerOfLine(request, callers), reply)) return reply
  await hub.listening.ready()
  // The caller may have gone while the server prepared the stream. The connection has then sent its `close` already,
  // and no later `close` would remove the listener.
  if (reply.raw.destroyed) return reply
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
  const all = hub.races.get(raceid) ?? new Set()
  hub.races.set(raceid, all.add(response))
  response.on('close', () => drop(hub, raceid, response))
  return reply
}
