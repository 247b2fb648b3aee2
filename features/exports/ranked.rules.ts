/** Returns a page of a ranking. The server computes a ranking as a whole, because each rank depends on everybody. */
export const pageOfRanking = <Row>(
  rows: readonly Row[],
  after: string | undefined,
  limit: number,
): { rows: Row[]; after: string | null } => {
  const from = /^\d{1,9}$/.test(after ?? '') ? Number(after) : 0
  const upto = from + limit
  return { rows: rows.slice(from, upto), after: upto < rows.length ? String(upto) : null }
}
