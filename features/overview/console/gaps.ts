const steps = { day: 86_400_000, hour: 3_600_000 } as const
export type ChartStep = keyof typeof steps

/** Returns the beginning of a day (`2026-11-23`) or an hour (`2026-11-23T14`) in UTC, in milliseconds. */
const instantOf = (period: string): number =>
  Date.parse(period.length === 10 ? `${period}T00:00:00Z` : `${period}:00:00Z`)

/** Adds the empty days or hours between the periods, so that a chart shows them. */
export const withGaps = <Line extends { values: readonly number[] }>(
  step: ChartStep,
  periods: readonly string[],
  lines: readonly Line[],
): { periods: string[]; lines: Line[] } => {
  if (periods.length === 0) return { periods: [], lines: lines.map((line) => ({ ...line, values: [] })) }
  const at = new Map(periods.map((period, nth) => [period, nth]))
  const [first, last] = [instantOf(periods[0]!), instantOf(periods.at(-1)!)]
  const all = Array.from({ length: Math.round((last - first) / steps[step]) + 1 }, (_, nth) =>
    new Date(first + nth * steps[step]).toISOString().slice(0, step === 'day' ? 10 : 13),
  )
  return {
    periods: all,
    lines: lines.map((line) => ({ ...line, values: all.map((period) => line.values[at.get(period) ?? -1] ?? 0) })),
  }
}
