import { type ResultOutcome, outcomes } from '../rules.ts'

/**
 * A result as a version stores it. `time_ms` is the time by the clock that decides ranks. `name` is a number that
 * changes with the name, and not the name itself.
 */
export type VersionRow = {
  id: number
  bib: string
  outcome: ResultOutcome
  time_ms: number | null
  rank: number | null
  name: number
}

const UNIT = '\u001f'
/**
 * Writes a list in columns, because they compress well. For each id, the list has the difference to the previous id.
 * Each outcome is one digit, and an empty text means no value. `readListText` has removed separators from the bibs.
 */
export const writeList = (rows: readonly VersionRow[]): string => {
  let last = 0
  const steps = rows.map(({ id }) => {
    const step = id - last
    last = id
    return step
  })
  const column = (of: (row: VersionRow) => number | null) => rows.map((row) => of(row) ?? '').join(UNIT)
  return [
    rows.length,
    steps.join(UNIT),
    rows.map(({ bib }) => bib).join(UNIT),
    rows.map(({ outcome }) => outcomes.indexOf(outcome)).join(''),
    column(({ time_ms }) => time_ms),
    column(({ rank }) => rank),
    column(({ name }) => name),
  ].join('\u001e')
}

const numberIn = (text: string | undefined): number | null => (text === undefined || text === '' ? null : Number(text))
export const readVersionList = (text: string): VersionRow[] => {
  const [count, ...columns] = text.split('\u001e')
  const [steps, bibs, kinds, times, ranks, names] = columns
  if (Number(count) === 0) return []
  const cells = (column: string | undefined) => (column ?? '').split(UNIT)
  const [of, written, ms, places, marks] = [cells(steps), cells(bibs), cells(times), cells(ranks), cells(names)]
  let id = 0
  return of.map((step, at) => {
    id += Number(step)
    return {
      id,
      bib: written[at] ?? '',
      outcome: outcomes[Number(kinds?.[at] ?? 0)]!,
      time_ms: numberIn(ms[at]),
      rank: numberIn(places[at]),
      name: numberIn(marks[at]) ?? 0,
    }
  })
}
