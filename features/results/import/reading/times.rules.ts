import { clockIn, isMissing, numberInCell } from './cells.rules.ts'

/**
 * The reading of a time cell. `doubt` is the reason why a person should check it. `ms` null means that the cell gave no
 * time.
 */
export type TimeRead = {
  ms: number | null
  doubt?: 'not_a_time' | 'minutes_as_hours' | 'hours_and_minutes' | 'day_fraction' | 'plain_number' | 'implausible'
}
export type TimeUnit = 'seconds' | 'minutes' | 'days' | 'milliseconds'
const MS: Record<TimeUnit, number> = { seconds: 1000, minutes: 60_000, days: 86_400_000, milliseconds: 1 }

/**
 * Tells whether a time is possible: between 1:30 a kilometre (a wheelchair downhill) and 60:00 (a walk up a mountain).
 * Any time is possible if the distance is unknown.
 */
export const plausible = (ms: number, metres: number | null): boolean =>
  metres === null || (ms / metres >= 90 && ms / metres <= 3600)

/**
 * Turns a number in a unit into milliseconds. A number of minutes or days that is very close to a whole second counts
 * as that second; otherwise its fraction counts.
 */
const toMs = (value: number, decimals: number, unit: TimeUnit): number => {
  const ms = value * MS[unit]
  if (unit === 'seconds' || unit === 'milliseconds') return Math.round(ms)
  const whole = Math.round(ms / 1000) * 1000
  return Math.abs(ms - whole) <= 0.5 * 10 ** -decimals * MS[unit] + 1 ? whole : Math.round(ms)
}

/**
 * Finds the unit in which a column's numbers are possible times over the distance. If the distance is unknown or no
 * unit fits, the size of the numbers decides.
 */
export const unitOf = (values: readonly number[], metres: number | null): TimeUnit => {
  const sorted = values.toSorted((a, b) => a - b)
  const median = sorted[sorted.length >> 1] ?? 0
  if (metres !== null) {
    const fits = (['seconds', 'minutes', 'days', 'milliseconds'] as const).filter((unit) =>
      plausible(median * MS[unit], metres),
    )
    if (fits.length > 0) return fits[0]!
  }
  return median < 3 ? 'days' : median < 1000 ? 'minutes' : median < 500_000 ? 'seconds' : 'milliseconds'
}

/** Reads a time that was written without its colons: `30512` is 3:05:12 and `4512` is 45:12. Null for another text. */
const joinedIn = (cell: string): number | null => {
  const found = /^(\d{1,2})?([0-5]\d)([0-5]\d)(\.\d{1,3})?$/.exec(cell.trim())
  if (!found) return null
  const [, hours = 0, minutes, seconds, fraction = 0] = found
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Math.round(Number(fraction) * 1000)
}
const FORM = /h+m+s+/i
const RARE = 1e-4
const MISPRINTS = 0.05
/**
 * Tells whether a column's numbers are times without colons. Nearly all numbers must have the form of such a time, and
 * the median time must be possible. If the title says `hhmmss`, this is enough. Otherwise the column must be long. A
 * number of seconds has this form in up to six of ten cases, but many numbers of seconds do not all have it.
 */
const areJoined = (cells: readonly string[], metres: number | null, title: string): boolean => {
  const times = cells.map(joinedIn).filter((ms) => ms !== null)
  if (times.length === 0 || times.length < cells.length * (1 - MISPRINTS)) return false
  const median = times.toSorted((a, b) => a - b)[times.length >> 1]!
  const chance = cells.reduce((all, cell) => all * (/^\d{5}/.test(cell) ? 0.36 : 0.6), 1)
  return plausible(median, metres) && (chance < RARE || FORM.test(title.replace(/[^a-z]/gi, '')))
}

const SAMPLE = 1000

/**
 * Makes a reader for one column of times over `metres`. It reads a number in the unit `given`, or else in the unit that
 * fits a sample of the column. An impossible time with colons may be `mm:ss` that was stored as `mm:ss:00`, or hours
 * and minutes. If the other reading gives a possible time, the reader returns this time with a doubt.
 */
export const timeReader = (
  cells: readonly (string | undefined)[],
  metres: number | null,
  given?: TimeUnit,
  title = '',
): ((cell: string | undefined) => TimeRead) => {
  const numbers: number[] = []
  const digits: string[] = []
  let clocks = 0
  const step = Math.ceil(cells.length / SAMPLE)
  for (let at = 0; at < cells.length; at += step) {
    const cell = cells[at]
    if (cell === undefined || isMissing(cell)) continue
    const number = cell.includes(':') ? null : numberInCell(cell)
    if (number) {
      numbers.push(number.value)
      digits.push(cell)
    } else if (clockIn(cell)) clocks++
  }
  // If most cells are times with colons, a number is the inner value of a spreadsheet's cell.
  const stray = clocks > numbers.length
  const columnUnit = given ?? unitOf(numbers, metres)
  const joined = !stray && given === undefined && areJoined(digits, metres, title)
  return (cell) => {
    if (cell === undefined || isMissing(cell)) return { ms: null }
    const clock = clockIn(cell)
    if (!clock) {
      const number = numberInCell(cell)
      if (!number) return { ms: null, doubt: 'not_a_time' }
      if (joined) {
        const ms = joinedIn(cell)
        if (ms === null) return { ms, doubt: 'not_a_time' }
        return plausible(ms, metres) ? { ms } : { ms, doubt: 'implausible' }
      }
      const unit = stray ? unitOf([number.value], metres) : columnUnit
      const ms = toMs(number.value, number.decimals, unit)
      if (ms <= 0) return { ms: null, doubt: 'not_a_time' }
      return stray
        ? { ms, doubt: unit === 'days' ? 'day_fraction' : 'plain_number' }
        : plausible(ms, metres)
          ? { ms }
          : { ms, doubt: 'implausible' }
    }
    if (plausible(clock.ms, metres)) return { ms: clock.ms }
    const [minutes, hours] = [(clock.first * 60 + clock.second) * 1000, (clock.first * 60 + clock.second) * 60_000]
    if (clock.parts === 3 && clock.third === 0 && plausible(minutes, metres))
      return { ms: minutes, doubt: 'minutes_as_hours' }
    if (clock.parts === 2 && plausible(hours, metres)) return { ms: hours, doubt: 'hours_and_minutes' }
    return { ms: clock.ms, doubt: 'implausible' }
  }
}
