import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import { type Db, poolOf } from '#db/db.ts'
import { courseFrom } from '#features/courses/shape.rules.ts'
import { readGpx } from '#features/courses/gpx.rules.ts'
import { deviceOf, storeFixes } from '#features/tracking/intake/intake.service.ts'
import { runnerLimits } from '#features/tracking/matching/facts.rules.ts'
import { lineOf, linePlaceAt } from '#features/tracking/matching/line.rules.ts'
import { match, newTrack } from '#features/tracking/matching/match.rules.ts'
import { RACE } from '#test/entrants.ts'
import { gpxOf, wayThrough } from '#test/scenes/walks.ts'
import { corners } from './scene.ts'

const line = () => lineOf(courseFrom(readGpx(gpxOf(wayThrough(corners))), null)!)
const EVERY = 10
const ERROR = 6

/**
 * Measures matching alone on one core: fixes a second, the share of fixes with a sure place more than 50 m wrong, and
 * the share of fixes without a sure place.
 */
export const matching = (fixes: number): { per_second: number; wrong: number; unsure: number } => {
  const course = line()
  const limits = { ...runnerLimits, gun: 0 }
  const speed = 3
  const each = Math.floor(course.metres / (speed * EVERY))
  const places = Array.from({ length: each }, (_, n) => {
    const [turn, far] = [n * 2.4, ((n * 7919) % 100) / 100]
    const { lat, lon } = linePlaceAt(course, n * EVERY * speed)
    return {
      at: n * EVERY * 1000,
      lat: lat + (ERROR * far * Math.sin(turn)) / 111_195,
      lon: lon + (ERROR * far * Math.cos(turn)) / 96_000,
    }
  })
  let [done, wrong, unsure] = [0, 0, 0]
  const began = performance.now()
  while (done < fixes) {
    const track = newTrack()
    for (const [n, fix] of places.entries()) {
      const { along, sure } = match(course, track, fix, limits)
      if (!sure || along === null) unsure += 1
      else if (Math.abs(along - n * EVERY * speed) > 50) wrong += 1
    }
    done += each
  }
  return { per_second: done / ((performance.now() - began) / 1000), wrong: wrong / done, unsure: unsure / done }
}

const BATCH = 2000
const SENDERS = 8
/**
 * Measures the fixes that the server stores in a second. For comparison it measures COPY of the same rows, `BATCH` rows
 * at a time.
 */
export const storing = async (db: Db, tokens: readonly string[], rounds: number) => {
  const course = line()
  const start = Date.now() - 3_600_000
  const devices = await Promise.all(tokens.map(async (token) => (await deviceOf(db, token, new Date()))!))
  let clock = start
  const send = async (round: number, some = devices) => {
    const at = start + round * EVERY * 1000
    // Some senders are a round ahead of others, but the clock of a server never goes back.
    clock = Math.max(clock, at)
    const now = new Date(clock)
    const { lat, lon } = linePlaceAt(course, round * EVERY * 3)
    const fix = {
      at,
      lat,
      lon,
      accuracy: 6,
      altitude: null,
      speed: 3,
      heading: null,
      battery: 80,
      sos: false,
    }
    await Promise.all(some.map((device) => storeFixes(db, { device, fixes: [fix], refused: [], now })))
  }
  // In the first round the server loads the race into its memory.
  await send(0)
  const began = performance.now()
  // Eight senders wait for their own answers only, as devices do, so that the server always has fixes to store.
  await Promise.all(
    Array.from({ length: SENDERS }, async (_, part) => {
      const own = devices.filter((__, n) => n % SENDERS === part)
      for (let round = 1; round <= rounds; round++) await send(round, own)
    }),
  )
  const taken = (tokens.length * rounds) / ((performance.now() - began) / 1000)
  const columns =
    'raceid, trackid, at, version, delay_ms, lat, lon, along, accuracy, altitude, speed, heading, off, sure'
  const { rows } = await poolOf(db).query<{ line: string }>(
    `select concat_ws(e'\\t', raceid, trackid + 1000000, at, version, delay_ms, lat, lon, coalesce(along::text, '\\N'),
      coalesce(accuracy::text, '\\N'), '\\N', coalesce(speed::text, '\\N'), '\\N', coalesce(off::text, '\\N'), sure) || e'\\n' as line
      from fixes where raceid = $1 and at > to_timestamp($2 / 1000.0) and at <= to_timestamp($3 / 1000.0) order by at, trackid`,
    [RACE, start, start + rounds * EVERY * 1000],
  )
  const client = await poolOf(db).connect()
  const copyBegan = performance.now()
  for (let at = 0; at < rows.length; at += BATCH)
    await pipeline(
      Readable.from(
        rows
          .slice(at, at + BATCH)
          .map((row) => row.line)
          .join(''),
      ),
      client.query(from(`copy fixes (${columns}) from stdin`)),
    )
  const copied = rows.length / ((performance.now() - copyBegan) / 1000)
  client.release()
  return { taken, copied, stored: rows.length, sent: tokens.length * rounds }
}
