/**
 * A shift of published ranks. From the rank `from` on, each rank is `by` greater than the times say, until the next
 * shift. `by` may be negative, and 0 after a shift that ends the shifts before it.
 */
export type Shift = { from: number; by: number }
/** A published rank with the lowest and the highest rank that are possible for the row's time. */
export type RankedRow = { at: number; given: number; least: number; most: number }

const AHEAD = 12
const NEEDED = 5

const fits = ({ given, least, most }: RankedRow, by: number): boolean => given - by >= least && given - by <= most

/** Counts how many of the next rows fit a shift. */
const fitting = (rows: readonly RankedRow[], from: number, by: number): { fit: number; of: number } => {
  const ahead = rows.slice(from, from + AHEAD)
  return { fit: ahead.filter((row) => fits(row, by)).length, of: ahead.length }
}

/**
 * Finds the shifts in published ranks. A rank that the file leaves out, or a runner of another class, moves all later
 * ranks by one. A shift is reported once and explains all later ranks that it fits. `unlike` has the rows that no shift
 * explains.
 */
export const shiftsIn = (ranked: readonly RankedRow[]): { shifts: Shift[]; unlike: number[] } => {
  const rows = ranked.toSorted((a, b) => a.given - b.given || a.least - b.least)
  const shifts: Shift[] = []
  const unlike: number[] = []
  let by = 0
  for (const [n, row] of rows.entries()) {
    if (fits(row, by)) continue
    const stays = fitting(rows, n, by)
    let best = { by, fit: stays.fit }
    for (const next of new Set([by + 1, by - 1, row.given - row.least, row.given - row.most])) {
      const { fit } = fitting(rows, n, next)
      if (fits(row, next) && fit > best.fit) best = { by: next, fit }
    }
    if (best.by !== by && best.fit >= NEEDED && best.fit * 5 >= stays.of * 4) {
      shifts.push({ from: row.given, by: best.by })
      by = best.by
    } else unlike.push(row.at)
  }
  return { shifts, unlike }
}
