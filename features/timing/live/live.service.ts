import type { ServerResponse } from 'node:http'
import type { Db } from '#db/db.ts'
import { type Listening, listenTo } from '#db/jobs/listening.ts'
import { readPublishedRace } from '#features/races/service.ts'
import type { Parts, RawRoute } from '#seam/server/handle.ts'
import { type OpenLines, askerOfLine, openLines } from '#seam/server/openLines.ts'
import { addressedId } from '#contract/key.ts'
import { derivationsSettled } from '../derive/following.service.ts'
import { lastNews, listNews } from './news.store.ts'

const heartbeatMs = 15_000
const missedAtMost = 200
/**
 * The most bytes that may wait for a listener. A listener that does not read is disconnected; its browser connects
 * again and gets the missed news.
 */
const unreadAtMost = 256 * 1024
const mostListeners = 20_000

type Listener = { response: ServerResponse; last: number }
type Hub = {
  lines: OpenLines
  races: Map<number, Set<Listener>>
  last: Map<number, number>
  sending: Map<number, Promise<void>>
  listening: Listening
  beat: NodeJS.Timeout
}
const hubs = new WeakMap<Db, Hub>()

const messageOf = (id: number, news: unknown): string => `id: ${id}\nevent: results\ndata: ${JSON.stringify(news)}\n\n`

const drop = (hub: Hub, raceid: number, listener: Listener): void => {
  const all = hub.races.get(raceid)
  all?.delete(listener)
  if (all?.size === 0) hub.races.delete(raceid)
  if (!listener.response.destroyed) listener.response.end()
}
const write = (hub: Hub, raceid: number, listener: Listener, text: string | Buffer): void => {
  if (listener.response.writableLength > unreadAtMost) {
    drop(hub, raceid, listener)
    listener.response.destroy()
  } else listener.response.write(text)
}

/**
 * Sends the news of a race to everybody who follows it on this server. It reads the news once and writes it to each
 * follower.
 */
const spread = async (db: Db, hub: Hub, raceid: number): Promise<void> => {
  const listeners = hub.races.get(raceid)
  if (!listeners) return void hub.last.delete(raceid)
  const last = hub.last.get(raceid) ?? Math.min(...[...listeners].map((one) => one.last))
  for (const { id, news } of await listNews(db, raceid, last, missedAtMost)) {
    const bytes = Buffer.from(messageOf(id, news))
    for (const listener of listeners) {
      if (listener.last >= id) continue
      listener.last = id
      write(hub, raceid, listener, bytes)
    }
    hub.last.set(raceid, Math.max(id, hub.last.get(raceid) ?? 0))
  }
}
/** Sends the pieces of news of a race one after another, so that each listener gets everything in order. */
const spreadNext = (db: Db, hub: Hub, raceid: number): Promise<void> => {
  const next = (hub.sending.get(raceid) ?? Promise.resolve()).then(() => spread(db, hub, raceid)).catch(() => undefined)
  hub.sending.set(raceid, next)
  return next.finally(() => hub.sending.get(raceid) === next && hub.sending.delete(raceid))
}

const hubOf = (db: Db): Hub => {
  let hub = hubs.get(db)
  if (hub) return hub
  const beating = (): void => {
    // While the server hears nothing from the database, this interval looks for missed news instead.
    const hears = hub!.listening.hears()
    for (const [raceid, listeners] of hub!.races) {
      for (const listener of listeners) write(hub!, raceid, listener, ':\n\n')
      if (!hears) void spreadNext(db, hub!, raceid)
    }
  }
  hub = {
    lines: openLines(mostListeners),
    races: new Map(),
    last: new Map(),
    sending: new Map(),
    listening: listenTo(db, 'startline_timing', (payload) => void spreadNext(db, hub!, Number(payload))),
    beat: setInterval(beating, heartbeatMs),
  }
  hub.beat.unref()
  hubs.set(db, hub)
  return hub
}

/** Counts the people who follow a race in this process. */
export const listenersOf = (db: Db, raceid: number): number => hubs.get(db)?.races.get(raceid)?.size ?? 0

/** Ends every stream of this server, and waits for running derivations. */
export const closeLive = async ({ db }: Pick<Parts, 'db'>): Promise<void> => {
  const hub = hubs.get(db)
  if (hub) {
    hubs.delete(db)
    clearInterval(hub.beat)
    for (const [raceid, listeners] of hub.races) for (const listener of listeners) drop(hub, raceid, listener)
    await hub.listening.close()
  }
  await derivationsSettled(db)
}

/**
 * Answers `GET /timing/live?raceid=…`. Everybody may follow a published race. The stream has bibs and times, but never
 * names.
 */
export const followTiming: RawRoute['run'] = async ({ db, clock }, request, reply, callers): Promise<unknown> => {
  const query = request.query as { raceid?: unknown; r?: unknown; after?: unknown }
  const raceid = addressedId(query.raceid ?? query.r)
  if (raceid === undefined || !(await readPublishedRace(db, raceid, clock())))
    return reply.code(404).send('no such race')
  const hub = hubOf(db)
  if (!hub.lines.take(await askerOfLine(request, callers), reply)) return reply
  await hub.listening.ready()
  const known = Number(request.headers['last-event-id'] ?? query.after ?? Number.NaN)
  const last = await lastNews(db, raceid)
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
  response.write('retry: 2000\n\n')
  const missed =
    Number.isSafeInteger(known) && known >= 0 && known < last ? await listNews(db, raceid, known, missedAtMost) : []
  const whole = missed.length > 0 && missed[0]!.id === known + 1 && missed.at(-1)!.id === last
  // News is kept for half a day. A listener that names news with a number above `last` may have missed news, so it
  // loads the page again.
  if (missed.length > 0 || (Number.isSafeInteger(known) && known > last))
    response.write(
      whole ? missed.map(({ id, news }) => messageOf(id, news)).join('') : `id: ${last}\nevent: again\ndata: {}\n\n`,
    )
  else response.write(`id: ${last}\nevent: here\ndata: {}\n\n`)
  const listener: Listener = { response, last }
  let all = hub.races.get(raceid)
  if (!all) hub.races.set(raceid, (all = new Set()))
  all.add(listener)
  hub.last.set(raceid, Math.min(hub.last.get(raceid) ?? last, last))
  response.on('close', () => drop(hub, raceid, listener))
  // Sends the news that came between the query and the beginning of the stream.
  void spreadNext(db, hub, raceid)
  return reply
}
