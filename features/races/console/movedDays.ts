/**
 * Counts the calendar days by which a race moves. Both times are on the clock of the race's place: `2026-11-01T07:30`.
 */
export const movedDays = (from: string, to: string): number => {
  const [before, after] = [from, to].map((local) => Date.parse(`${local.slice(0, 10)}T00:00:00Z`)) as [number, number]
  const days = Math.round((after - before) / 86_400_000)
  return Number.isFinite(days) ? days : 0
}
