import type { Tx } from '#db/db.ts'
import { newKey } from '#db/random.ts'
import { tokenHash } from '#db/sessions.ts'
import { CoursePoint, rulesOf } from '#features/timing/course/course.contract.ts'
import { insertDevice } from '#features/timing/reads/devices.store.ts'
import { saveTimedCourse, upsertStation } from '#features/timing/course/course.store.ts'
import type { Parts } from '#seam/server/handle.ts'
import { sundayIn } from './races.ts'

type Mat = { name: string; metres: number }
const road: readonly Mat[] = [
  { name: '起点', metres: 0 },
  ...[5, 10, 15, 20].map((km) => ({ name: `${km}公里`, metres: km * 1000 })),
  { name: '半程', metres: 21_098 },
  ...[25, 30, 35, 40].map((km) => ({ name: `${km}公里`, metres: km * 1000 })),
  { name: '终点', metres: 42_195 },
]
const trail: readonly Mat[] = [
  { name: '云脊古镇', metres: 0 },
  { name: 'CP1 茶场', metres: 9_800 },
  { name: 'CP5 垭口', metres: 55_300 },
  { name: 'CP9 松坪', metres: 96_200 },
]

const point = (
  label: string,
  kind: CoursePoint['kind'],
  metres: number,
  stationid: number,
  cutoff: number | null = null,
) => CoursePoint.parse({ label, kind, metres, stationid, cutoff })
const roadCourse = (metres: number, cutoff: number): CoursePoint[] => [
  point('起点', 'start', 0, 1),
  ...road
    .slice(1, -1)
    .flatMap((mat, at) =>
      mat.metres < metres - 1000 && (mat.name !== '半程' || metres > 30_000)
        ? [point(mat.name.replace('公里', ''), 'split', mat.name === '半程' ? 21_097.5 : mat.metres, at + 2)]
        : [],
    ),
  point('终点', 'finish', metres, road.length, cutoff),
]

/** Writes stations: two readers at the start and at the finish of a road race, and one at each further point. */
const seedReaders = async (tx: Tx, now: Date): Promise<void> => {
  for (const [raceid, mats] of [
    [226, road],
    [229, trail],
  ] as const)
    for (const [at, { name, metres }] of mats.entries()) {
      await upsertStation(tx, { raceid, id: at + 1, name, metres })
      for (const side of mats === road && (at === 0 || at === mats.length - 1) ? ['A', 'B'] : ['A'])
        await insertDevice(tx, {
          raceid,
          stationid: at + 1,
          name: `${name} ${side}`,
          key_hash: tokenHash(newKey(raceid)),
          created_at: now,
        })
    }
}

/** Writes the starts of the road races: the marathon in two waves, the half marathon twenty minutes later. */
const seedRoad = async (tx: Tx, now: Date): Promise<void> => {
  const start = sundayIn(-13, now)
  const gun = (later: number) => new Date(start.getTime() + later * 60_000).toISOString()
  const rules = rulesOf({})
  await saveTimedCourse(tx, {
    raceid: 226,
    eventid: 1,
    points: roadCourse(42_195, 22_200),
    waves: [
      { name: '1', zones: ['A', 'B', 'C'], gun: gun(0) },
      { name: '2', zones: [], gun: gun(5) },
    ],
    rules,
    live: true,
    closed_at: now,
    updated_at: now,
  })
  await saveTimedCourse(tx, {
    raceid: 226,
    eventid: 2,
    points: roadCourse(21_097.5, 10_800),
    waves: [{ name: '1', zones: [], gun: gun(20) }],
    rules,
    live: true,
    closed_at: now,
    updated_at: now,
  })
}

const seedTrail = async (tx: Tx, now: Date): Promise<void> => {
  const ridge = sundayIn(-41, now)
  await saveTimedCourse(tx, {
    raceid: 229,
    eventid: 1,
    live: true,
    closed_at: now,
    updated_at: now,
    rules: rulesOf({ min_lap: 60, fastest: 200, usual: 640 }),
    waves: [{ name: '1', zones: [], gun: ridge.toISOString() }],
    points: [
      point('起点', 'start', 0, 1),
      point('CP1', 'in', 9_800, 2, 10_800),
      point('CP1+', 'out', 9_800, 2),
      point('CP5', 'split', 55_300, 3, 61_200),
      point('CP9', 'split', 96_200, 4, 100_800),
      point('终点', 'finish', 101_500, 1, 108_000),
    ],
  })
}

/**
 * Writes the timing of the finished races: stations, readers, courses and guns. Their results came as files, so they
 * have no reads.
 */
export const seedTiming = (parts: Pick<Parts, 'db'>, now: Date): Promise<void> =>
  parts.db.transaction().execute(async (tx) => {
    await seedReaders(tx, now)
    await seedRoad(tx, now)
    await seedTrail(tx, now)
  })
