import { type ListOrder, type Ranked, sortBy } from '../ranking/columnRanks.rules.ts'
import { type ResultRanks, officialAt, ranksAt } from '../ranking/ranking.rules.ts'
import type { Clock, GenderLetter, ResultOutcome } from '../rules.ts'
import { genderAt, outcomeAt } from '../ranking/rankingInputs.rules.ts'

const after = {
  running: 2_000_000_000,
  finished: 2_000_000_000,
  dnf: 2_000_000_001,
  dsq: 2_000_000_002,
  dns: 2_000_000_003,
} as const
/**
 * Sorts a list, field after field: ranked runners by their rank (or by the rank of a clock), then runners on the
 * course, finishers without a rank, and runners who stopped. Equal runners are in the order of their ids.
 */
export const listBy = (ranked: Ranked, by: Clock | 'official'): ListOrder => {
  const known = ranked.lists.get(by)
  if (known) return known
  const { columns } = ranked
  const n = columns.ids.length
  const position = new Int32Array(n)
  for (let at = 0; at < n; at++) {
    const outcome = outcomeAt(columns, at)
    const rank = by === 'official' ? officialAt(ranked, at) : outcome === 'finished' ? ranked.ranks[by].overall[at]! : 0
    position[at] =
      rank ||
      (outcome === 'running' && columns.gun[at]! >= 0
        ? columns.gun[at]!
        : outcome === 'finished' && by !== 'official'
          ? after.finished - 1
          : after[outcome])
  }
  const positions = Float64Array.from(position)
  const order = new Uint32Array(n)
  let filled = 0
  const groups = columns.fields.map((field, code) => ({ field, code })).toSorted((a, b) => (a.field < b.field ? -1 : 1))
  for (const { code } of groups) {
    const own = new Uint32Array(n)
    let some = 0
    for (let at = 0; at < n; at++) if (columns.field[at] === code) own[some++] = at
    order.set(sortBy(own.subarray(0, some), positions), filled)
    filled += some
  }
  const list = { order, position }
  ranked.lists.set(by, list)
  return list
}

export type ListedPart = {
  gender?: GenderLetter | undefined
  outcome?: ResultOutcome | undefined
  /** The results to which the list is limited. */ among?: ReadonlySet<number> | undefined
}
const matches = ({ columns }: Ranked, at: number, { gender, outcome, among }: ListedPart): boolean =>
  (gender === undefined || genderAt(columns, at) === gender) &&
  (outcome === undefined || outcomeAt(columns, at) === outcome) &&
  (among === undefined || among.has(columns.ids[at]!))
export const countListed = (ranked: Ranked, where: ListedPart): number => {
  let count = 0
  for (let at = 0; at < ranked.columns.ids.length; at++) if (matches(ranked, at, where)) count++
  return count
}

export type Cursor = { field: string; position: number; id: number }
export type PositionedResult = ResultRanks & { id: number; position: number }
/**
 * Cuts a part out of a list, after a cursor or from a rank on. Only the main field (`''`) begins at `from`; the other
 * fields begin at their first rank. The part has at most `limit` results.
 */
export const listSliceOf = (
  ranked: Ranked,
  by: Clock | 'official',
  where: ListedPart,
  { after: cursor, from, limit }: { after?: Cursor | undefined; from?: number | undefined; limit: number },
): PositionedResult[] => {
  const { order, position } = listBy(ranked, by)
  const { ids, field, fields } = ranked.columns
  const isAfter = (at: number): boolean => {
    if (!cursor) return true
    const own = fields[field[at]!]!
    if (own !== cursor.field) return own > cursor.field
    return position[at]! !== cursor.position ? position[at]! > cursor.position : ids[at]! > cursor.id
  }
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isAfter(order[middle]!)) high = middle
    else low = middle + 1
  }
  const found: PositionedResult[] = []
  for (let n = low; n < order.length && found.length < limit; n++) {
    const at = order[n]!
    if (
      (from !== undefined && !cursor && position[at]! < from && fields[field[at]!] === '') ||
      !matches(ranked, at, where)
    )
      continue
    found.push({ ...ranksAt(ranked, at), id: ids[at]!, position: position[at]! })
  }
  return found
}
