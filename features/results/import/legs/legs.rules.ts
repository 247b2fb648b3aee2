import { clockIn } from '../reading/cells.rules.ts'
import type { Meaning } from '../reading/vocabulary.rules.ts'

const NUMERALS = '一二三四五六七八九十'
/** Reads the number of a leg: `2`, 第2棒, 第二棒, `Leg 2`. Null if the cell holds no such number. */
export const legNumber = (cell: string): number | null => {
  const found = /^(?:第|leg|棒次?)?\s*(\d{1,2}|[一二三四五六七八九十])\s*(?:棒|区|st|nd|rd|th)?(?:\s*leg)?$/i.exec(
    cell.normalize('NFKC').trim(),
  )
  if (!found) return null
  const numeral = NUMERALS.indexOf(found[1]!)
  const number = numeral >= 0 ? numeral + 1 : Number(found[1])
  return number >= 1 && number <= 30 ? number : null
}

/** Reads the leg of a title such as 第1棒, 第二棒成绩 or `Leg 3 time`; null if the title names no leg. */
const legOfTitle = (title: string): number | null => {
  const word = title
    .normalize('NFKC')
    .trim()
    .replace(/[\s_-]*(?:成绩|成績|用时|用時|时间|時間|time)$/i, '')
  return /棒|leg/i.test(word) ? legNumber(word) : null
}

/** Returns the title of the column that the import makes for a leg. */
export const legTitle = (leg: number, han: boolean): string => (han ? `第${leg}棒` : `Leg ${leg}`)

/** The share of a total by which the sum of the legs may differ from it, because firms round each leg. */
const SLACK = 0.02
const near = (ms: number, total: number): boolean => Math.abs(ms - total) <= total * SLACK

type LegTimes = { legs: readonly number[]; total: number | null }
/**
 * Tells whether the columns of legs have the time of each leg, or the time since the gun; null if the times do not show
 * which.
 */
export const kindOfLegs = (rows: readonly LegTimes[]): 'segment' | 'split' | null => {
  const most = (holds: (row: LegTimes) => boolean) => rows.length > 0 && rows.filter(holds).length >= rows.length * 0.8
  const rises = ({ legs }: LegTimes) => legs.every((ms, at) => at === 0 || ms > legs[at - 1]!)
  if (rows.some(({ total }) => total !== null)) {
    if (
      most(
        ({ legs, total }) =>
          total !== null &&
          near(
            legs.reduce((sum, ms) => sum + ms, 0),
            total,
          ),
      )
    )
      return 'segment'
    return most((row) => row.total !== null && rises(row) && near(row.legs.at(-1)!, row.total)) ? 'split' : null
  }
  return most(rises) ? null : 'segment'
}

/**
 * Gives the columns of a relay's legs their meanings. The last leg ends at the finish, so its column has no meaning
 * if the finishing time has a column of its own.
 */
export const claimLegs = (
  header: readonly string[],
  rows: readonly (readonly string[])[],
  columns: Map<Meaning, number>,
): void => {
  const legs = header
    .flatMap((title, at) => {
      const leg = legOfTitle(title)
      return leg === null ? [] : [{ leg, at, title }]
    })
    .toSorted((a, b) => a.leg - b.leg)
  if (legs.length < 2 || legs.some(({ leg }, n) => leg !== n + 1)) return
  const total = columns.get('gun') ?? columns.get('net')
  const timed = rows.flatMap((row): LegTimes[] => {
    const times = legs.map(({ at }) => clockIn(row[at] ?? '')?.ms)
    const whole = total === undefined ? undefined : clockIn(row[total] ?? '')?.ms
    if (times.some((ms) => ms === undefined) || (total !== undefined && whole === undefined)) return []
    return [{ legs: times as number[], total: whole ?? null }]
  })
  const kind = timed.length === 0 ? null : kindOfLegs(timed)
  if (kind === null) return
  for (const { at, title } of total === undefined ? legs : legs.slice(0, -1)) columns.set(`${kind}:${title}`, at)
}
