import { clockIn } from '../reading/cells.rules.ts'
import { NUMERAL, ordinal } from '../reading/points.rules.ts'
import type { Meaning } from '../reading/vocabulary.rules.ts'

type Column = { at: number; title: string }

/** Words for one of several points or rounds. A number stands before or after such a word. */
const WORD =
  'split|lap|loop|round|circuit|segment|section|runde|tour|vuelta|giro|ronde|varv|intermediate|zwischenzeit|分段|圈|圈数|段|周|周回|轮|輪|ラップ|スプリット|周目|랩|바퀴'
/** Words that also name a result. Two columns with such a word may be the gun time and the net time of one result. */
const RESULT = 'time|timing|chrono|zeit|成绩|成績|计时|計時|用时|用時'
/** The word for a time that may stand behind the number: `LAP1 Time`, 第一圈用时. */
const TIME_BEHIND = '[\\s_-]*(?:time|用时|用時|成绩|成績|时间|時間|计时|計時)$'
const FORMS = [
  new RegExp(`^(?<word>${WORD}|${RESULT})[\\s_.#-]*(?<number>${NUMERAL})(?:$|${TIME_BEHIND})`, 'i'),
  new RegExp(`^第?\\s*(?<number>${NUMERAL})\\s*(?<word>${WORD})(?:$|${TIME_BEHIND})`, 'i'),
]
const RESULT_WORD = new RegExp(`^(?:${RESULT})$`, 'i')
const TIME_AT_END = new RegExp(TIME_BEHIND, 'i')

const numberedIn = (title: string): { word: string; number: number } | null => {
  const text = title.normalize('NFKC').trim()
  const found = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  return found ? { word: found['word']!.toLowerCase(), number: ordinal(found['number']!) } : null
}

/**
 * Finds lists of columns whose titles count the points of a course or the rounds of a race: `Split 1` to `Split 8`, 第1圈
 * and 第2圈. The numbers of a list begin with 1 and have no gaps.
 */
export const lapsIn = (header: readonly string[]): Column[][] => {
  const found = header.flatMap((title, at) => {
    const one = numberedIn(title)
    return one ? [{ ...one, at, title }] : []
  })
  return [...Map.groupBy(found, ({ word }) => word)].flatMap(([word, columns]) => {
    const ordered = columns.toSorted((a, b) => a.number - b.number)
    return ordered.length >= (RESULT_WORD.test(word) ? 3 : 2) && ordered.every(({ number }, n) => number === n + 1)
      ? [ordered]
      : []
  })
}

/** The share of the runners whose times must agree. The others may have faults in their times. */
const MOST = 0.8
/** The largest difference between the sum of the segments and the finishing time, as a share of the finishing time. */
const SLACK = 0.02
/** The largest difference in ms between two times of the same finish. */
const SAME_MS = 2000

type Row = { laps: readonly number[]; totals: readonly number[] }
/**
 * Tells whether the columns hold the time since the start (`split`) or the time of each part (`segment`), and whether
 * the last column is the finish. Null if the times fit both kinds or neither.
 */
const kindOf = (rows: readonly Row[]): { kind: 'split' | 'segment'; ends: boolean } | null => {
  const share = (holds: (row: Row) => boolean) => rows.filter(holds).length / rows.length
  const sumOf = ({ laps }: Row) => laps.reduce((sum, ms) => sum + ms, 0)
  const rising = share(({ laps }) => laps.every((ms, at) => at === 0 || ms > laps[at - 1]!))
  if (share((row) => row.totals.some((total) => Math.abs(sumOf(row) - total) <= total * SLACK)) >= MOST)
    return { kind: 'segment', ends: true }
  const within = share(({ laps, totals }) => laps.at(-1)! <= Math.max(...totals) + SAME_MS)
  if (rising >= MOST && within >= MOST) {
    if (share(({ laps, totals }) => totals.some((total) => Math.abs(laps.at(-1)! - total) <= SAME_MS)) >= MOST)
      return { kind: 'split', ends: true }
    if (share((row) => sumOf(row) > Math.max(...row.totals)) >= MOST) return { kind: 'split', ends: false }
    return null
  }
  const fits = share((row) => sumOf(row) <= Math.max(...row.totals)) >= MOST
  return rising < 1 - MOST && fits ? { kind: 'segment', ends: false } : null
}

/** Returns the label of a point: the title without a word such as `Time` at its end. */
const labelOf = (title: string): string => (title.trim().replace(TIME_AT_END, '') || title.trim()).slice(0, 20)

export const labelsOfLaps = (lists: readonly (readonly Column[])[]): ReadonlyMap<number, string> =>
  new Map(lists.flatMap((list) => list.map(({ at, title }) => [at, labelOf(title)] as const)))

/**
 * Gives the columns of points or rounds their meanings. The meaning follows from the times of the runners who have a
 * time in every one of these columns. A last column that only repeats the finishing time gets no meaning.
 */
export const claimLaps = (
  lists: readonly (readonly Column[])[],
  rows: readonly (readonly string[])[],
  columns: Map<Meaning, number>,
): void => {
  const ends = [columns.get('gun'), columns.get('net')].filter((at) => at !== undefined)
  for (const list of lists) {
    const timed = rows.flatMap((row): Row[] => {
      const laps = list.map(({ at }) => clockIn(row[at] ?? '')?.ms)
      const totals = ends.flatMap((at) => clockIn(row[at] ?? '')?.ms ?? [])
      return laps.some((ms) => ms === undefined) || totals.length === 0 ? [] : [{ laps: laps as number[], totals }]
    })
    const found = timed.length === 0 ? null : kindOf(timed)
    if (!found) continue
    for (const { at, title } of found.ends ? list.slice(0, -1) : list)
      columns.set(`${found.kind}:${labelOf(title)}`, at)
    // A second list holds the same points once more, for example the time of each round beside the time since the
    // start.
    return
  }
}
