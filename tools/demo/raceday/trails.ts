import type { Tx } from '#db/db.ts'
import { courseShapes } from '#features/courses/service.ts'
import { TRAIL_CONSENT_VERSION } from '#features/trails/words.ts'
import { insertCheck, savePoints, saveSignup, saveTrail } from '#features/trails/store.ts'
import type { Parts } from '#seam/server/handle.ts'

const RACE = 2026
const EVENT = 4
const DAY = 86_400_000
const names = [
  ['滨江公园', '濱江公園', 'Riverside park'],
  ['望澜亭', '望瀾亭', 'River pavilion'],
  ['老码头', '老碼頭', 'Old quay'],
  ['灯塔', '燈塔', 'Lighthouse'],
  ['江滨体育场', '江濱體育場', 'Stadium'],
] as const
/**
 * The names that people chose, and the minutes of their round. `walk` turns less than 32 minutes into 32. The last
 * person did not finish.
 */
const walkers = [
  ['江边的风', 29],
  ['Lena', 33],
  ['小步快跑', 38],
  ['老周', 44],
  ['晨跑的猫', 0],
] as const

type Way = readonly (readonly [number, number, number])[]
const pointsAlong = (way: Way) =>
  names.map(([name, tw, en], n) => {
    const [lat, lon] = way[Math.round(((n + 0.5) / names.length) * (way.length - 1))]!
    return {
      name,
      names: { 'zh-tw': tw, en },
      lat,
      lon,
      radius: 60,
      accuracy: 60,
      ways: n === 2 ? ['code' as const, 'position' as const, 'file' as const] : ['position' as const, 'file' as const],
      rotating: n === 2,
      points: 10,
      opens_at: null,
      closes_at: null,
    }
  })

/** Signs a person up, with the checks of one walk some days ago. */
const walk = async (tx: Tx, trailid: number, uid: number, n: number, now: Date): Promise<void> => {
  const [name, minutes] = walkers[n]!
  const began = now.getTime() - (n + 2) * DAY
  const signup = await saveSignup(
    tx,
    { raceid: RACE, trailid, uid, name, consent_version: TRAIL_CONSENT_VERSION },
    new Date(began),
  )
  for (let at = 0; at < (minutes > 0 ? names.length : 2); at++) {
    const moment = new Date(began + at * Math.max(minutes, 32) * (60_000 / (names.length - 1)))
    await insertCheck(tx, RACE, {
      trailid,
      signupid: signup.id,
      point: at + 1,
      way: 'position',
      round: 1,
      points: 10,
      at: moment,
      received_at: moment,
      late: false,
      reason: null,
      lat: null,
      lon: null,
      accuracy: null,
      fileid: null,
    })
  }
}

/** Writes a trail along the fun run of race 2026, with people who walked it in the last days. */
export const seedTrail = async ({ db }: Pick<Parts, 'db'>, now: Date): Promise<void> => {
  const shape = (await courseShapes(db, RACE)).find(({ eventid }) => eventid === EVENT)
  if (!shape) return
  const people = await db
    .selectFrom('registrations')
    .select('uid')
    .distinct()
    .where('raceid', '=', RACE)
    .where('uid', 'is not', null)
    .orderBy('uid')
    .limit(walkers.length)
    .execute()
  await db.transaction().execute(async (tx) => {
    const trail = await saveTrail(
      tx,
      {
        raceid: RACE,
        name: '澜江步道',
        names: { 'zh-tw': '瀾江步道', en: 'River trail' },
        description: '沿江 5 公里，五个打卡点，四季开放。按自己的时间走，每一轮都算数。',
        eventid: EVENT,
        ordered: false,
        ranking: 'time',
        rounds: 100,
        opens_at: null,
        closes_at: null,
        published_at: now,
      },
      now,
    )
    await savePoints(tx, RACE, trail.id, pointsAlong(shape.course.points))
    for (const [n, { uid }] of people.entries()) await walk(tx, trail.id, Number(uid), n, now)
  })
}
