import { HallSettings, type JobState, type Paper } from './contract.ts'

/** A hall's settings from its row; missing ones have their defaults. */
export const hallOf = (settings: unknown): HallSettings => {
  const read = HallSettings.safeParse(settings ?? {})
  return read.success ? read.data : HallSettings.parse({})
}

/** Tells whether runners may send pictures now. */
export const isOpen = ({ open, from, until }: Pick<HallSettings, 'open' | 'from' | 'until'>, now: Date): boolean =>
  open && (from === undefined || new Date(from) <= now) && (until === undefined || now < new Date(until))

/** A station that reported within this time counts as present. */
const PRESENT_MS = 120_000
export const isPresent = (station: { seen_at: Date | null }, now: Date): boolean =>
  station.seen_at !== null && now.getTime() - station.seen_at.getTime() < PRESENT_MS

/** A printer took the sheet and has reported nothing for this long: only staff know whether it was printed. */
const DOUBT_MS = 180_000
export const doubtfulSince = (now: Date): Date => new Date(now.getTime() - DOUBT_MS)

/** States that count towards a runner's own limit: all except pictures that the hall failed to show or print. */
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
/** In line or under way. */
export const underWay: readonly JobState[] = ['held', 'waiting', 'showing', 'taken', 'printing']

/** Milliseconds until a screen's picture ends. */
export const leftOf = (job: { state_at: Date } | undefined, seconds: number, now: Date): number =>
  job ? Math.max(0, job.state_at.getTime() + seconds * 1000 - now.getTime()) : 0

/** The action of staff on a picture in its state; undefined: none. */
export const judged = (
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
/** A sheet in millimetres, turned like the picture. */
export const sheetFor = (paper: Paper, width: number, height: number): { width: number; height: number } => {
  const [short, long] = sizes[paper]
  return width > height ? { width: long, height: short } : { width: short, height: long }
}
