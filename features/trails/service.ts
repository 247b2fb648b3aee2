import { raceScope } from '#db/sealing/seal.ts'
import type { Db, Tx } from '#db/db.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import { courseShapes } from '#features/courses/service.ts'
import { type CourseLine, lineOf } from '#features/tracking/matching/line.rules.ts'
import { type RoutePoint, routeLength } from '#features/tracking/share/route.rules.ts'
import type { Parts } from '#seam/server/handle.ts'
import { type SentCheck, decideCheck, isLate, reasonOfHours, roundOf } from './check.rules.ts'
import { type ReadCode, pointCodeFrom, isCurrent, pointSignedText } from './codes.rules.ts'
import type { Reason } from './contract.ts'
import { type TrailRanking, rankBy, trailStandingOf } from './rank.rules.ts'
import {
  type TrailCheckRow,
  type CountedRow,
  type NewCheck,
  type TrailPointRow,
  type TrailSignupRow,
  type TrailRow,
  findUse,
  insertCheck,
  insertFile,
  listCounted,
  listPoints,
  listRanked,
  listSketches,
  listTrails,
  lockPoint,
  lockSignup,
  lockTrail,
} from './store.ts'
import {
  type Visit,
  gridOf,
  isSameTrack,
  reasonOfCourse,
  reasonOfFile,
  trackSketch,
  visitsOf,
  withoutSpikes,
} from './track.rules.ts'
import { checkReasonWords } from './words.ts'

/** Makes the part of a code that only this server can make. The caller has prepared the race's key. */
const macOf = ({ seal }: Pick<Parts, 'seal'>, raceid: number, point: TrailPointRow, step: number | null): string =>
  seal
    .blind(raceScope(raceid), 'trail code', pointSignedText(point.trailid, point.point, point.serial, step))
    .subarray(0, 12)
    .toString('base64url')
export const codeOfPoint = (
  parts: Pick<Parts, 'seal'>,
  raceid: number,
  point: TrailPointRow,
  step: number | null,
): string => pointCodeFrom(point.point, step, macOf(parts, raceid, point, step))

export const judgeCode = (
  parts: Pick<Parts, 'seal'>,
  raceid: number,
  point: TrailPointRow,
  code: ReadCode,
  at: Date,
): 'right' | 'wrong' | 'old' => {
  if (macOf(parts, raceid, point, code.step) !== code.mac) return 'wrong'
  return isCurrent(code, point.rotating, at) ? 'right' : 'old'
}

/** Reads the line of the course that a trail follows. */
export const lineOfTrail = async (db: Db, { raceid, eventid }: TrailRow): Promise<CourseLine | undefined> => {
  const shape = eventid === null ? undefined : (await courseShapes(db, raceid)).find((one) => one.eventid === eventid)
  return shape && shape.course.points.length > 1 ? lineOf(shape.course) : undefined
}

type Checking = { trail: TrailRow; points: readonly TrailPointRow[]; signup: TrailSignupRow; now: Date }
const blank = ({ trail, signup, now }: Checking, at: Date): Omit<NewCheck, 'way' | 'reason'> => ({
  trailid: trail.id,
  signupid: signup.id,
  point: null,
  round: null,
  points: 0,
  at,
  received_at: now,
  late: isLate(at, now),
  lat: null,
  lon: null,
  accuracy: null,
  fileid: null,
})

/**
 * Tells whether the consent is still valid. The lock prevents a check and a withdrawal of one person at the same
 * moment, so the server stores no check after a withdrawal.
 */
const isAgreed = async (tx: Tx, { raceid, id }: TrailSignupRow): Promise<boolean> =>
  (await lockSignup(tx, raceid, id))?.withdrawn_at === null

/**
 * Decides on one check and logs it. Undefined if the person has withdrawn the consent. Locks put simultaneous checks of
 * one person, and simultaneous uses of one code, into an order.
 */
export const checkIn = async (tx: Tx, checking: Checking, asked: SentCheck): Promise<TrailCheckRow | undefined> => {
  const { trail, points, signup, now } = checking
  const { raceid } = trail
  if (asked.way === 'code' && asked.position) await lockPoint(tx, raceid, trail.id, asked.point)
  if (!(await isAgreed(tx, signup))) return undefined
  const used =
    asked.way === 'code' && asked.position
      ? await findUse(tx, { raceid, trailid: trail.id, point: asked.point, at: asked.at })
      : undefined
  const counted = await listCounted(tx, raceid, signup.id)
  const decided = decideCheck({ trail, points, counted, asked, used, now })
  const { position } = asked
  return insertCheck(tx, raceid, {
    ...blank(checking, asked.at),
    point: asked.point,
    way: asked.way,
    lat: position?.lat ?? null,
    lon: position?.lon ?? null,
    accuracy: position ? Math.round(position.accuracy) : null,
    ...(typeof decided === 'number'
      ? { round: decided, points: points.find(({ point }) => point === asked.point)!.points, reason: null }
      : { reason: decided }),
  })
}

type Judged = { reason: Reason } | { track: RoutePoint[]; visits: Visit[] }
/** Judges a file by its content and by the course, before the transaction takes locks. */
export const judgeFile = (
  { trail, points, now }: Omit<Checking, 'signup'>,
  line: CourseLine | undefined,
  read: readonly RoutePoint[],
): Judged => {
  const track = withoutSpikes(read)
  const reason = reasonOfFile(track, now) ?? (line && reasonOfCourse(line, track))
  if (reason) return { reason }
  const visits = visitsOf(trail, points, track).flat()
  return visits.length === 0 ? { reason: 'track_points' } : { track, visits }
}

/**
 * Stores the visits of a judged file as checks, and logs the outcome of each. Undefined if the person has withdrawn the
 * consent.
 */
export const checkFile = async (tx: Tx, checking: Checking, judged: Judged): Promise<TrailCheckRow[] | undefined> => {
  const { trail, points, signup, now } = checking
  const refuseAll = async (reason: Reason) => [
    await insertCheck(tx, trail.raceid, { ...blank(checking, now), late: false, way: 'file', reason }),
  ]
  await lockTrail(tx, trail.raceid, trail.id)
  if (!(await isAgreed(tx, signup))) return undefined
  if ('reason' in judged) return refuseAll(judged.reason)
  const { track, visits } = judged
  const sketch = trackSketch(gridOf(track[0]!), track)
  const metres = routeLength(track)
  const others = await listSketches(tx, trail.raceid, trail.id, metres)
  if (others.some((other) => isSameTrack(sketch, other.sketch))) return refuseAll('track_known')
  const [started_at, stopped_at] = [new Date(track[0]![0]), new Date(track.at(-1)![0])]
  const fileid = await insertFile(
    tx,
    trail.raceid,
    { trailid: trail.id, signupid: signup.id, metres, started_at, stopped_at, sketch },
    now,
  )
  const counted: CountedRow[] = await listCounted(tx, trail.raceid, signup.id)
  const rows: TrailCheckRow[] = []
  for (const { point, at } of visits) {
    const own = points.find((one) => one.point === point)!
    const round = reasonOfHours(trail, own, at) ?? roundOf(trail, points, counted, { point, at })
    const row = await insertCheck(tx, trail.raceid, {
      ...blank(checking, at),
      late: false,
      point,
      way: 'file',
      fileid,
      ...(typeof round === 'number' ? { round, points: own.points, reason: null } : { reason: round }),
    })
    rows.push(row)
    if (row.round !== null) counted.push({ ...row, point, round: row.round })
  }
  return rows
}

export const presentCheck = <Row extends TrailCheckRow>(row: Row, lang: Lang) => ({
  ...row,
  id: Number(row.id),
  says: row.reason === null ? null : checkReasonWords[row.reason][lang],
})

export const presentSignup = (
  signup: TrailSignupRow,
  trail: TrailRow | undefined,
  numberOfPoints: number,
  counted: readonly CountedRow[],
  lang: Lang,
) => {
  const last = Math.max(1, ...counted.map(({ round }) => round))
  const done = counted.filter(({ round }) => round === last).map(({ point }) => point)
  return {
    ...signup,
    trail: trail ? nameIn(lang, trail.name, trail.names) : '',
    ...trailStandingOf(numberOfPoints, counted),
    done,
    round: last,
  }
}

export const rankedWalkers = async (db: Db, raceid: number, trailid: number, by: TrailRanking) => {
  const numbered = (await listPoints(db, raceid, trailid)).length
  const people = Map.groupBy(await listRanked(db, raceid, trailid), ({ signupid }) => signupid)
  return rankBy(
    by,
    [...people.values()].map((checks) => ({ name: checks[0]!.name, ...trailStandingOf(numbered, checks) })),
  )
}

export const isTrailShown = ({ published_at }: Pick<TrailRow, 'published_at'>, now: Date): boolean =>
  published_at !== null && published_at <= now
export const hasTrails = async (db: Db, raceid: number, now: Date): Promise<boolean> =>
  (await listTrails(db, raceid)).some((trail) => isTrailShown(trail, now))
