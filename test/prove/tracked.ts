import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, openDb } from '#db/db.ts'
import { openTrack } from '#features/tracking/tracks/tracks.service.ts'
import { openEvent, openRace } from '#test/entrants.ts'
import { type Killed, freePort, killHard, startServer } from './killed.ts'

/**
 * Lets devices send fixes while the server, the database or both are killed (kill -9). A device sends a fix again until
 * it is acknowledged, as tracker apps do, and sometimes sends an acknowledged fix once more.
 */

const RACE = 2026
const START_LAT = 30.2
const LON = 120.1
const EVERY_MS = 10_000

export type Tracking = {
  devices: number
  fixes: number
  kills: readonly Killed[]
  sideBySide: number
  folder: string
  say: (line: string) => void
}
export type TrackedFinding = {
  devices: number
  acknowledged: number
  sentAgain: number
  kills: number
  seconds: number
  wrong: string[]
}

type Device = { id: number; token: string; sent: number }
/**
 * Returns the place of a fix. Each fix of a device has a different place, so the place of a stored fix shows which fix
 * it is.
 */
const placeOf = (n: number) => ({ lat: START_LAT + n * 0.0001, lon: LON })

const openDevices = async (db: Db, count: number): Promise<Device[]> => {
  const devices: Device[] = []
  for (let n = 0; n < count; n++) {
    const opening = { kind: 'runner', source: 'device', visibility: 'race', eventid: 1, bib: String(1 + n) } as const
    const { track, token } = await db.transaction().execute((tx) => openTrack(tx, RACE, opening, new Date()))
    devices.push({ id: track.id, token, sent: 0 })
  }
  return devices
}

/** Sends a fix until the server acknowledges it. Returns the number of tries that failed. */
const send = async (origin: string, { token }: Device, first: number, n: number): Promise<number> => {
  const { lat, lon } = placeOf(n)
  const timestamp = (first + n * EVERY_MS) / 1000
  const said = new URLSearchParams({ id: token, lat: `${lat}`, lon: `${lon}`, timestamp: `${timestamp}` })
  const end = Date.now() + 120_000
  for (let failed = 0; Date.now() < end; failed++) {
    const answer = await fetch(`${origin}/live/fixes?${said}`, { signal: AbortSignal.timeout(20_000) }).catch(
      () => undefined,
    )
    if (answer?.status === 200) return failed
    await wait(100)
  }
  throw new Error('A fix was never acknowledged')
}

const faultsOf = async (db: Db, { id, sent }: Device, first: number): Promise<string[]> => {
  const { rows } = await sql<{
    at: Date
    lat: number
  }>`select at, lat from fixes where raceid = ${RACE} and trackid = ${id} order by at`.execute(db)
  const places = new Map(rows.map(({ at, lat }) => [at.getTime(), lat]))
  const gone = Array.from({ length: sent }, (_, n) => n).filter(
    (n) => places.get(first + n * EVERY_MS) !== Math.round(placeOf(n).lat * 1e6),
  )
  return [
    ...(rows.length === sent ? [] : [`Track ${id} has ${rows.length} fixes of ${sent}`]),
    ...gone.map((n) => `Fix ${n} of track ${id} was acknowledged and is not there as it was sent`),
  ]
}

export const proveTracked = async ({
  devices,
  fixes,
  kills,
  sideBySide,
  folder,
  say,
}: Tracking): Promise<TrackedFinding> => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  let server = startServer(folder, port)
  await server.up
  const db = openDb(
    { host: join(folder, 'postgres'), port: 5432, user: 'startline', database: 'startline' },
    { patienceMs: 60_000 },
  )
  const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
  const found: TrackedFinding = { devices, acknowledged: 0, sentAgain: 0, kills: 0, seconds: 0, wrong: [] }
  // The fixes lie ten seconds apart and end now, so that none of them is from the future.
  const first = Math.floor(Date.now() / 1000) * 1000 - fixes * EVERY_MS
  try {
    await openRace({ db, clock }, { id: RACE })
    await openEvent({ db, clock }, { raceid: RACE, id: 1 })
    const opened = await openDevices(db, devices)
    const began = performance.now()
    const lane = async (nth: number) => {
      const own = opened.filter((_, n) => n % sideBySide === nth)
      for (let n = 0; n < fixes; n++)
        for (const device of own) {
          found.sentAgain += await send(origin, device, first, n)
          device.sent = n + 1
          found.acknowledged++
          if ((n + device.id) % 7 === 0) found.sentAgain += await send(origin, device, first, n)
        }
    }
    const all = devices * fixes
    const killing = (async () => {
      for (const [at, what] of kills.entries()) {
        while (found.acknowledged < ((at + 1) * all) / (kills.length + 1)) await wait(20)
        say(`kill -9 of ${what === 'both' ? 'server and database' : what} after ${found.acknowledged} fixes`)
        found.kills++
        server = await killHard(what, server, folder, port)
        await server.up
      }
    })()
    await Promise.all([killing, ...Array.from({ length: sideBySide }, (_, nth) => lane(nth))])
    found.seconds = Math.round((performance.now() - began) / 1000)
    for (const device of opened) found.wrong.push(...(await faultsOf(db, device, first)))
    return found
  } finally {
    await db.destroy()
    server.child.kill('SIGTERM')
    await new Promise((ended) =>
      server.child.exitCode === null && server.child.signalCode === null
        ? server.child.once('close', ended)
        : ended(undefined),
    )
  }
}
