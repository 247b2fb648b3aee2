import type { FileTable } from '#features/files/table.rules.ts'
import { clockIn } from './cells.rules.ts'
import type { ColumnsByMeaning } from './columns.rules.ts'
import { type TimeRead, plausible } from './times.rules.ts'

/** The moment of the gun in milliseconds of the day, and the column with the times since then. */
export type DayGun = { ms: number; at: number }

const DAY = 86_400_000
const HOUR = 3_600_000
const ROUNDING = 1500
const SAMPLE = 400
const ENOUGH = 5

const timeAt = (row: readonly string[], at: number | undefined): number | null =>
  at === undefined ? null : (clockIn(row[at] ?? '')?.ms ?? null)
const within = (ms: number): number => ((ms % DAY) + DAY) % DAY

/** Finds the moment on which nearly all rows agree, apart from rounding to seconds; null if the rows do not agree. */
const agreed = (moments: readonly number[]): number | null => {
  if (moments.length < ENOUGH) return null
  const middle = moments.toSorted((a, b) => a - b)[moments.length >> 1]!
  return moments.filter((one) => Math.abs(one - middle) <= ROUNDING).length >= moments.length * 0.9 ? middle : null
}

/**
 * Finds the moment of the gun in a file that prints times of day. A time of day minus the gun time, or minus the time
 * to the start line, gives the same moment in nearly every row. Null if no column gives one moment, or if a runner ran
 * for 24 hours or longer.
 */
export const gunOfDay = ({ header, rows }: FileTable, columns: ColumnsByMeaning): DayGun | null => {
  const [gun, net] = [columns.get('gun'), columns.get('net')]
  if (gun === undefined) return null
  const step = Math.ceil(rows.length / SAMPLE)
  const timed = rows.filter((row, n) => n % step === 0 && timeAt(row, gun) !== null)
  if (timed.some((row) => timeAt(row, gun)! >= DAY)) return null
  const momentsAt = (at: number, since: (row: readonly string[]) => number | null) =>
    timed.flatMap((row) => {
      const [clock, passed] = [timeAt(row, at), since(row)]
      return clock === null || passed === null || clock >= DAY ? [] : [within(clock - passed)]
    })
  const toStart = (row: readonly string[]): number | null => {
    const ran = timeAt(row, net)
    return ran === null ? null : timeAt(row, gun)! - ran
  }
  for (const at of header.keys()) {
    if (at === gun || at === net) continue
    for (const since of [(row: readonly string[]) => timeAt(row, gun), toStart]) {
      const ms = agreed(momentsAt(at, since))
      if (ms !== null && ms >= HOUR) return { ms: Math.round(ms / 1000) * 1000, at: gun }
    }
  }
  return null
}

/**
 * Tells whether a point's column has times of day. Nearly every value must be greater than the runner's gun time, and
 * the time from the gun to the value must not be longer than the gun time.
 */
export const isOfDay = ({ rows }: FileTable, at: number, gun: DayGun): boolean => {
  const step = Math.ceil(rows.length / SAMPLE)
  const pairs = rows.flatMap((row, n) => {
    const [clock, ran] = [timeAt(row, at), timeAt(row, gun.at)]
    return n % step !== 0 || clock === null || ran === null ? [] : [{ clock, ran }]
  })
  const fits = pairs.filter(({ clock, ran }) => clock > ran && within(clock - gun.ms) <= ran + ROUNDING)
  return pairs.length >= ENOUGH && fits.length >= pairs.length * 0.9
}

/** Returns a function that turns times of day into times since the gun. */
export const readOfDay =
  (gun: DayGun, metres: number | null) =>
  (cell: string | undefined): TimeRead => {
    if (cell === undefined || cell.trim() === '') return { ms: null }
    const clock = clockIn(cell)
    if (!clock) return /\d/.test(cell) ? { ms: null, doubt: 'not_a_time' } : { ms: null }
    const ms = within(clock.ms - gun.ms)
    return plausible(ms, metres) ? { ms } : { ms, doubt: 'implausible' }
  }
