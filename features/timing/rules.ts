import type { Base } from '#features/results/corrections/corrections.rules.ts'
import type { CoursePoint, TimingRules, Wave } from './course/course.contract.ts'
import { type Passage, type Seen, align, passagesOf, takenAt } from './derive/passages.rules.ts'

/** A raw read, at the time that its reader's clock said plus the reader's offset. */
export type RawRead = Seen & { ignored: boolean }
/** What a read was taken for. */
export const verdicts = [
  'believed',
  'same_passage',
  'before_start',
  'other_station',
  'not_placed',
  'after_finish',
  'ignored',
] as const
export type Verdict = (typeof verdicts)[number]
/** What a person should look at. */
export const doubtWords = ['early_start', 'no_start', 'point_missing', 'reads_unplaced', 'after_cutoff'] as const
export type Doubt = (typeof doubtWords)[number]

export type Course = { points: readonly CoursePoint[]; waves: readonly Wave[]; rules: TimingRules; closed: boolean }
/** One runner's race as derived: `base` null while nothing was seen and the event is open. */
export type Derived = {
  base: Base | null
  doubts: Doubt[]
  laps: number | null
  start: number | null
  times: { label: string; kind: CoursePoint['kind']; at: number | null; read: number | null }[]
  verdicts: Map<number, Verdict>
}

/** The wave of a start zone: the one that names it, else the one that names none, else the first. */
export const waveOf = (waves: readonly Wave[], zone: string | null): Wave | undefined =>
  (zone === null ? undefined : waves.find(({ zones }) => zones.includes(zone))) ??
  waves.find(({ zones }) => zones.length === 0) ??
  waves[0]
/** When the wave's gun went off; null while it has not. */
export const gunOf = (waves: readonly Wave[], zone: string | null): number | null => {
  const gun = waveOf(waves, zone)?.gun
  return gun ? Date.parse(gun) : null
}

/** The points whose times are splits: neither start nor finish. */
export const splitPoints = (points: readonly CoursePoint[]): CoursePoint[] =>
  points.filter(({ kind }) => kind !== 'start' && kind !== 'finish')

/**
 * When the last finish of an event can be, and nobody needs to be waited for any more; null where it has no cut-off or
 * no gun.
 */
export const closesAt = ({ points, waves }: Pick<Course, 'points' | 'waves'>): number | null => {
  const cutoff = points.findLast(({ kind }) => kind === 'finish')?.cutoff ?? null
  if (cutoff === null || waves.length === 0 || waves.some(({ gun }) => gun === null)) return null
  return Math.max(...waves.map(({ gun }) => Date.parse(gun!))) + cutoff * 1000
}

const unseen = (closed: boolean): Base | null =>
  closed ? { outcome: 'dns', reason: null, gun_ms: null, net_ms: null, stopped_ms: null, splits: [] } : null

/**
 * The start: the passage that begins in the window around the gun. Reads before the gun are an early start, which
 * counts from the gun.
 */
const startOf = (
  point: CoursePoint | undefined,
  passages: readonly Passage[],
  gun: number,
  { early, start_window }: TimingRules,
): { at: number | null; passage: number; read: number | null; early: boolean } => {
  const none = { at: null, passage: -1, read: null, early: false }
  if (!point) return none
  const within = (read: Seen) => read.at >= gun - early * 1000 && read.at <= gun + start_window * 1000
  const at = passages.findIndex((passage) => passage.stationid === point.stationid && passage.reads.some(within))
  if (at < 0) return none
  const after = passages[at]!.reads.filter((read) => within(read) && read.at >= gun)
  if (after.length === 0) return { at: gun, passage: at, read: passages[at]!.reads.findLast(within)!.id, early: true }
  const taken = point.take === 'first' ? after[0]! : after.at(-1)!
  return { at: taken.at, passage: at, read: taken.id, early: false }
}

/**
 * A relay's times add up its legs: a leg begins when the one before came in, or with its mass start where that was
 * sooner.
 */
const legTimes = (points: readonly CoursePoint[], times: readonly (number | null)[]): (number | null)[] => {
  let [sum, before]: [number | null, number | null] = [0, 0]
  return times.map((ms, at) => {
    const mass = points[at]!.mass_start === null ? null : points[at]!.mass_start * 1000
    const began = mass === null ? before : Math.min(before ?? mass, mass)
    sum = ms === null || began === null || sum === null ? null : sum + (ms - began)
    before = ms
    return sum
  })
}

const dry = (verdicts: Map<number, Verdict>, closed: boolean, points: readonly CoursePoint[]): Derived => ({
  base: unseen(closed),
  doubts: [],
  laps: null,
  start: null,
  times: points.map(({ label, kind }) => ({ label, kind, at: null, read: null })),
  verdicts,
})

/**
 * Rounds of the points, as many as the mat that was passed most often tells. Who crosses the start again begins a round
 * there.
 */
const rounds = (points: readonly CoursePoint[], passages: readonly Passage[]): CoursePoint[] => {
  const finish = points.findLast(({ kind }) => kind === 'finish')
  const round = points.filter(({ kind }) => kind !== 'start')
  const length = finish?.metres ?? null
  const laps = Math.max(
    1,
    ...round.map((point) => passages.filter(({ stationid }) => stationid === point.stationid).length),
  )
  const start = points.find(
    ({ kind, stationid }) =>
      kind === 'start' &&
      stationid !== null &&
      stationid !== finish?.stationid &&
      passages.some((passage) => passage.stationid === stationid),
  )
  return Array.from({ length: laps }, (_, lap) =>
    [...(lap > 0 && start ? [{ ...start, kind: 'split' as const, metres: 0 }] : []), ...round].map((point) => ({
      ...point,
      label: lap === 0 ? point.label : `${point.label} ${lap + 1}`,
      metres: point.metres === null || length === null ? null : point.metres + lap * length,
    })),
  ).flat()
}

/**
 * A runner's race from raw reads alone: which of them are believed, times at the points, and what became of the runner.
 * Pure: the order and repetition of reads change nothing. `gun` null: the wave has not started.
 */
export const derive = (
  { points, rules, closed }: Omit<Course, 'waves'>,
  gun: number | null,
  raw: readonly RawRead[],
): Derived => {
  const verdicts = new Map<number, Verdict>()
  const stations = new Set(points.map(({ stationid }) => stationid))
  const counted: Seen[] = []
  for (const read of raw.toSorted((a, b) => a.at - b.at || a.id - b.id)) {
    const early = gun === null || read.at < gun - rules.early * 1000
    const verdict: Verdict | undefined = read.ignored
      ? 'ignored'
      : !stations.has(read.stationid)
        ? 'other_station'
        : early
          ? 'before_start'
          : undefined
    if (verdict) verdicts.set(read.id, verdict)
    else counted.push(read)
  }
  const startPoint = points.find(({ kind }) => kind === 'start')
  if (gun === null || counted.length === 0) return dry(verdicts, closed, points)
  const all = passagesOf(counted, rules.min_lap * 1000)
  const start = startOf(startPoint, all, gun, rules)
  // Whoever stood at the start before the gun and never came back has not started; a mat on the way says the same of a
  // walker.
  const limit = rules.shape === 'laps' ? (points.findLast(({ kind }) => kind === 'finish')?.cutoff ?? null) : null
  const passages = all.filter(
    (passage, at) =>
      at !== start.passage && passage.last.at > gun && (limit === null || passage.first.at - gun <= limit * 1000),
  )
  for (const { reads } of all)
    for (const { id, at } of reads) verdicts.set(id, at <= gun ? 'before_start' : 'not_placed')
  if (start.passage >= 0)
    for (const { id, at } of all[start.passage]!.reads)
      verdicts.set(id, id === start.read ? 'believed' : at < gun ? 'before_start' : 'same_passage')
  const way = rules.shape === 'laps' ? rounds(points, passages) : points.filter(({ kind }) => kind !== 'start')
  const placed = align(way, passages, start.at ?? gun, rules)
  const times = way.map((point, at) => {
    const passage = placed[at] === null ? undefined : passages[placed[at]!]
    const read = passage && takenAt(point, passage)
    if (passage && read)
      for (const { id } of passage.reads)
        if (verdicts.get(id) !== 'believed') verdicts.set(id, id === read.id ? 'believed' : 'same_passage')
    return { label: point.label, kind: point.kind, at: read?.at ?? null, read: read?.id ?? null }
  })
  const doubts = new Set<Doubt>()
  const done =
    rules.shape === 'laps'
      ? times.findLast(({ kind, at }) => kind === 'finish' && at !== null)
      : times.find(({ kind, at }) => kind === 'finish' && at !== null)
  const finished = done?.at ?? null
  for (const read of counted) {
    if (verdicts.get(read.id) !== 'not_placed') continue
    if (finished !== null && read.at > finished && rules.shape !== 'laps') verdicts.set(read.id, 'after_finish')
    else doubts.add('reads_unplaced')
  }
  if (start.at === null && times.every(({ at }) => at === null))
    return { ...dry(verdicts, closed, points), doubts: [...doubts] }
  if (start.early) doubts.add('early_start')
  if (start.at === null && typeof startPoint?.stationid === 'number') doubts.add('no_start')
  const late =
    rules.shape !== 'laps' &&
    way.some(
      (point, at) => point.cutoff !== null && times[at]!.at !== null && times[at]!.at! - gun > point.cutoff * 1000,
    )
  if (late) doubts.add('after_cutoff')
  const reached = times.findLastIndex(({ at }) => at !== null)
  if (way.some((point, at) => point.required && times[at]!.at === null && at < reached)) doubts.add('point_missing')

  // Closed without a finish, and yet the last seen of the runner is the finish mat: a round may be missing.
  if (
    closed &&
    finished === null &&
    rules.shape !== 'laps' &&
    passages.at(-1)?.stationid === points.findLast(({ kind }) => kind === 'finish')?.stationid
  )
    doubts.add('point_missing')

  const elapsed = times.map(({ at }) => (at === null ? null : at - gun))
  const counting = rules.shape === 'relay' ? legTimes(way, elapsed) : elapsed
  const finish = done ? counting[times.indexOf(done)]! : null
  const splits = counting.filter((_, at) => way[at]!.kind !== 'finish')
  // A mat that failed takes no round away: the last round that was ended counts with all before it.
  const laps =
    rules.shape === 'laps'
      ? done
        ? times.slice(0, times.indexOf(done) + 1).filter(({ kind }) => kind === 'finish').length
        : 0
      : null
  const lastSeen = counting.findLast((ms) => ms !== null) ?? null
  const ends = (rules.shape === 'laps' ? closed : true) && finish !== null && !late
  const net =
    finish === null
      ? null
      : start.at === null
        ? rules.without_start === 'gun'
          ? finish
          : null
        : Math.max(1, finish - (start.at - gun))
  const base: Base = ends
    ? {
        outcome: 'finished',
        reason: null,
        gun_ms: finish,
        net_ms: rules.shape === 'relay' ? finish : net,
        stopped_ms: null,
        splits,
      }
    : {
        outcome: late || closed ? 'dnf' : 'running',
        reason: late ? 'over_time' : null,
        gun_ms: null,
        net_ms: null,
        stopped_ms: lastSeen !== null && lastSeen > 0 ? lastSeen : null,
        splits,
      }
  return {
    base: rules.shape === 'laps' ? { ...base, splits: [] } : base,
    doubts: [...doubts].sort(),
    laps,
    start: start.at,
    times: startPoint ? [{ label: startPoint.label, kind: 'start', at: start.at, read: start.read }, ...times] : times,
    verdicts,
  }
}
