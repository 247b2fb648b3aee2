import type { GenderLetter, ResultOutcome } from '#features/results/rules.ts'
import { gunOf } from '#features/timing/rules.ts'
import type { CoursePoint, TimingRules, Wave } from '#features/timing/course/course.contract.ts'

/** A point of the live page. The points stand in the order of the course, from the start to the finish. */
export type FieldPoint = {
  label: string
  kind: 'start' | 'split' | 'in' | 'out' | 'finish'
  metres: number | null
  /** The seconds from the gun after which no runner may pass. */
  cutoff: number | null
}
export type FieldEvent = {
  eventid: number
  points: readonly FieldPoint[]
  waves: readonly Wave[]
  shape: TimingRules['shape']
  /** The usual pace, in seconds per kilometre; null if we do not time the event. */
  usual: number | null
  closed: boolean
}
/**
 * A runner on the live page. `times` holds the milliseconds from the runner's gun at each point of the event. `seen`
 * holds the version at which each time came.
 */
export type FieldRunner = {
  bib: string
  key: string
  eventid: number
  name: string | null
  gender: GenderLetter | null
  agegroup: string | null
  country: string | null
  team: string | null
  field: string
  outcome: ResultOutcome
  /** The moment of the gun, in milliseconds since 1970; null if nobody fired it in this system. */
  gun: number | null
  times: (number | null)[]
  seen: number[]
}

const START = '起点'
const FINISH = '终点'
/**
 * Lists the points of an event. A timed course has its own start and finish. A sheet from a file has only the points
 * between, so this function adds start and finish.
 */
export const fieldPointsOf = (
  sheet: { points: readonly { label: string; metres: number | null }[] },
  course: { points: readonly CoursePoint[] } | undefined,
  metres: number | null,
): FieldPoint[] => {
  const on = course?.points ?? []
  const start = on.find(({ kind }) => kind === 'start')
  const finish = on.findLast(({ kind }) => kind === 'finish')
  return [
    { label: start?.label ?? START, kind: 'start', metres: start?.metres ?? 0, cutoff: null },
    ...sheet.points.map(({ label, metres: at }): FieldPoint => {
      const point = on.find((one) => one.label === label)
      const kind = point?.kind === 'in' || point?.kind === 'out' ? point.kind : 'split'
      return { label, kind, metres: at, cutoff: point?.cutoff ?? null }
    }),
    {
      label: finish?.label ?? FINISH,
      kind: 'finish',
      metres: finish?.metres ?? metres,
      cutoff: finish?.cutoff ?? null,
    },
  ]
}

type Times = {
  outcome: ResultOutcome
  gun_ms: number | null
  net_ms: number | null
  splits: readonly (number | null)[]
}
/**
 * Returns the milliseconds from the gun at each point; null where the runner has no time. If splits count from the
 * runner's own start, the function adds the time between the gun and this start. Without a gun time these splits stay
 * unchanged, and the finish has the net time.
 */
export const timesFromGun = (row: Times, points: number, splitClock: 'gun' | 'net'): (number | null)[] => {
  const late = row.gun_ms !== null && row.net_ms !== null ? Math.max(0, row.gun_ms - row.net_ms) : null
  const moved = splitClock === 'net' ? (late ?? 0) : 0
  const splits = Array.from({ length: points - 2 }, (_, at) => {
    const ms = row.splits[at] ?? null
    return ms === null ? null : ms + moved
  })
  return [late, ...splits, row.outcome === 'finished' ? (row.gun_ms ?? row.net_ms) : null]
}

/**
 * Returns the number of the last point at which the runner has a time; -1 if the runner has no time. The start line
 * counts as a point.
 */
export const lastAt = ({ times }: Pick<FieldRunner, 'times'>): number => times.findLastIndex((ms) => ms !== null)

const order: Record<ResultOutcome, number> = { finished: 0, running: 0, dnf: 1, dsq: 2, dns: 3 }
/** Orders runners of one event by progress: later points first, then earlier times. Runners who stopped come last. */
export const byProgress = (a: FieldRunner, b: FieldRunner): number => {
  const apart = order[a.outcome] - order[b.outcome]
  if (apart !== 0) return apart
  const [at, bt] = [lastAt(a), lastAt(b)]
  if (at !== bt) return bt - at
  return (a.times[at] ?? 0) - (b.times[bt] ?? 0) || (a.bib < b.bib ? -1 : a.bib > b.bib ? 1 : 0)
}

/**
 * Returns the state of an event: waiting, under way, or closed. An event without a fired gun is under way from its
 * planned start.
 */
export const stateOfEvent = (
  { waves, closed }: Pick<FieldEvent, 'waves' | 'closed'>,
  startAt: Date | null,
  ended: boolean,
  now: Date,
): 'waiting' | 'running' | 'closed' => {
  if (closed || ended) return 'closed'
  const guns = waves.flatMap(({ gun }) => (gun === null ? [] : [Date.parse(gun)]))
  const first = guns.length > 0 ? Math.min(...guns) : (startAt?.getTime() ?? Infinity)
  return first <= now.getTime() ? 'running' : 'waiting'
}

/** Finds the gun of a runner by the start zone. An event without timing has its planned start in place of a gun. */
export const gunOfEvent = (
  event: Pick<FieldEvent, 'waves'>,
  zone: string | null,
  startAt: Date | null,
): number | null => (event.waves.length > 0 ? gunOf(event.waves, zone) : (startAt?.getTime() ?? null))

/**
 * Counts, for each point, the runners who have a time there, and finds the first three. Disqualified runners and
 * runners with a field of their own are counted, but they are not among the first three.
 */
export const stationsOf = (
  points: readonly FieldPoint[],
  runners: readonly FieldRunner[],
): { passed: number; first: number | null; latest: number | null; leaders: FieldRunner[] }[] =>
  points.map((_, at) => {
    let [passed, first, latest]: [number, number | null, number | null] = [0, null, null]
    const leaders: FieldRunner[] = []
    for (const runner of runners) {
      const ms = runner.times[at] ?? null
      if (ms === null) continue
      passed += 1
      first = first === null || ms < first ? ms : first
      latest = latest === null || ms > latest ? ms : latest
      if (runner.outcome === 'dsq' || runner.field !== '') continue
      const place = leaders.findIndex((one) => one.times[at]! > ms)
      if (place >= 0) leaders.splice(place, 0, runner)
      else if (leaders.length < 3) leaders.push(runner)
      leaders.length = Math.min(leaders.length, 3)
    }
    return { passed, first, latest, leaders }
  })
