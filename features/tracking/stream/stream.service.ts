/** The stream of a race's positions and passings, sent once a second. */
import type { ServerResponse } from 'node:http'
import type { Db } from '#db/db.ts'
import { readPublishedRace } from '#features/races/service.ts'
import type { Parts, RawRoute } from '#seam/server/handle.ts'
import { deliveryFor, isTooMuch } from '#seam/server/delivery.ts'
import { type OpenLines, askerOfLine, openLines } from '#seam/server/openLines.ts'
import { addressedId } from '#contract/key.ts'
import { type SentPassing, passingsText, textOfFrame } from '../positions/frame.rules.ts'
import { nextStep, pictureOf } from '../positions/picture.service.ts'

const everyMs = 1000
const heartbeatMs = 15_000
const mostListeners = 20_000
/** The largest number of passings in one second of the stream. Further passings wait for the next second. */
const mostPassings = 70

/** `behind` is the moment since which the listener has read too slowly; null for a listener that reads fast enough. */
type Listener = { response: ServerResponse; list: boolean; behind: number | null }
type Followed = { listeners: Set<Listener>; waiting: SentPassing[]; busy: boolean; sentAt: number }
type Hub = { lines: OpenLines; races: Map<number, Followed>; timer: NodeJS.Timeout }
const hubs = new WeakMap<Db, Hub>()

/** The message that makes a page load everything again. */
const HERE = 'event: here\ndata: {}\n\n'
/**
 * Sends bytes to a listener that reads fast enough. When a slow listener has read its waiting bytes, its page loads
 * everything again. The stream of a listener that stays slow ends.
 */
const deliver = (listener: Listener, bytes: Buffer, now: number): void => {
  const { response } = listener
  const delivery = deliveryFor(listener.behind, response.writableLength, now)
  if (delivery === 'end') response.destroy()
  else if (delivery === 'nothing') listener.behind ??= now
  else if (delivery === 'anew') {
    listener.behind = null
    response.write(HERE)
  } else if (bytes.length > 0) response.write(bytes)
}

/**
 * Sends the positions and passings of one second of a race. If a step takes longer than a second, the next step is left
 * out.
 */
const step = async ({ db, clock }: Pick<Parts, 'db' | 'clock'>, hub: Hub, raceid: number): Promise<void> => {
  const race = hub.races.get(raceid)
  if (!race || race.busy) return
  race.busy = true
  try {
    const next = await nextStep(db, raceid, clock())
    const frame = next?.frame
    race.waiting.push(...(next?.passings ?? []))
    // If more passings wait than the stream can send in half a minute, the pages load everything again, which is
    // faster.
    const anew = isTooMuch(race.waiting)
    if (anew) race.waiting.length = 0
    const sent = race.waiting.splice(0, mostPassings)
    const list = anew ? HERE : sent.length > 0 ? `event: passings\ndata: ${passingsText(sent)}\n\n` : ''
    const here = next?.anew === true && !anew ? HERE : ''
    const map = here + (frame && frame.spots.length > 0 ? `event: frame\ndata: ${textOfFrame(frame)}\n\n` : '')
    const quiet = clock().getTime() - race.sentAt >= heartbeatMs
    if (list !== '' || map !== '' || quiet) race.sentAt = clock().getTime()
    const toList = Buffer.from(list === '' && quiet ? ':\n\n' : list)
    const toMap = Buffer.from(list + map === '' && quiet ? ':\n\n' : list + map)
    for (const listener of race.listeners) deliver(listener, listener.list ? toList : toMap, clock().getTime())
  } finally {
    race.busy = false
  }
}

const hubOf = (parts: Pick<Parts, 'db' | 'clock'>): Hub => {
  let hub = hubs.get(parts.db)
  if (hub) return hub
  const all = new Map<number, Followed>()
  const tick = (): void => {
    // A step that fails, for example because the database is down, sends nothing. The next step also sends the changes
    // that the failed step did not send.
    for (const raceid of all.keys()) step(parts, hub!, raceid).catch(() => undefined)
  }
  hub = { lines: openLines(mostListeners), races: all, timer: setInterval(tick, everyMs) }
  hub.timer.unref()
  hubs.set(parts.db, hub)
  return hub
}

/** Counts the listeners of the positions of a race in this process. */
export const followersOf = (db: Db, raceid: number): number => hubs.get(db)?.races.get(raceid)?.listeners.size ?? 0

export const closeStream = async ({ db }: Pick<Parts, 'db'>): Promise<void> => {
  const hub = hubs.get(db)
  if (!hub) return
  hubs.delete(db)
  clearInterval(hub.timer)
  for (const { listeners } of hub.races.values()) for (const { response } of listeners) response.end()
}

/** Answers `GET /live/stream?raceid=…`. Everybody may follow a published race. */
export const followStream: RawRoute['run'] = async (parts, request, reply, callers): Promise<unknown> => {
  const { db, clock } = parts
  const query = request.query as { raceid?: unknown; r?: unknown; of?: unknown }
  const raceid = addressedId(query.raceid ?? query.r)
  if (raceid === undefined || !(await readPublishedRace(db, raceid, clock())))
    return reply.code(404).send('no such race')
  const hub = hubOf(parts)
  if (!hub.lines.take(await askerOfLine(request, callers), reply)) return reply
  const picture = await pictureOf(db, raceid, clock())
  // The caller may have gone while the server prepared the stream. The connection has then sent its `close` already,
  // and no later `close` would remove the listener.
  if (reply.raw.destroyed) return reply
  if (picture) picture.followed = true
  reply.hijack()
  const response = reply.raw
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  })
  response.write(`retry: 2000\n\n${HERE}`)
  const listener: Listener = { response, list: query.of === 'list', behind: null }
  let followed = hub.races.get(raceid)
  if (!followed)
    hub.races.set(raceid, (followed = { listeners: new Set(), waiting: [], busy: false, sentAt: clock().getTime() }))
  followed.listeners.add(listener)
  response.on('close', () => {
    followed.listeners.delete(listener)
    if (followed.listeners.size > 0 || hub.races.get(raceid) !== followed) return
    hub.races.delete(raceid)
    if (picture) picture.followed = false
  })
  return reply
}
