import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDb } from '#db/db.ts'
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
/** The place of a fix. No two fixes of a device have one place, so a stored fix shows which one it is. */
const placeOf = (n: number) => ({ lat: START_LAT + n * 0.0001, lon: LON })

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
  const first = Math.floor(Date.now() / 1000) * 1000 - fixes * 10_000
  try {
    await openRace({ db, clock }, { id: RACE })
    await openEvent({ db, clock }, { raceid: RACE, id: 1 })
    const opened: Device[] = []
    for (let n = 0; n < devices; n++) {
      const opening = { kind: 'runner', source: 'device', visibility: 'race', eventid: 1, bib: String(1 + n) } as const
      const { track, token } = await db.transaction().execute((tx) => openTrack(tx, RACE, opening, new Date()))
      opened.push({ id: track.id, token, sent: 0 })
    }
    const began = performance.now()
    /** Sends a fix until the server acknowledges it. */
    const send = async ({ token }: Device, n: number): Promise<void> => {
      const { lat, lon } = placeOf(n)
      const said = new URLSearchParams({
        id: token,
        lat: String(lat),
        lon: String(lon),
        timestamp: String((first + n * 10_000) / 1000),
      })
      for (const end = Date.now() + 120_000; Date.now() < end; await wait(100)) {
        const answer = await fetch(`${origin}/live/fixes?${said}`, { signal: AbortSignal.timeout(20_000) }).catch(
          () => undefined,
        )
        if (answer?.status === 200) return
        found.sentAgain++
      }
      found.wrong.push(`A fix was never acknowledged`)
    }
    const lane = async (nth: number) => {
      const own = opened.filter((_, n) => n % sideBySide === nth)
      for (let n = 0; n < fixes; n++)
        for (const device of own) {
          await send(device, n)
          device.sent = n + 1
          found.acknowledged++
          if ((n + device.id) % 7 === 0) await send(device, n)
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
    for (const { id, sent } of opened) {
      const { rows } = await sql<{
        at: Date
        lat: number
      }>`select at, lat from fixes where raceid = ${RACE} and trackid = ${id} order by at`.execute(db)
      const places = new Map(rows.map(({ at, lat }) => [at.getTime(), lat]))
      if (rows.length !== sent) found.wrong.push(`Track ${id} has ${rows.length} fixes of ${sent}`)
      for (let n = 0; n < sent; n++)
        if (places.get(first + n * 10_000) !== Math.round(placeOf(n).lat * 1e6))
          found.wrong.push(`Fix ${n} of track ${id} was acknowledged and is not there as it was sent`)
    }
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
