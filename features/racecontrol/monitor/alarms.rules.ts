import { metresBetween } from '#features/courses/shape.rules.ts'

/** The kinds of alarms, the most urgent first. */
export const alarmKinds = ['sos', 'still', 'back', 'off', 'silent', 'overdue', 'cutoff', 'battery'] as const
export type AlarmKind = (typeof alarmKinds)[number]
export const watchedKinds = ['runner', 'pacer', 'sweeper', 'vehicle'] as const
export type AlarmCarrierKind = (typeof watchedKinds)[number]

/** The settings of a race. Minutes, metres and percent are whole numbers. 0 switches an alarm off. */
export type AlarmSettings = {
  still_minutes: number
  off_metres: number
  off_minutes: number
  back_metres: number
  silent_minutes: number
  battery_percent: number
  cutoff: boolean
  overdue: boolean
}
export const usualAlarmSettings: AlarmSettings = {
  still_minutes: 10,
  off_metres: 150,
  off_minutes: 3,
  back_metres: 300,
  silent_minutes: 15,
  battery_percent: 15,
  cutoff: true,
  overdue: true,
}

/**
 * One fix of a carrier. `along` is the distance from the start, and `off` is the distance from the course, both in
 * metres. Null if unknown.
 */
export type WatchedFix = { at: number; lat: number; lon: number; along: number | null; off: number | null }
/** A point of the course with the time of its cut-off. */
export type CutoffPoint = { metres: number; closes: number }
/** A carrier with its latest fixes, the earliest first. All moments are in milliseconds. */
export type CarrierOnCourse = {
  kind: AlarmCarrierKind
  fixes: readonly WatchedFix[]
  /** The last contact with the device. Null if the device has sent nothing yet. */
  seen: number | null
  battery: number | null
  /** The moment at which the carrier asked for help. */
  sos: number | null
  /** The moment from which the carrier is on the course; null before the gun. */
  started: number | null
  /** True if the carrier has finished or left the race. */
  ended: boolean
  /** The farthest place along the course so far. */
  farthest: number | null
  gates: readonly CutoffPoint[]
  /** The moment since which the runner is overdue at the next point, computed from the reads at the points. */
  overdue: number | null
}
/**
 * A reason for an alarm: its beginning, its place, and the value that passed the limit (metres, minutes or percent).
 */
export type Finding = {
  kind: AlarmKind
  since: number
  metres: number | null
  lat: number | null
  lon: number | null
  value: number | null
}

const MINUTE = 60_000
/** The distance that a resting device may seem to move. A device without a free view of the sky is inaccurate. */
const STRAY = 40
/**
 * The part of a limit below which an alarm ends. A value near the limit therefore does not raise and end the alarm many
 * times.
 */
const ENDS_BELOW = 0.7
/** The number of percent above the limit at which the alarm about the battery ends. */
const CHARGED = 5
/** The distance before a point, in metres, at which a carrier counts as having reached the point. */
const REACHED = 50

type Reason = { since: number; value: number | null } | undefined

/**
 * Finds the beginning of the present rest: the first fix since which the carrier has stayed near the last fix. Returns
 * null without a fix.
 */
const restSince = (fixes: readonly WatchedFix[]): number | null => {
  const last = fixes.at(-1)
  if (!last) return null
  const moved = fixes.findLastIndex((fix) => metresBetween(fix, last) > STRAY)
  return fixes[moved + 1]!.at
}
const stillFor = ({ fixes, started }: CarrierOnCourse, { still_minutes }: AlarmSettings, now: number): Reason => {
  const [since, last] = [restSince(fixes), fixes.at(-1)]
  if (since === null || !last || started === null || still_minutes === 0) return undefined
  const from = Math.max(since, started)
  // A silent device gives no information about a rest, so only the time between fixes counts.
  return last.at - from >= still_minutes * MINUTE
    ? { since: from, value: Math.floor((now - from) / MINUTE) }
    : undefined
}
const offFor = ({ fixes, started }: CarrierOnCourse, settings: AlarmSettings, isOn: boolean): Reason => {
  const { off_metres, off_minutes } = settings
  const last = fixes.at(-1)
  if (off_metres === 0 || started === null || !last || last.off === null) return undefined
  const limit = isOn ? off_metres * ENDS_BELOW : off_metres
  const near = fixes.findLastIndex(({ off }) => off !== null && off <= limit)
  const since = fixes[near + 1]
  if (!since || last.at < started) return undefined
  return isOn || last.at - since.at >= off_minutes * MINUTE
    ? { since: since.at, value: Math.round(last.off) }
    : undefined
}
/**
 * Returns the reason for an alarm if a carrier has turned back: the last three fixes on the course are too far behind
 * the farthest place. Returns undefined otherwise.
 */
const backFor = (
  { fixes, farthest, started }: CarrierOnCourse,
  { back_metres }: AlarmSettings,
  isOn: boolean,
): Reason => {
  const placed = fixes.filter(({ along }) => along !== null).slice(-3)
  if (back_metres === 0 || started === null || farthest === null || placed.length < 3) return undefined
  const limit = farthest - (isOn ? back_metres * ENDS_BELOW : back_metres)
  const isBehind = placed.every(({ along }) => along! < limit)
  return isBehind ? { since: placed[0]!.at, value: Math.round(farthest - placed.at(-1)!.along!) } : undefined
}
const silentFor = ({ seen, started }: CarrierOnCourse, { silent_minutes }: AlarmSettings, now: number): Reason => {
  if (silent_minutes === 0 || seen === null || started === null) return undefined
  const minutes = Math.floor((now - Math.max(seen, started)) / MINUTE)
  return minutes >= silent_minutes ? { since: seen, value: minutes } : undefined
}
const batteryFor = (
  { battery, started }: CarrierOnCourse,
  { battery_percent }: AlarmSettings,
  now: number,
  isOn: boolean,
): Reason => {
  if (battery_percent === 0 || battery === null || started === null) return undefined
  return battery <= battery_percent + (isOn ? CHARGED : 0) ? { since: now, value: battery } : undefined
}
const cutoffFor = ({ gates, farthest }: CarrierOnCourse, { cutoff }: AlarmSettings, now: number): Reason => {
  if (!cutoff || farthest === null) return undefined
  const missed = gates.find(({ metres, closes }) => closes < now && farthest < metres - REACHED)
  return missed && { since: missed.closes, value: Math.floor((now - missed.closes) / MINUTE) }
}
const overdueFor = ({ overdue }: CarrierOnCourse, settings: AlarmSettings, now: number): Reason =>
  settings.overdue && overdue !== null ? { since: overdue, value: Math.floor((now - overdue) / MINUTE) } : undefined

/**
 * The alarms that each kind of carrier can have. For a vehicle it is normal to stop, to turn and to leave the course.
 */
const watchedFor: Readonly<Record<AlarmCarrierKind, readonly AlarmKind[]>> = {
  runner: alarmKinds,
  pacer: ['sos', 'still', 'back', 'off', 'silent', 'battery'],
  sweeper: ['sos', 'off', 'silent', 'battery'],
  vehicle: ['sos', 'silent', 'battery'],
}

/**
 * Finds the reasons for alarms about one carrier at a moment. `on` names the alarms whose reason has lasted until now.
 * Some of these reasons end only at a distance from their limit. For a carrier that has finished or left the race, only
 * a call for help is a reason.
 */
export const alarmFindings = (
  watched: CarrierOnCourse,
  settings: AlarmSettings,
  on: ReadonlySet<AlarmKind>,
  now: number,
): Finding[] => {
  const reasons: Readonly<Record<AlarmKind, () => Reason>> = {
    sos: () => (watched.sos === null ? undefined : { since: watched.sos, value: null }),
    still: () => stillFor(watched, settings, now),
    back: () => backFor(watched, settings, on.has('back')),
    off: () => offFor(watched, settings, on.has('off')),
    silent: () => silentFor(watched, settings, now),
    overdue: () => overdueFor(watched, settings, now),
    cutoff: () => cutoffFor(watched, settings, now),
    battery: () => batteryFor(watched, settings, now, on.has('battery')),
  }
  const last = watched.fixes.at(-1)
  const place = { metres: last?.along ?? null, lat: last?.lat ?? null, lon: last?.lon ?? null }
  return watchedFor[watched.kind].flatMap((kind) => {
    if (watched.ended && kind !== 'sos') return []
    const reason = reasons[kind]()
    return reason ? [{ kind, ...reason, ...place }] : []
  })
}

/** A carrier's alarm. The reason for the alarm still lasts. A person may already have ended the alarm. */
export type Lasting = { id: number; kind: AlarmKind; since: number }
/**
 * Compares the reasons found now with the alarms whose reason lasts. A lasting reason raises no second alarm, even if a
 * person has ended the first alarm. Only a person ends a call for help, and a later call is a new alarm.
 */
export const alarmStepOf = (
  findings: readonly Finding[],
  lasting: readonly Lasting[],
  lastSos: number | null,
): { raise: Finding[]; clear: number[] } => ({
  raise: findings.filter(({ kind, since }) =>
    kind === 'sos'
      ? !lasting.some((one) => one.kind === 'sos') && (lastSos === null || since > lastSos)
      : !lasting.some((one) => one.kind === kind),
  ),
  clear: lasting.filter(({ kind }) => kind !== 'sos' && !findings.some((one) => one.kind === kind)).map(({ id }) => id),
})
