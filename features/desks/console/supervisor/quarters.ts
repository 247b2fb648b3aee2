import type { DeskFigures } from '../../figures/figures.contract.ts'
import { QUARTER_MS } from '../../figures/figures.rules.ts'

export type Quarter = { at: string; packs: readonly number[] }
/** The longest break whose empty quarter hours the list shows. The list leaves out a longer break, such as a night. */
const GAP_MOST = 4 * 60 * 60_000

/** Lists the quarter hours of the hand-outs and of short breaks between them, each with the packs of every desk. */
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
