/** The rows from number `from` up to `until`, without `until` itself. */
export type RowRange = readonly [from: number, until: number]

/**
 * Finds the next range of a long list to draw. The range contains all visible rows (`seen`). On each side it adds at
 * most `most` other rows of the wanted range (`target`), so that a single move does not keep a slow phone busy. The
 * caller repeats the call until the wanted range is drawn.
 */
export const movedTo = ([from, until]: RowRange, target: RowRange, seen: RowRange, most: number): RowRange => {
  const near = from <= seen[1] && until >= seen[0]
  const [drawnFrom, drawnUntil] = near ? [from, until] : [seen[0] + most, seen[1] - most]
  return [
    Math.max(target[0], Math.min(seen[0], drawnFrom - most)),
    Math.min(target[1], Math.max(seen[1], drawnUntil + most)),
  ]
}
