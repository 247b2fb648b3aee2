/**
 * Decisions on one check at a point of a trail. docs/decisions/2026-11-24-trails.md gives the reason of each number.
 */
import { metresBetween } from '#features/courses/shape.rules.ts'

export const checkWays = ['code', 'position', 'file'] as const
export type CheckWay = (typeof checkWays)[number]

export const checkReasons = [
  'clock_ahead',
  'too_late',
  'trail_closed',
  'point_closed',
  'way_not_offered',
  'code_wrong',
  'code_old',
  'code_elsewhere',
  'code_two_places',
  'position_missing',
  'inaccurate',
  'too_far',
  'out_of_order',
  'known',
  'rounds_over',
  'too_fast',
] as const
export type CheckReason = (typeof checkReasons)[number]

export type CheckPlace = { lat: number; lon: number }
type Span = { opens_at: Date | null; closes_at: Date | null }
export type TrailRules = Span & { ordered: boolean; rounds: number }
export type PointRules = Span & {
  point: number
  lat: number | null
  lon: number | null
  radius: number
  accuracy: number
  ways: readonly CheckWay[]
}
/** An earlier check that counts, by the same person. */
export type Counted = { point: number; round: number; at: Date; lat: number | null; lon: number | null }
/** A check as a phone sends it, and whether the server accepts its code. */
export type SentCheck = {
  point: number
  way: Exclude<CheckWay, 'file'>
  at: Date
  code: 'right' | 'wrong' | 'old' | null
  position: (CheckPlace & { accuracy: number }) | null
}
/** The last place at which anybody used the code of a point. */
export type CodeUse = CheckPlace & { at: Date; accuracy: number }

const MINUTE = 60_000
/** The time by which a phone's clock may be ahead. */
const aheadMs = 2 * MINUTE
/** The longest time that a check waits on the phone for a network. */
const longestWait = 48 * 60 * MINUTE
/** The delay after which a check is marked as late. */
const lateAfter = 2 * MINUTE
/**
 * The largest distance, in metres, between a post and a phone that reads the post's code. Between houses the position
 * of a phone is inaccurate, so the distance is large.
 */
const codeMetres = 250
/** The time within which one code cannot be used at two distant places. */
const codeMs = 10 * MINUTE
/** The largest speed of a person on foot between two checks that the server believes, in metres a second. */
export const fastestOnFoot = 6.6
/** The least distance between two positions, in metres, from which the server computes a speed. */
const standing = 200

export const isLate = (at: Date, now: Date): boolean => now.getTime() - at.getTime() > lateAfter

const isWithin = ({ opens_at, closes_at }: Span, at: Date): boolean =>
  (opens_at === null || at >= opens_at) && (closes_at === null || at < closes_at)

/** Returns the reason if the trail or the point is closed at a moment. */
export const reasonOfHours = (trail: Span, point: Span, at: Date): CheckReason | undefined => {
  if (!isWithin(trail, at)) return 'trail_closed'
  return isWithin(point, at) ? undefined : 'point_closed'
}
const reasonOfTime = (trail: TrailRules, point: PointRules, at: Date, now: Date): CheckReason | undefined => {
  if (at.getTime() > now.getTime() + aheadMs) return 'clock_ahead'
  return now.getTime() - at.getTime() > longestWait ? 'too_late' : reasonOfHours(trail, point, at)
}

const placeOf = ({ lat, lon }: { lat: number | null; lon: number | null }): CheckPlace | null =>
  lat === null || lon === null ? null : { lat, lon }

const reasonOfPlace = (point: PointRules, asked: SentCheck, used: CodeUse | undefined): CheckReason | undefined => {
  const post = placeOf(point)
  const { position } = asked
  if (asked.way === 'position') {
    if (!position || !post) return 'position_missing'
    if (position.accuracy > point.accuracy) return 'inaccurate'
    return metresBetween(post, position) > point.radius ? 'too_far' : undefined
  }
  if (asked.code !== 'right') return asked.code === 'old' ? 'code_old' : 'code_wrong'
  if (!position) return undefined
  if (post && metresBetween(post, position) > Math.max(codeMetres, point.radius) + Math.min(position.accuracy, 500))
    return 'code_elsewhere'
  const together = used && Math.abs(used.at.getTime() - asked.at.getTime()) <= codeMs
  return together &&
    metresBetween(used, position) > codeMetres + Math.min(used.accuracy, 500) + Math.min(position.accuracy, 500)
    ? 'code_two_places'
    : undefined
}

/** Tells whether the distance between two checks of one person is too large for the time between them on foot. */
const isTooFast = (one: { at: Date; place: CheckPlace }, other: { at: Date; place: CheckPlace }): boolean => {
  const metres = metresBetween(one.place, other.place)
  return metres > standing && metres > fastestOnFoot * (Math.abs(one.at.getTime() - other.at.getTime()) / 1000)
}

/** Returns the round in which a point counts next, or the reason why the point cannot count. */
export const roundOf = (
  trail: TrailRules,
  points: readonly { point: number }[],
  counted: readonly Counted[],
  { point, at }: { point: number; at: Date },
): number | CheckReason => {
  const last = Math.max(1, ...counted.map(({ round }) => round))
  const inLast = counted.filter(({ round }) => round === last)
  const round = inLast.length >= points.length ? last + 1 : last
  const now = round === last ? inLast : []
  if (now.some((one) => one.point === point)) return 'known'
  if (round > trail.rounds) return 'rounds_over'
  if (round > last && inLast.some((one) => one.at > at)) return 'out_of_order'
  if (!trail.ordered) return round
  const next = points[now.length]?.point
  return next === point && now.every((one) => one.at <= at) ? round : 'out_of_order'
}

type Deciding = {
  trail: TrailRules
  points: readonly PointRules[]
  counted: readonly Counted[]
  asked: SentCheck
  used?: CodeUse | undefined
  now: Date
}
/** Returns the round in which a check counts, or the reason of its refusal. */
export const decideCheck = ({ trail, points, counted, asked, used, now }: Deciding): number | CheckReason => {
  const point = points.find((one) => one.point === asked.point)!
  if (!point.ways.includes(asked.way)) return 'way_not_offered'
  const reason = reasonOfTime(trail, point, asked.at, now) ?? reasonOfPlace(point, asked, used)
  if (reason) return reason
  const place = placeOf(point) ?? asked.position
  const others = counted.flatMap((one) => {
    const there = placeOf(points.find((each) => each.point === one.point) ?? one) ?? placeOf(one)
    return there ? [{ at: one.at, place: there }] : []
  })
  const round = roundOf(trail, points, counted, asked)
  if (typeof round !== 'number') return round
  return place && others.some((one) => isTooFast(one, { at: asked.at, place })) ? 'too_fast' : round
}
