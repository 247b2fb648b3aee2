import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db, Tx } from '#db/db.ts'
import { newKey } from '#db/random.ts'
import { tokenHash } from '#db/sessions.ts'
import { saveEvent } from '#features/events/service.ts'
import { localFiles } from '#integrations/files/files.ts'
import { saveRace } from '#features/races/service.ts'
import { CoursePoint, rulesOf } from '#features/timing/course/course.contract.ts'
import { deriveRace } from '#features/timing/derive/derive.service.ts'
import { insertDevice, listDevices } from '#features/timing/reads/devices.store.ts'
import { insertRunners } from '#features/timing/course/runners.store.ts'
import { saveTimedCourse, upsertStation } from '#features/timing/course/course.store.ts'
import { takeReads } from '#features/timing/reads/reads.service.ts'
import { deviceOf, takeFixes } from '#features/tracking/intake/intake.service.ts'
import { openTrack, stopTrack } from '#features/tracking/tracks/tracks.service.ts'
import { type TrackDevice, listTracks } from '#features/tracking/tracks/tracks.store.ts'
import { moved, openCourse, wayThrough } from '#test/scenes/walks.ts'
import { configHere } from '#server/config/config.ts'
import { onDatabase } from './database.ts'
import { chanceFrom } from './demo/chance.ts'
import { personFrom } from './demo/people.ts'

/**
 * `npm run live` makes a race of 3 km run now, beside a running server. The gun was fired nine minutes ago, and for the
 * next ten minutes the runners come in. The command sends each read and each fix at its moment. Every runner is
 * invented. `/live?raceid=9003` follows the race.
 */
const RACE = 9003
const RUNNERS = 120
const HELP = `npm run live

Makes a race of 3 km run now, beside a server that runs on the same data folder or database. The gun was fired nine
minutes ago. For the next ten minutes ${RUNNERS} invented runners come in. Ctrl-C stops the command.
Follow the race at /live?raceid=${RACE}.
`
const say = (line: string) => void process.stdout.write(`${line}\n`)
const mats = [0, 1000, 2000, 3000]
const labels = ['起点', '1', '2', '终点']

const first = 1001
type Pace = { start: number; pace: number }
type Start = { gun: number; now: Date; chance: ReturnType<typeof chanceFrom>; paces: readonly Pace[] }

const writeRace = async (tx: Tx, { gun, now }: Start): Promise<void> => {
  await saveRace(
    tx,
    {
      id: RACE,
      name: '湖畔三公里（演示）',
      names: {
        en: 'Lakeside 3K (demo)',
        'zh-tw': '湖畔三公里（演示）',
        city: { en: 'Yunhan', 'zh-tw': '雲漢市' },
        province: { en: 'Sichuan', 'zh-tw': '四川省' },
      },
      kind: 'road',
      city: '云汉市',
      province: '四川省',
      time: new Date(gun),
      skins: { primary: '#0a7ea4', color: '#ffffff' },
      published_at: new Date(gun - 86_400_000),
      created_at: now,
      updated_at: now,
    },
    now,
  )
  await saveEvent(
    tx,
    {
      raceid: RACE,
      id: 1,
      name: '3公里',
      names: { en: '3 km', 'zh-tw': '3公里' },
      type: 'other',
      distance_cm: 300_000,
      price: 0,
      places: 500,
      signup_until: new Date(gun),
      start_at: new Date(gun),
      created_at: now,
      updated_at: now,
    },
    now,
  )
}

/** Writes a reader at each mat, and the course whose points the mats time. */
const writeCourse = async (tx: Tx, { gun, now }: Start): Promise<void> => {
  for (const [at, metres] of mats.entries())
    await upsertStation(tx, { raceid: RACE, id: at + 1, name: labels[at]!, metres })
  if ((await listDevices(tx, RACE)).length === 0)
    for (const [at, label] of labels.entries())
      await insertDevice(tx, {
        raceid: RACE,
        stationid: at + 1,
        name: label,
        key_hash: tokenHash(newKey(RACE)),
        created_at: now,
      })
  const points = mats.map((metres, at) =>
    CoursePoint.parse({
      label: labels[at],
      kind: at === 0 ? 'start' : at === 3 ? 'finish' : 'split',
      metres,
      stationid: at + 1,
      cutoff: at === 3 ? CUTOFF_S : null,
    }),
  )
  await saveTimedCourse(tx, {
    raceid: RACE,
    eventid: 1,
    points,
    waves: [{ name: '1', zones: [], gun: new Date(gun).toISOString() }],
    rules: rulesOf({}),
    live: true,
    closed_at: null,
    updated_at: now,
  })
}

/**
 * Writes the runners, and removes the results of an earlier call of the command. The reads of an earlier call stay.
 * Reads before the gun of the new call do not count.
 */
const writeRunners = async (tx: Tx, { chance, now }: Start): Promise<void> => {
  await tx.deleteFrom('timing_runners').where('raceid', '=', RACE).execute()
  await tx.deleteFrom('results').where('raceid', '=', RACE).execute()
  await tx.deleteFrom('ranking_inputs').where('raceid', '=', RACE).execute()
  const runners = Array.from({ length: RUNNERS }, (_, n) => {
    const { name, gender, age } = personFrom(chance, n, now.getUTCFullYear())
    const own = { bib: String(first + n), eventid: 1, name, gender: gender === 'male' ? 'M' : 'F', age } as const
    return { ...own, age_in_year: null, club: null, zone: null, field: '' }
  })
  await insertRunners(tx, RACE, runners)
}

/** The course, in metres east and north of its start: twice around a lake of 1.5 km. */
const round = [
  [0, 0],
  [500, 0],
  [500, 250],
  [0, 250],
  [0, 0],
] as const
const way = wayThrough([...round, ...round.slice(1)])
/**
 * Every fifth runner carries a device. One of these runners calls for help after 1.4 km, and another runner turns back
 * at 1.8 km.
 */
const everyDevice = 5
const helpless = 2
const turning = 4
const device = (n: number) => ({
  n,
  bib: String(first + n * everyDevice),
  fixMs: 10_000,
  offset: Math.round((n * 10_000) / (RUNNERS / everyDevice)),
})

/**
 * The length of the course in metres, the target of the pacer and the cut-off in seconds. The pacer is 20 s ahead of
 * the target, and the sweeper arrives at the cut-off.
 */
const LENGTH = 3000
const PACED_S = 900
const CUTOFF_S = 1800
const staffOnCourse = [
  { kind: 'pacer', visibility: 'race', name: '配速员 15 分', target_s: PACED_S, seconds: PACED_S - 20 },
  { kind: 'sweeper', visibility: 'control', name: '收容', seconds: CUTOFF_S },
] as const

/**
 * Stops the tracks of an earlier call of the command. Opens a track for the pacer, the sweeper and each runner with a
 * device.
 */
const openDevices = async (db: Db, now: Date) => {
  const old = (await listTracks(db, RACE, -1)).filter(({ stopped_at }) => stopped_at === null)
  const tokens = await db.transaction().execute(async (tx) => {
    for (const { id } of old) await stopTrack(tx, RACE, id, 'staff', now)
    const made: string[] = []
    for (let n = 0; n < RUNNERS / everyDevice; n++) {
      const { bib } = device(n)
      const opening = { kind: 'runner', source: 'device', visibility: 'race', eventid: 1, bib } as const
      made.push((await openTrack(tx, RACE, opening, now)).token)
    }
    for (const { seconds: _, ...one } of staffOnCourse)
      made.push((await openTrack(tx, RACE, { ...one, source: 'device', eventid: 1, bib: null }, now)).token)
    return made
  })
  return Promise.all(tokens.map(async (token) => (await deviceOf(db, token, now))!))
}

/**
 * Returns the metres of a device at a moment. The runner who turns goes back from 1.8 km, and the runner who needs
 * help stays at 1.4 km. The last devices belong to staff.
 */
const metresAt = (n: number, { gun, paces }: Start, at: number): number => {
  const staff = staffOnCourse[n - RUNNERS / everyDevice]
  if (staff) return Math.min(LENGTH, ((at - gun) / 1000 / staff.seconds) * LENGTH)
  const { start, pace } = paces[n * everyDevice]!
  const metres = Math.max(0, ((at - gun) / 1000 - start) / pace) * 1000
  if (n === helpless) return Math.min(1400, metres)
  return n === turning && metres > 1800 ? Math.max(0, 3600 - metres) : Math.min(3000, metres)
}
/** Sends the fixes that are due, for all devices, with random errors of up to 10 m east or west and north or south. */
const sendFixes = async (db: Db, devices: readonly TrackDevice[], begun: Start, from: number, to: number) => {
  const noise = () => (begun.chance.between(0, 1000) + begun.chance.between(0, 1000) - 1000) / 100
  const sent = devices.flatMap((one, n) => {
    const { fixMs, offset } = device(n)
    const at = Math.floor((to - offset) / fixMs) * fixMs + offset
    if (at <= from || at < begun.gun) return []
    const metres = metresAt(n, begun, at)
    const { lat, lon } = moved(way[Math.min(way.length - 1, Math.round(metres / 20))]!, noise(), noise())
    const sos = n === helpless && metres >= 1400
    const fix = { at, lat, lon, accuracy: 8, altitude: null, speed: null, heading: null, battery: 90 - n, sos }
    return [takeFixes(db, { device: one, fixes: [fix], refused: [], now: new Date() })]
  })
  await Promise.all(sent)
}

const readsToCome = (readers: readonly number[], { gun, paces }: Start) =>
  Array.from({ length: RUNNERS }, (_, n) => {
    const { start, pace } = paces[n]!
    return mats.map((metres, at) => ({
      deviceid: readers[at]!,
      seq: Math.floor(gun / 1000) * 1000 + n,
      chip: String(first + n),
      at_ms: Math.round(gun + (start + (metres / 1000) * pace) * 1000),
      kind: null,
    }))
  })
    .flat()
    .toSorted((a, b) => a.at_ms - b.at_ms)

if (process.argv.includes('--help')) {
  process.stdout.write(HELP)
  process.exit(0)
}
await onDatabase(configHere(), async (db) => {
  const now = new Date()
  const gun = now.getTime() - 9 * 60_000
  const chance = chanceFrom(gun % 100_000)
  const paces = Array.from({ length: RUNNERS }, () => ({
    start: chance.between(0, 40),
    pace: chance.between(190, 380),
  }))
  const begun: Start = { gun, now, chance, paces }
  await db.transaction().execute(async (tx) => {
    await writeRace(tx, begun)
    await writeCourse(tx, begun)
    await writeRunners(tx, begun)
  })
  await openCourse({ db, integrations: { files: localFiles(join(configHere().folder, 'files')) } }, RACE, 1, way, now)
  const devices = await openDevices(db, now)
  const readers = (await listDevices(db, RACE)).map(({ id }) => id)
  const reads = readsToCome(readers, begun)
  say(
    `Race ${RACE} is on: ${RUNNERS} runners, bibs ${first} to ${first + RUNNERS - 1}, ${RUNNERS / everyDevice} of them with a device, beside a pacer and a sweeper. Ctrl-C stops it.`,
  )
  let fixed = Date.now()
  for (let sent = 0; sent < reads.length; await wait(500)) {
    const upto = Date.now()
    await sendFixes(db, devices, begun, fixed, upto)
    fixed = upto
    const due = reads.slice(sent).findIndex(({ at_ms }) => at_ms > Date.now())
    const part = reads.slice(sent, due < 0 ? reads.length : sent + due)
    if (part.length === 0) continue
    await takeReads(db, { raceid: RACE, reads: part, now: new Date() })
    await deriveRace(db, RACE, 'new', new Date())
    sent += part.length
    const home = part.filter(({ deviceid }) => deviceid === readers[3]).map(({ chip }) => chip)
    if (home.length > 0) say(`at the finish: ${home.join(', ')}`)
  }
  say('Everybody is in.')
})
