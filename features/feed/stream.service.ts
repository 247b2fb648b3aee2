import type { ServerResponse } from 'node:http'
import type { Db } from '#db/db.ts'
import { type Listening, listenTo } from '#db/jobs/listening.ts'
import { deliveryFor } from '#seam/server/delivery.ts'
import type { Parts, RawRoute } from '#seam/server/handle.ts'
import { type OpenLines, askerOfLine, openLines } from '#seam/server/openLines.ts'
import { readPublishedRace } from '#features/races/service.ts'
import { addressedId } from '#contract/key.ts'
import { presentFeedEntry } from './service.ts'
import { findSettings, listChanged } from './store.ts'

const heartbeatMs = 15_000
const mostListeners = 20_000
/** The largest number of entries in one message. A reader who missed more changes loads the list again. */
const mostEntries = 50

type Listener = { response: ServerResponse; behind: number | null }
type Followed = { listeners: Set<Listener>; sentVersion: number; busy: boolean; again: boolean }
type Hub = {
  races: Map<number, Followed>
  lines: OpenLines
  listening: Listening
  beat: NodeJS.Timeout
  /** The number of encoded messages. The server encodes each change once for all readers. */
  encoded: number
}
const hubs = new WeakMap<Db, Hub>()
const HERE = Buffer.from('event: here\ndata: {}\n\n')
const BEAT = Buffer.from(':\n\n')

const deliver = (listener: Listener, bytes: Buffer, now: number): void => {
  const { response } = listener
  const delivery = deliveryFor(listener.behind, response.writableLength, now)
  if (delivery === 'end') response.destroy()
  else if (delivery === 'nothing') listener.behind ??= now
  else if (delivery === 'anew') {
    listener.behind = null
    response.write(HERE)
  } else response.write(bytes)
}
const deliverAll = (race: Followed, bytes: Buffer, now: number): void => {
  for (const listener of race.listeners) deliver(listener, bytes, now)
}

/** Encodes the changes of a race once and sends the same bytes to everybody. */
const tellChanges = async ({ db, clock }: Pick<Parts, 'db' | 'clock'>, hub: Hub, raceid: number): Promise<void> => {
  const race = hub.races.get(raceid)
  if (!race) return
  if (race.busy) return void (race.again = true)
  race.busy = true
  try {
    do {
      race.again = false
      const rows = await listChanged(db, raceid, race.sentVersion, mostEntries + 1)
      const version = Number((await findSettings(db, raceid))?.version ?? race.sentVersion)
      if (rows.length === 0 && version === race.sentVersion) continue
      const entries = rows.map((row) => (row.state === 'shown' ? presentFeedEntry(row) : { id: row.id, gone: true }))
      const bytes =
        rows.length > mostEntries
          ? HERE
          : Buffer.from(`id: ${version}\nevent: feed\ndata: ${JSON.stringify({ version, entries })}\n\n`)
      race.sentVersion = version
      hub.encoded += 1
      deliverAll(race, bytes, clock().getTime())
    } while (race.again)
  } finally {
    race.busy = false
  }
}

const hubOf = (parts: Pick<Parts, 'db' | 'clock'>): Hub => {
  const known = hubs.get(parts.db)
  if (known) return known
  const tell = (raceid: number) => void tellChanges(parts, hub, raceid).catch(() => undefined)
  const hub: Hub = {
    races: new Map(),
    lines: openLines(mostListeners),
    listening: listenTo(parts.db, 'startline_feed', (payload) => tell(Number(payload))),
    encoded: 0,
    beat: setInterval(() => {
      for (const [raceid, race] of hub.races) {
        deliverAll(race, BEAT, parts.clock().getTime())
        // While the database's connection for notifications is broken, notifications are lost. So each beat also asks
        // the database for changes.
        tell(raceid)
      }
      hub.listening.hears()
    }, heartbeatMs),
  }
  hub.beat.unref()
  hubs.set(parts.db, hub)
  return hub
}

/** Returns the number of messages that this process encoded, for tests and the bench. */
export const encodedMessages = (db: Db): number => hubs.get(db)?.encoded ?? 0

export const closeFeeds = async ({ db }: Pick<Parts, 'db'>): Promise<void> => {
  const hub = hubs.get(db)
  if (!hub) return
  hubs.delete(db)
  clearInterval(hub.beat)
  for (const { listeners } of hub.races.values()) for (const { response } of listeners) response.end()
  await hub.listening.close()
}

/** Answers `GET /live/feed/stream?raceid=…`. Everybody may follow the feed of a published race. */
export const followFeed: RawRoute['run'] = async (parts, request, reply, callers): Promise<unknown> => {
  const { db, clock } = parts
  const raceid = addressedId((request.query as { raceid?: unknown }).raceid)
  if (raceid === undefined || !(await readPublishedRace(db, raceid, clock())))
    return reply.code(404).send('no such race')
  const hub = hubOf(parts)
  if (!hub.lines.take(await askerOfLine(request, callers), reply)) return reply
  await hub.listening.ready()
  let race = hub.races.get(raceid)
  if (!race) {
    const sentVersion = Number((await findSettings(db, raceid))?.version ?? 0)
    race = hub.races.get(raceid) ?? { listeners: new Set(), sentVersion, busy: false, again: false }
    hub.races.set(raceid, race)
  }
  const followed = race
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
  // A reader may have missed a change before it connected, so it loads the list once.
  response.write(`retry: 2000\n\n${String(HERE)}`)
  const listener: Listener = { response, behind: null }
  followed.listeners.add(listener)
  response.on('close', () => {
    followed.listeners.delete(listener)
    if (followed.listeners.size === 0 && hub.races.get(raceid) === followed) hub.races.delete(raceid)
  })
  return reply
}
