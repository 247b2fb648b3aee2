import type { Original } from '#features/results/corrections/corrections.rules.ts'
import type { CoursePoint, TimingRules, Wave } from './course/course.contract.ts'
import { type Passage, type ValidRead, align, passagesOf, readForPoint } from './derive/passages.rules.ts'
import { type TypedEntry, joinTyped } from './derive/typed.rules.ts'

/** A raw read, at its reader's time plus the reader's offset. `typed`: a person wrote it, and no chip was read. */
export type RawRead = ValidRead & { ignored: boolean; typed?: TypedEntry | undefined }
export const readVerdicts = [
  'believed',
  'same_passage',
  'chip_agrees',
  'chip_differs',
  'before_start',
  'other_station',
  'not_placed',
  'after_finish',
  'ignored',
] as const
export type ReadVerdict = (typeof readVerdicts)[number]
/** The doubts that staff should check. */
export const resultDoubtWords = [
  'early_start',
  'no_start',
  'point_missing',
  'reads_unplaced',
  'after_cutoff',
  'typed_differs',
] as const
export type Doubt = (typeof resultDoubtWords)[number]

export type TimedCourse = {
  points: readonly CoursePoint[]
  waves: readonly Wave[]
  rules: TimingRules
  closed: boolean
}
/**
 * The race of one runner, derived from reads. `original` is null while the event is open and the runner has no time at
 * any point.
 */
export type DerivedRace = {
  original: Original | null
  doubts: Doubt[]
  laps: number | null
  start: number | null
  times: { label: string; kind: CoursePoint['kind']; at: number | null; read: number | null }[]
  verdicts: Map<number, ReadVerdict>
}

export const waveOf = (waves: readonly Wave[], zone: string | null): Wave | undefined =>
  (zone === null ? undefined : waves.find(({ zones }) => zones.includes(zone))) ??
  waves.find(({ zones }) => zones.length === 0) ??
  waves[0]
/** Finds the moment of the wave's gun; null while nobody has fired it. */
export const gunOf = (waves: readonly Wave[], zone: string | null): number | null => {
  const gun = waveOf(waves, zone)?.gun
  return gun ? Date.parse(gun) : null
}

export const splitPoints = (points: readonly CoursePoint[]): CoursePoint[] =>
  points.filter(({ kind }) => kind !== 'start' && kind !== 'finish')

/** Finds the time of the last possible finish of an event; null if it has no cut-off, or if a wave has no gun yet. */
export const closesAt = ({ points, waves }: Pick<TimedCourse, 'points' | 'waves'>): number | null => {
  const cutoff = points.findLast(({ kind }) => kind === 'finish')?.cutoff ?? null
  if (cutoff === null || waves.length === 0 || waves.some(({ gun }) => gun === null)) return null
  return Math.max(...waves.map(({ gun }) => Date.parse(gun!))) + cutoff * 1000
}

const unseen = (closed: boolean): Original | null =>
  closed ? { outcome: 'dns', reason: null, gun_ms: null, net_ms: null, stopped_ms: null, splits: [] } : null

/**
 * Finds the start: the first passage at the start line that has a read in the window of time around the gun. If the
 * passage has reads in the window only before the gun, it is an early start, and the time then counts from the gun.
 * `at` is null if there is no start.
 */
const startOf = (
  point: CoursePoint | undefined,
  passages: readonly Passage[],
  gun: number,
  { early, start_window }: TimingRules,
): { at: number | null; passage: number; read: number | null; early: boolean } => {
  const none = { at: null, passage: -1, read: null, early: false }
  if (!point) return none
  const within = (read: ValidRead) => read.at >= gun - early * 1000 && read.at <= gun + start_window * 1000
  const at = passages.findIndex((passage) => passage.stationid === point.stationid && passage.reads.some(within))
  if (at < 0) return none
  const after = passages[at]!.reads.filter((read) => within(read) && read.at >= gun)
  if (after.length === 0) return { at: gun, passage: at, read: passages[at]!.reads.findLast(within)!.id, early: true }
  const taken = point.take === 'first' ? after[0]! : after.at(-1)!
  return { at: taken.at, passage: at, read: taken.id, early: false }
}

/**
 * Adds up the legs of a relay. A leg begins when the previous runner arrives, or at its mass start if that is sooner.
 * After a missing time the sums are null.
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

const dry = (verdicts: Map<number, ReadVerdict>, closed: boolean, points: readonly CoursePoint[]): DerivedRace => ({
  original: unseen(closed),
  doubts: [],
  laps: null,
  start: null,
  times: points.map(({ label, kind }) => ({ label, kind, at: null, read: null })),
  verdicts,
})

/**
 * Lists the points of all rounds. The number of rounds is the number of passages at the mat with the most passages. A
 * runner who crosses the start again begins a round there.
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

type Way = readonly CoursePoint[]
type Start = ReturnType<typeof startOf>

/** Sorts the valid reads by time. Each read that is not valid gets its verdict at once. */
const sift = (
  { points, rules }: Pick<TimedCourse, 'points' | 'rules'>,
  gun: number | null,
  raw: readonly RawRead[],
): { counted: RawRead[]; verdicts: Map<number, ReadVerdict> } => {
  const stations = new Set(points.map(({ stationid }) => stationid))
  const counted: RawRead[] = []
  const verdicts = new Map<number, ReadVerdict>()
  for (const read of raw.toSorted((a, b) => a.at - b.at || a.id - b.id)) {
    const early = gun === null || read.at < gun - rules.early * 1000
    if (read.ignored) verdicts.set(read.id, 'ignored')
    else if (!stations.has(read.stationid)) verdicts.set(read.id, 'other_station')
    else if (early) verdicts.set(read.id, 'before_start')
    else counted.push(read)
  }
  return { counted, verdicts }
}

/**
 * Keeps the passages that may be points of the course. It leaves out the passage of the start, and passages that end
 * before the gun: a person at the start may never start, and a person at another mat is only walking by. In a race in
 * laps nothing counts after the end.
 */
const passagesUnderWay = (
  { points, rules }: Pick<TimedCourse, 'points' | 'rules'>,
  all: readonly Passage[],
  start: Start,
  gun: number,
): Passage[] => {
  const limit = rules.shape === 'laps' ? (points.findLast(({ kind }) => kind === 'finish')?.cutoff ?? null) : null
  return all.filter(
    (passage, at) =>
      at !== start.passage && passage.last.at > gun && (limit === null || passage.first.at - gun <= limit * 1000),
  )
}

/**
 * Gives verdicts to the reads of the start and to the reads before the gun. Any other read is `not_placed` until its
 * passage has a point.
 */
const judgeStart = (verdicts: Map<number, ReadVerdict>, all: readonly Passage[], start: Start, gun: number): void => {
  for (const { reads } of all)
    for (const { id, at } of reads) verdicts.set(id, at <= gun ? 'before_start' : 'not_placed')
  if (start.passage < 0) return
  for (const { id, at } of all[start.passage]!.reads)
    verdicts.set(id, id === start.read ? 'believed' : at < gun ? 'before_start' : 'same_passage')
}

/**
 * Finds the times at the points of the course, and gives the reads behind them their verdicts. `placed` names the
 * passage of each point.
 */
const timesAlong = (
  way: Way,
  passages: readonly Passage[],
  placed: readonly (number | null)[],
  verdicts: Map<number, ReadVerdict>,
): DerivedRace['times'] =>
  way.map((point, at) => {
    const passage = placed[at] === null ? undefined : passages[placed[at]!]
    const read = passage && readForPoint(point, passage)
    if (passage && read)
      for (const { id } of passage.reads)
        if (verdicts.get(id) !== 'believed') verdicts.set(id, id === read.id ? 'believed' : 'same_passage')
    return { label: point.label, kind: point.kind, at: read?.at ?? null, read: read?.id ?? null }
  })

/**
 * Gives the verdict 'after_finish' to reads after the finish that belong to no point. Returns 'reads_unplaced' if any
 * other read belongs to no point.
 */
const judgeUnmatched = (
  verdicts: Map<number, ReadVerdict>,
  counted: readonly ValidRead[],
  finished: number | null,
): 'reads_unplaced'[] => {
  const open = counted.filter(({ id }) => verdicts.get(id) === 'not_placed')
  const after = open.filter(({ at }) => finished !== null && at > finished)
  for (const { id } of after) verdicts.set(id, 'after_finish')
  return after.length < open.length ? ['reads_unplaced'] : []
}

/** Tells whether the runner came to a point after its cut-off. A race in laps has no cut-off on the way. */
const isLate = (rules: TimingRules, way: Way, times: DerivedRace['times'], gun: number): boolean =>
  rules.shape !== 'laps' &&
  way.some((point, at) => {
    const reached = times[at]!.at
    return point.cutoff !== null && reached !== null && reached - gun > point.cutoff * 1000
  })

/**
 * Tells whether a time is missing: a required point has no time, although the runner reached a later point. Also true
 * if the event is closed and the runner was last seen at the finish mat, but has no finish. This second rule does not
 * apply to a race in laps.
 */
const missesPoint = (
  { points, rules, closed }: Omit<TimedCourse, 'waves'>,
  way: Way,
  times: DerivedRace['times'],
  passages: readonly Passage[],
): boolean => {
  const reached = times.findLastIndex(({ at }) => at !== null)
  if (way.some((point, at) => point.required && times[at]!.at === null && at < reached)) return true
  return (
    closed &&
    rules.shape !== 'laps' &&
    !times.some(({ kind, at }) => kind === 'finish' && at !== null) &&
    passages.at(-1)?.stationid === points.findLast(({ kind }) => kind === 'finish')?.stationid
  )
}

/**
 * Returns the time from the start to the finish. If no start mat saw the runner, the rules decide: the net time is the
 * gun time, or there is no net time.
 */
const netTime = (finish: number | null, start: Start, gun: number, rules: TimingRules): number | null => {
  if (finish === null) return null
  if (start.at === null) return rules.without_start === 'gun' ? finish : null
  return Math.max(1, finish - (start.at - gun))
}

/**
 * Decides the outcome of the runner, with the times since the gun. `done` is the position of the valid finish in `way`,
 * or -1.
 */
const outcomeOf = (
  { rules, closed }: Pick<TimedCourse, 'rules' | 'closed'>,
  gun: number,
  start: Start,
  { way, times, done, late }: { way: Way; times: DerivedRace['times']; done: number; late: boolean },
): Original => {
  const elapsed = times.map(({ at }) => (at === null ? null : at - gun))
  const counting = rules.shape === 'relay' ? legTimes(way, elapsed) : elapsed
  const finish = counting[done] ?? null
  const splits = rules.shape === 'laps' ? [] : counting.filter((_, at) => way[at]!.kind !== 'finish')
  const ends = (rules.shape !== 'laps' || closed) && finish !== null && !late
  if (ends) {
    const net_ms = rules.shape === 'relay' ? finish : netTime(finish, start, gun, rules)
    return { outcome: 'finished', reason: null, gun_ms: finish, net_ms, stopped_ms: null, splits }
  }
  const lastSeen = counting.findLast((ms) => ms !== null) ?? null
  return {
    outcome: late || closed ? 'dnf' : 'running',
    reason: late ? 'over_time' : null,
    gun_ms: null,
    net_ms: null,
    stopped_ms: lastSeen !== null && lastSeen > 0 ? lastSeen : null,
    splits,
  }
}

/**
 * Joins the reads of chips with the reads that people wrote. The function first derives the race only from the reads of
 * chips, because a read that a person wrote must not change the meaning of a chip's passage.
 */
const withTyped = (
  course: Omit<TimedCourse, 'waves'>,
  gun: number,
  raw: readonly RawRead[],
  valid: readonly RawRead[],
  verdicts: Map<number, ReadVerdict>,
): { counted: readonly ValidRead[]; differs: boolean } => {
  if (valid.every(({ typed }) => !typed)) return { counted: valid, differs: false }
  const { points, rules } = course
  const ofChips = derive(
    course,
    gun,
    raw.filter(({ typed }) => !typed),
  ).times
  const ways = { points, laps: rules.shape === 'laps', apart: rules.min_lap * 1000 }
  const joined = joinTyped(ways, valid, ofChips)
  for (const [id, verdict] of joined.verdicts) verdicts.set(id, verdict)
  return joined
}

/**
 * Derives a runner's race from raw reads: the verdicts on the reads, the times at the points, and the outcome. The
 * order of the reads and repeated reads change nothing. If `gun` is null, the wave has not started.
 */
export const derive = (
  course: Omit<TimedCourse, 'waves'>,
  gun: number | null,
  raw: readonly RawRead[],
): DerivedRace => {
  const { points, rules, closed } = course
  const laps = rules.shape === 'laps'
  const { counted: valid, verdicts } = sift(course, gun, raw)
  if (gun === null || valid.length === 0) return dry(verdicts, closed, points)
  const { counted, differs } = withTyped(course, gun, raw, valid, verdicts)

  const all = passagesOf(counted, rules.min_lap * 1000)
  const startPoint = points.find(({ kind }) => kind === 'start')
  const start = startOf(startPoint, all, gun, rules)
  judgeStart(verdicts, all, start, gun)
  const passages = passagesUnderWay(course, all, start, gun)
  const way = laps ? rounds(points, passages) : points.filter(({ kind }) => kind !== 'start')
  const times = timesAlong(way, passages, align(way, passages, start.at ?? gun, rules), verdicts)
  const ends = ({ kind, at }: DerivedRace['times'][number]) => kind === 'finish' && at !== null
  const done = laps ? times.findLastIndex(ends) : times.findIndex(ends)
  const doubts: Doubt[] = judgeUnmatched(verdicts, counted, laps ? null : (times[done]?.at ?? null))
  if (start.at === null && times.every(({ at }) => at === null)) return { ...dry(verdicts, closed, points), doubts }

  const late = isLate(rules, way, times, gun)
  if (start.early) doubts.push('early_start')
  if (start.at === null && typeof startPoint?.stationid === 'number') doubts.push('no_start')
  if (late) doubts.push('after_cutoff')
  if (differs) doubts.push('typed_differs')
  if (missesPoint(course, way, times, passages)) doubts.push('point_missing')
  return {
    original: outcomeOf(course, gun, start, { way, times, done, late }),
    doubts: doubts.sort(),
    // If a mat fails, the runner loses no round, because all rounds up to the last completed round count.
    laps: laps ? times.slice(0, done + 1).filter(({ kind }) => kind === 'finish').length : null,
    start: start.at,
    times: startPoint ? [{ label: startPoint.label, kind: 'start', at: start.at, read: start.read }, ...times] : times,
    verdicts,
  }
}
