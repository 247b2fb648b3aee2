/**
 * Keyset pages: a list is read in its order, and a cursor tells where the next page begins. A caller does not read a
 * cursor. The server ignores a text that is no cursor, so an old link begins at the first page.
 */

export const cursorOf = (...numbers: readonly number[]): string => numbers.join('.')

/** Returns the numbers of a cursor. Undefined if the cursor does not hold exactly `count` numbers. */
export const numbersIn = (cursor: string | undefined, count: number): number[] | undefined => {
  const parts = (cursor ?? '').split('.')
  return parts.length === count && parts.every((part) => /^\d{1,15}$/.test(part)) ? parts.map(Number) : undefined
}

/** Reads the id of the last seen row from the cursor of a list in the order of its ids. */
export const idIn = (cursor: string | undefined): number | undefined => numbersIn(cursor, 1)?.[0]

/** Reads the moment and the id of the last seen row from the cursor of a list in the order of time. */
export const momentCursorIn = (cursor: string | undefined): { at: Date; id: number } | undefined => {
  const found = numbersIn(cursor, 2)
  return found && { at: new Date(found[0]!), id: found[1]! }
}

/** Returns the number of rows to read for a page. The one row beyond the page shows that the list has more pages. */
export const rowsFor = (limit: number): number => limit + 1

/**
 * Returns the rows of a page and the cursor of the next page, null at the end of the list. `rows` are up to
 * `rowsFor(limit)` rows.
 */
export const pageOf = <Row>(
  rows: readonly Row[],
  limit: number,
  cursor: (last: Row) => string | number,
): { rows: Row[]; after: string | null } => {
  const page = rows.slice(0, limit)
  return { rows: page, after: rows.length > limit ? String(cursor(page.at(-1)!)) : null }
}

/** Returns the cursor of a row, for a list in the order of its ids. */
export const byId = ({ id }: { id: number }): number => id

/** Returns the cursor of a row, for a list in the order of creation. */
export const byMoment = ({ created_at, id }: { created_at: Date; id: number }): string =>
  cursorOf(created_at.getTime(), id)
