const DAY_MS = 86_400_000

/** The same days with those between them on which nothing happened, so that a chart shows them as such. */
export const daysWithout = <Line extends { values: readonly number[] }>(
  days: readonly string[],
  lines: readonly Line[],
): { days: string[]; lines: Line[] } => {
  if (days.length === 0) return { days: [], lines: lines.map((line) => ({ ...line, values: [] })) }
  const at = new Map(days.map((day, nth) => [day, nth]))
  const [first, last] = [Date.parse(`${days[0]}T00:00:00Z`), Date.parse(`${days.at(-1)}T00:00:00Z`)]
  const all = Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_, nth) =>
    new Date(first + nth * DAY_MS).toISOString().slice(0, 10),
  )
  return {
    days: all,
    lines: lines.map((line) => ({ ...line, values: all.map((day) => line.values[at.get(day) ?? -1] ?? 0) })),
  }
}
