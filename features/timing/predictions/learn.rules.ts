import { type Learned, type PaceCourse, paceCourse } from './course.rules.ts'
import type { PaceModel } from './model.rules.ts'
import { expectedAfter, paceAt, runnerStateOf } from './predict.rules.ts'

/** A runner of the field. `started` is the moment of the start in seconds, on the clock of the parameter `now`. */
export type FieldTimes = { times: readonly (number | null)[]; started: number }

/** The number of observed runners of a class that have the same weight as the earlier belief. */
const BELIEF = 30
/** The number of observed runners at which the observed range has the same weight as the earlier belief. */
const RANGED = 100
/**
 * The multiple of the expected time after which a runner counts in learning, arrived or not. Otherwise only quick
 * runners would count, and every expected time would be too early.
 */
const AWAITED = 1.35

/** Finds the value below which a share of the sorted values lies. */
const quantile = (sorted: Float64Array, share: number): number => {
  const at = share * (sorted.length - 1)
  const low = Math.floor(at)
  const [a, b] = [sorted[low]!, sorted[Math.min(sorted.length - 1, low + 1)]!]
  return Number.isFinite(b) ? a + (b - a) * (at - low) : a
}

/**
 * Collects the differences between the field and its expected times on one section. A runner who has not arrived yet
 * counts as the slowest.
 */
const apartOn = (course: PaceCourse, field: readonly FieldTimes[], now: number, section: number): number[][] => {
  const apart: number[][] = course.model.classes.map(() => [])
  const { length } = course.sections[section]!
  for (const { times, started } of field) {
    const from = times[section - 1] ?? null
    const stand = from === null ? undefined : runnerStateOf(course, times, section - 1)
    if (from === null || !stand) continue
    const pace = paceAt(stand, stand.done + 1)
    if (started + from + (Math.exp(pace) * length * AWAITED) / 1000 > now) continue
    const to = times[section] ?? null
    // If this mat missed a runner whom a later mat saw, the model learns nothing from this runner here.
    if (to === null && times.some((time, at) => at > section && time !== null)) continue
    const own = to === null ? Infinity : Math.log((Math.max(1, to - from) / length) * 1000)
    apart[stand.place[0] + (stand.place[1] > 0.5 ? 1 : 0)]!.push((own - pace) / stand.stray)
  }
  return apart
}

/**
 * Learns how much the course changes the pace, section by section. The fewer runners a class has, the nearer its value
 * is to the value of the next faster class.
 */
const fadesOf = (
  base: PaceCourse,
  field: readonly FieldTimes[],
  now: number,
): { fades: number[][]; known: number[] } => {
  const fades = base.model.classes.map(() => base.sections.map(() => 0))
  const known = base.sections.map(() => 0)
  const metres = base.sections.map(({ to }) => to)
  for (let section = 1; section < metres.length; section++) {
    const course = paceCourse(base.model, metres, { fades, known, range: base.model.range, ranges: new Map() })
    let [before, count] = [0, 0]
    for (const [at, apart] of apartOn(course, field, now, section).entries()) {
      const middle = apart.length > 0 ? quantile(Float64Array.from(apart).sort(), 0.5) : Infinity
      if (Number.isFinite(middle)) {
        before = (apart.length * middle + BELIEF * before) / (apart.length + BELIEF)
        count += apart.length
      }
      fades[at]![section] = before
    }
    known[section] = count / (count + RANGED)
  }
  return { fades, known }
}

/** Mixes the observed range with the earlier belief. The number of runners gives the weight. */
const mixed = (seen: readonly number[], believed: PaceModel['range'], runners: number): PaceModel['range'] => {
  if (seen.length === 0) return believed
  const sorted = Float64Array.from(seen).sort()
  const share = runners / (runners + RANGED)
  const at = (part: number, usual: number) => {
    const own = quantile(sorted, part)
    return Number.isFinite(own) ? own * share + usual * (1 - share) : usual
  }
  return { low: at(0.1, believed.low), middle: at(0.5, believed.middle), high: at(0.9, believed.high) }
}

/** Learns the ranges between each two points from runners who should have passed both. */
const rangesOf = (course: PaceCourse, field: readonly FieldTimes[], now: number): Pick<Learned, 'range' | 'ranges'> => {
  const apart = new Map<string, number[]>()
  for (const { times, started } of field)
    for (let from = 0; from < times.length - 1; from++) {
      const stand = (times[from] ?? null) === null ? undefined : runnerStateOf(course, times, from)
      if (!stand) continue
      for (const [index, { point, expected }] of expectedAfter(course, stand).entries()) {
        if (started + stand.seconds + (expected - stand.seconds) * AWAITED > now) break
        const to = times[point] ?? null
        // A runner who has not arrived yet counts as the slowest. In an earlier edition every runner has arrived or
        // left.
        const awaited = to === null && now < Infinity && times.every((time, at) => at < point || time === null)
        if (to === null && !awaited) continue
        const wide = stand.way.strays[stand.done]![stand.done + 1 + index]! * stand.stray
        const unmoved = (expected - stand.seconds) / Math.exp(course.model.range.middle * wide)
        const key = `${from}>${point}`
        if (!apart.has(key)) apart.set(key, [])
        apart.get(key)!.push(to === null ? Infinity : Math.log(Math.max(1, to - stand.seconds) / unmoved) / wide)
      }
    }
  const lists = [...apart]
  const range = mixed(
    lists.flatMap(([, list]) => list),
    course.model.range,
    Math.max(0, ...lists.map(([, list]) => list.length)),
  )
  return { range, ranges: new Map(lists.map(([key, list]) => [key, mixed(list, range, list.length)])) }
}

/**
 * Teaches the model of a course with the results of a field: the runners of an earlier edition (`now` is then
 * Infinity), or the runners of the present race. The order of the field changes nothing.
 */
export const taught = (base: PaceCourse, field: readonly FieldTimes[], now: number): PaceCourse => {
  const metres = base.sections.map(({ to }) => to)
  const effect = fadesOf(base, field, now)
  const unranged = paceCourse(base.model, metres, { ...effect, range: base.model.range, ranges: new Map() })
  return paceCourse(base.model, metres, { ...effect, ...rangesOf(unranged, field, now) })
}
