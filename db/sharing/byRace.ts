import { sql } from 'kysely'

/**
 * Splits rows by race, in the order of the races, so that two transactions never wait for each other. A statement that
 * locks rows names one race: in a distributed database (docs/scale.md) only such a statement can lock.
 */
export const byRace = <Row extends { raceid: number }>(rows: readonly Row[]): [raceid: number, rows: Row[]][] =>
  [...Map.groupBy(rows, ({ raceid }) => raceid)].toSorted(([one], [other]) => one - other)

/**
 * Takes up to `limit` rows, one race after the other. `next` finds a race that has rows to take and is not among the
 * given races. `take` locks rows of that race. The result of `take` is empty if other transactions have locked all of
 * them.
 */
export const takeByRace = async <Row>(
  limit: number,
  next: (but: readonly number[]) => Promise<number | undefined>,
  take: (raceid: number, limit: number) => Promise<readonly Row[]>,
): Promise<Row[]> => {
  const taken: Row[] = []
  const seen: number[] = []
  while (taken.length < limit) {
    const raceid = await next(seen)
    if (raceid === undefined) break
    taken.push(...(await take(raceid, limit - taken.length)))
    seen.push(raceid)
  }
  return taken
}

/** Returns a condition for the query builder: a column of numbers has none of these values. */
export const isNoneOf = (column: string, values: readonly number[]) =>
  sql<boolean>`${sql.ref(column)} <> all(${values}::bigint[])`
