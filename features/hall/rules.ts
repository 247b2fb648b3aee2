import { HallSettings, type JobState, type Paper } from './contract.ts'

/** Reads the settings of a hall. Missing settings have defaults. */
export const hallOf = (settings: unknown): HallSettings => {
  const read = HallSettings.safeParse(settings ?? {})
  return read.success ? read.data : HallSettings.parse({})
}

/** Tells whether runners may send pictures at the moment. */
export const isHallOpenNow = (
  { open, from, until }: Pick<HallSettings, 'open' | 'from' | 'until'>,
  now: Date,
): boolean => open && (from === undefined || new Date(from) <= now) && (until === undefined || now < new Date(until))

/** The time for which a station counts as present after its last report. */
const PRESENT_MS = 120_000
export const isStationPresent = (station: { seen_at: Date | null }, now: Date): boolean =>
  station.seen_at !== null && now.getTime() - station.seen_at.getTime() < PRESENT_MS

/** The time for which a screen shows a test picture, and a printer offers to print it. */
const testMs = { screen: 20_000, printer: 120_000 } as const
/** Returns the test picture that a device shows now, with the time until it ends; null if it shows none. */
export const testOf = (
  { kind, tested_at }: { kind: string; tested_at: Date | null },
  now: Date,
): { at: Date; left_ms: number } | null => {
  if (tested_at === null) return null
  const left_ms = tested_at.getTime() + (kind === 'printer' ? testMs.printer : testMs.screen) - now.getTime()
  return left_ms > 0 ? { at: tested_at, left_ms } : null
}

/**
 * The time without a report of a printer after which a sheet is in doubt. Only staff can then find out whether it was
 * printed.
 */
const DOUBT_MS = 180_000
export const doubtfulSince = (now: Date): Date => new Date(now.getTime() - DOUBT_MS)

/** The states that count towards a runner's limit. */
export const counted: readonly JobState[] = [
  'held',
  'waiting',
  'showing',
  'shown',
  'taken',
  'printing',
  'done',
  'removed',
]
/** The states of pictures that wait or are held, that a screen shows, or that a printer took or prints. */
export const underWay: readonly JobState[] = ['held', 'waiting', 'showing', 'taken', 'printing']

/** Returns the milliseconds until a screen's picture ends. */
export const leftOf = (job: { state_at: Date } | undefined, seconds: number, now: Date): number =>
  job ? Math.max(0, job.state_at.getTime() + seconds * 1000 - now.getTime()) : 0

/**
 * Returns the new state of a picture after a decision of staff; undefined if the decision does not fit the present
 * state.
 */
export const judgedJob = (
  state: JobState,
  kind: 'cast' | 'print',
  action: 'approve' | 'remove' | 'again' | 'done',
): JobState | undefined => {
  if (action === 'approve') return state === 'held' ? 'waiting' : undefined
  if (action === 'remove') return state === 'withdrawn' || state === 'removed' ? undefined : 'removed'
  if (action === 'again')
    return kind === 'print' && (state === 'printing' || state === 'taken' || state === 'failed' || state === 'done')
      ? 'waiting'
      : kind === 'cast' && state === 'shown'
        ? 'waiting'
        : undefined
  return kind === 'print' && (state === 'printing' || state === 'taken') ? 'done' : undefined
}

const sizes: Record<Paper, readonly [number, number]> = { A4: [210, 297], A5: [148, 210], '6in': [102, 152] }
/** Returns a sheet in millimetres, upright or lying like the picture. */
export const sheetFor = (paper: Paper, width: number, height: number): { width: number; height: number } => {
  const [short, long] = sizes[paper]
  return width > height ? { width: long, height: short } : { width: short, height: long }
}
