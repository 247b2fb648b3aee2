export const QUARTER_MS = 15 * 60_000
/**
 * Returns the beginning of the quarter hour of a moment. Quarter hours are the same in every time zone of the world.
 */
export const quarterOf = (at: Date): Date => new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS)

/**
 * Returns the minutes until the remaining packs are handed out, at the pace of the last full quarter hour. Null if
 * packs remain and no pack left the desks in that time.
 */
export const minutesLeft = (left: number, pace: number): number | null =>
  left <= 0 ? 0 : pace <= 0 ? null : Math.ceil((left / pace) * 15)

export type DeskQuarter = { deskid: number | null; quarter: Date; packs: number }
/** Adds up the packs of each desk. The list also holds desks without a pack so far. */
export const byDesk = (
  rows: readonly DeskQuarter[],
  desks: readonly { id: number; name: string }[],
  now: Date,
): {
  id: number | null
  name: string | null
  packs: number
  quarters: { at: Date; packs: number }[]
  pace: number
}[] => {
  const last = quarterOf(now).getTime() - QUARTER_MS
  const ids = [...desks.map(({ id }) => id), ...(rows.some(({ deskid }) => deskid === null) ? [null] : [])]
  const closed = [...new Set(rows.map(({ deskid }) => deskid))].filter((id) => id !== null && !ids.includes(id))
  return [...ids, ...closed].map((id) => {
    const own = rows.filter(({ deskid }) => deskid === id)
    return {
      id,
      name: desks.find((desk) => desk.id === id)?.name ?? null,
      packs: own.reduce((sum, { packs }) => sum + packs, 0),
      quarters: own.map(({ quarter, packs }) => ({ at: quarter, packs })),
      pace: own.find(({ quarter }) => quarter.getTime() === last)?.packs ?? 0,
    }
  })
}
