import { setTimeout as wait } from 'node:timers/promises'
import type { Tx } from '#db/db.ts'
import { newKey } from '#db/random.ts'
import { tokenHash } from '#db/sessions.ts'
import { saveEvent } from '#features/events/service.ts'
import { saveRace } from '#features/races/service.ts'
import { CoursePoint, rulesOf } from '#features/timing/course/course.contract.ts'
import { deriveRace } from '#features/timing/derive/derive.service.ts'
import { insertDevice, listDevices } from '#features/timing/reads/devices.store.ts'
import { insertRunners } from '#features/timing/course/runners.store.ts'
import { saveCourse, upsertStation } from '#features/timing/course/course.store.ts'
import { takeReads } from '#features/timing/reads/reads.service.ts'
import { configHere } from '#server/config/config.ts'
import { onDatabase } from './database.ts'
import { chanceFrom } from './demo/chance.ts'
import { personFrom } from './demo/people.ts'

/**
 * `npm run live` makes a race of 3 km run now, beside a running server. The gun was fired nine minutes ago, and for the
 * next ten minutes the runners come in. The command sends each read at its moment. Every runner is invented.
 * `/report?raceid=9003` follows the race.
 */
const RACE = 9003
const RUNNERS = 120
const say = (line: string) => void process.stdout.write(`${line}\n`)
const mats = [0, 1000, 2000, 3000]
const labels = ['起点', '1', '2', '终点']

const first = 1001
type Start = { gun: number; now: Date; chance: ReturnType<typeof chanceFrom> }

const writeRace = async (tx: Tx, { gun, now }: Start): Promise<void> => {
  await saveRace(
    tx,
    {
      id: RACE,
      name: '湖畔三公里（演示）',
      names: { en: 'Lakeside 3K (demo)', 'zh-tw': '湖畔三公里（演示）' },
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
      cutoff: at === 3 ? 1800 : null,
    }),
  )
  await saveCourse(tx, {
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
 * Writes the runners and removes results of an earlier run. The reads of an earlier run may stay, because they lie
 * before this gun.
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

/** All reads at every mat, in the order in which they happen. */
const readsToCome = (readers: readonly number[], { gun, chance }: Start) =>
  Array.from({ length: RUNNERS }, (_, n) => {
    const [start, pace] = [chance.between(0, 40), chance.between(190, 380)]
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

await onDatabase(configHere(), async (db) => {
  const now = new Date()
  const gun = now.getTime() - 9 * 60_000
  const begun: Start = { gun, now, chance: chanceFrom(gun % 100_000) }
  await db.transaction().execute(async (tx) => {
    await writeRace(tx, begun)
    await writeCourse(tx, begun)
    await writeRunners(tx, begun)
  })
  const readers = (await listDevices(db, RACE)).map(({ id }) => id)
  const reads = readsToCome(readers, begun)
  say(`Race ${RACE} is on: ${RUNNERS} runners, bibs ${first} to ${first + RUNNERS - 1}. Ctrl-C stops it.`)
  for (let sent = 0; sent < reads.length; await wait(500)) {
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
