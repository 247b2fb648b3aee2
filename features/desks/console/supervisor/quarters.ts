import type { DeskFigures } from '../../figures/figures.contract.ts'
import { QUARTER_MS } from '../../figures/figures.rules.ts'

export type Quarter = { at: string; packs: readonly number[] }
/** The longest break that the list fills with empty quarter hours. The list skips a longer break, such as a night. */
const GAP_MOST = 4 * 60 * 60_000

/** Lists the quarter hours with hand-outs, and the empty ones of short breaks. Each has the packs of every desk. */
export const quartersOf = (desks: DeskFigures['desks']): Quarter[] => {
  const times = [...new Set(desks.flatMap(({ quarters }) => quarters.map(({ at }) => Date.parse(at))))].sort(
    (a, b) => a - b,
  )
  const packs = desks.map(({ quarters }) => new Map(quarters.map(({ at, packs }) => [Date.parse(at), packs])))
  const all = times.flatMap((time, nth) => {
    const next = times[nth + 1]
    const empty = next === undefined || next - time > GAP_MOST ? 0 : (next - time) / QUARTER_MS - 1
    return [time, ...Array.from({ length: empty }, (_, at) => time + (at + 1) * QUARTER_MS)]
  })
  return all.map((time) => ({
    at: new Date(time).toISOString(),
    packs: packs.map((of) => of.get(time) ?? 0),
  }))
}
