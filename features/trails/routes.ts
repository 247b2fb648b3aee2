import { nameIn } from '#contract/words.ts'
import { wrong } from '#contract/wrong.ts'
import type { Db, Tx } from '#db/db.ts'
import { type Limit, countTries } from '#db/limits/limits.ts'
import { rateOf } from '#db/limits/rates.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { readPublishedRace } from '#features/races/service.ts'
import { courseShapes } from '#features/courses/service.ts'
import { readTrackFile } from '#features/tracking/share/file.rules.ts'
import { thinnedTo } from '#features/tracking/share/route.rules.ts'
import { type Context, handle } from '#seam/server/handle.ts'
import type { SentCheck } from './check.rules.ts'
import { readPointCode } from './codes.rules.ts'
import { routes as consoleRoutes } from './console.routes.ts'
import {
  appTrailCheck,
  appTrailChecklogs,
  appTrailQuery,
  appTrailRank,
  appTrailSign,
  appTrailSigned,
} from './contract.ts'
import {
  checkFile,
  checkIn,
  isTrailShown,
  judgeCode,
  judgeFile,
  lineOfTrail,
  presentCheck,
  presentSignup,
  rankedWalkers,
} from './service.ts'
import {
  type TrailPointRow,
  type TrailSignupRow,
  type TrailRow,
  countPeople,
  findSignup,
  findTrail,
  listCounted,
  listLogs,
  listPoints,
  listSignups,
  listTrails,
  saveSignup,
  withdrawSignup,
} from './store.ts'
import { TRAIL_CONSENT_VERSION, trailConsent } from './words.ts'

/** The limit is high, because a phone that had no network sends all its waiting checks at once. */
const checksOfAccount = rateOf(300, 60)
/**
 * The limit for track files. The server needs about a second to read a large file and to compare it with other files.
 */
const filesOfAccount: Limit = { kind: 'trail files', max: 20, seconds: 3600 }

const shownTrail = async (db: Db, raceid: number, id: number, now: Date): Promise<TrailRow | undefined> => {
  const trail = await findTrail(db, raceid, id)
  return trail && isTrailShown(trail, now) ? trail : undefined
}

type Checking = Pick<
  Context<typeof appTrailCheck>,
  'input' | 'files' | 'db' | 'seal' | 'now' | 'who' | 'lang' | 'refuse'
>
type Found = { trail: TrailRow; points: TrailPointRow[]; signup: TrailSignupRow; now: Date }
/** Checks in by code or by position. */
const checkOne = async ({ input, seal, now, refuse }: Checking, found: Found) => {
  const { raceid, lat, lon, accuracy } = input
  const at = input.at === undefined ? now : new Date(input.at)
  const code = input.way === 'code' ? readPointCode(input.code ?? '') : undefined
  const number = input.way === 'code' ? (code?.point ?? input.point) : input.point
  const point = found.points.find((one) => one.point === number) ?? refuse('trail_point_unknown')
  await seal.prepare(raceScope(raceid))
  const asked: SentCheck = {
    point: point.point,
    way: input.way === 'code' ? 'code' : 'position',
    at,
    code: input.way !== 'code' ? null : code ? judgeCode({ seal }, raceid, point, code, at) : 'wrong',
    position: lat === undefined || lon === undefined ? null : { lat, lon, accuracy: accuracy ?? 1000 },
  }
  return async (tx: Tx) => {
    const row = await checkIn(tx, found, asked)
    return row ? [row] : refuse('trail_not_signed')
  }
}
/** Checks in at the points that a track file visits, if the file is accepted. */
const checkMany = async ({ files, db, now, who, refuse }: Checking, found: Found) => {
  const file = files[0] ?? refuse('trail_file_needed')
  const wait = await countTries(db, [[filesOfAccount, String(who.uid)]], now)
  if (wait > 0) refuse('too_often', { retry_after: wait })
  const read = await readTrackFile(file.bytes)
  if ('fault' in read) return refuse(read.fault)
  const judged = judgeFile(found, await lineOfTrail(db, found.trail), read.points)
  return async (tx: Tx) => (await checkFile(tx, found, judged)) ?? refuse('trail_not_signed')
}

export const routes = [
  handle(appTrailQuery, async ({ input, db, now, lang, say, refuse }) => {
    const { raceid, id } = input
    if (!(await readPublishedRace(db, raceid, now))) refuse('race_not_found')
    const trails = (await listTrails(db, raceid)).filter(
      (one) => isTrailShown(one, now) && (id === undefined || one.id === id),
    )
    if (id !== undefined && trails.length === 0) refuse('trail_not_found')
    const points = Map.groupBy(await listPoints(db, raceid), ({ trailid }) => trailid)
    const people = new Map((await countPeople(db, raceid)).map((one) => [one.trailid, one.people]))
    const eventid = id === undefined ? null : trails[0]!.eventid
    const shape = eventid === null ? undefined : (await courseShapes(db, raceid)).find((one) => one.eventid === eventid)
    return {
      items: trails.map((trail) => ({
        ...trail,
        name: nameIn(lang, trail.name, trail.names),
        people: people.get(trail.id) ?? 0,
        points: (points.get(trail.id) ?? []).map((one) => ({
          ...one,
          name: nameIn(lang, one.name, one.names),
        })),
      })),
      line: thinnedTo(shape?.course.points ?? [], 1000).map(([lat, lon]): [number, number] => [lat, lon]),
      consent: { version: TRAIL_CONSENT_VERSION, title: say(trailConsent.title), body: say(trailConsent.body) },
    }
  }),
  handle(appTrailSign, async ({ input, db, now, who, lang, refuse, refuseField, save }) => {
    const { raceid, id, change, name } = input
    if (!(await readPublishedRace(db, raceid, now))) refuse('race_not_found')
    const uid = who.uid!
    const numbered = (await listPoints(db, raceid, id)).length
    if (change === 'withdraw') {
      // A person can withdraw even if the trail is no longer visible.
      const trail = await findTrail(db, raceid, id)
      const signup = (await findSignup(db, raceid, id, uid)) ?? refuse('trail_not_signed')
      return save(async (tx) => ({
        signup: presentSignup(await withdrawSignup(tx, signup, now), trail, numbered, [], lang),
      }))
    }
    const trail = (await shownTrail(db, raceid, id, now)) ?? refuse('trail_not_found')
    if (trail.closes_at !== null && trail.closes_at <= now) refuse('trail_over')
    if (input.consent !== TRAIL_CONSENT_VERSION) refuse('trail_consent_outdated')
    const shown = name ?? refuseField('name', wrong.required)
    return save(async (tx) => {
      const signup = await saveSignup(
        tx,
        { raceid, trailid: id, uid, name: shown, consent_version: TRAIL_CONSENT_VERSION },
        now,
      )
      return { signup: presentSignup(signup, trail, numbered, await listCounted(tx, raceid, signup.id), lang) }
    })
  }),
  handle(appTrailSigned, async ({ input, db, who, lang }) => {
    const items = []
    for (const signup of await listSignups(db, who.uid!, input.raceid)) {
      const { raceid, trailid, id } = signup
      const numbered = (await listPoints(db, raceid, trailid)).length
      const counted = await listCounted(db, raceid, id)
      items.push(presentSignup(signup, await findTrail(db, raceid, trailid), numbered, counted, lang))
    }
    return { items }
  }),
  handle(appTrailCheck, async (asking) => {
    const { input, db, now, who, lang, refuse, save } = asking
    const { raceid, id, way } = input
    if (!(await readPublishedRace(db, raceid, now))) refuse('race_not_found')
    const trail = (await shownTrail(db, raceid, id, now)) ?? refuse('trail_not_found')
    const signup = await findSignup(db, raceid, id, who.uid!)
    if (!signup || signup.withdrawn_at !== null) return refuse('trail_not_signed')
    const wait = checksOfAccount.count(String(who.uid), now)
    if (wait > 0) refuse('too_often', { retry_after: wait })
    const points = await listPoints(db, raceid, id)
    const found = { trail, points, signup, now }
    const write = way === 'file' ? await checkMany(asking, found) : await checkOne(asking, found)
    return save(async (tx) => {
      const rows = await write(tx)
      const counted = await listCounted(tx, raceid, signup.id)
      return {
        checks: rows.map((row) => presentCheck(row, lang)),
        signup: presentSignup(signup, trail, points.length, counted, lang),
      }
    })
  }),
  handle(appTrailRank, async ({ input, db, now, refuse }) => {
    const { raceid, id, limit } = input
    if (!(await readPublishedRace(db, raceid, now))) refuse('race_not_found')
    const trail = (await shownTrail(db, raceid, id, now)) ?? refuse('trail_not_found')
    const by = input.by ?? trail.ranking
    const ranked = await rankedWalkers(db, raceid, id, by)
    return { by, total: ranked.length, items: ranked.slice(0, limit) }
  }),
  handle(appTrailChecklogs, async ({ input, db, who, lang, refuse }) => {
    const signup = (await findSignup(db, input.raceid, input.id, who.uid!)) ?? refuse('trail_not_signed')
    return { items: (await listLogs(db, input.raceid, signup.id)).map((row) => presentCheck(row, lang)) }
  }),
  ...consoleRoutes,
]
