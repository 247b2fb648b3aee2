/** Rows from the first up to the one before the second. */
export type RowRange = readonly [from: number, until: number]

/**
 * The next stretch of a long list to draw: what is seen at once, and of what is wanted around it at most `most` rows
 * more at either end, so that no single move takes a slow phone's breath. A person who calls goes on until it is what is
 * wanted.
 */
export const movedTo = ([from, until]: RowRange, wanted: RowRange, seen: RowRange, most: number): RowRange => {
  const near = from <= seen[1] && until >= seen[0]
  const [drawnFrom, drawnUntil] = near ? [from, until] : [seen[0] + most, seen[1] - most]
  return [
    Math.max(wanted[0], Math.min(seen[0], drawnFrom - most)),
    Math.min(wanted[1], Math.max(seen[1], drawnUntil + most)),
  ]
}
