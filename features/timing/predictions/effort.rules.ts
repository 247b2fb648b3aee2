/** The metres of flat road that a metre of climb costs, and that a metre of descent gives back. */
const CLIMB = 6
const DESCENT = 1

/**
 * Turns metres along a course into metres of effort. A course without heights keeps its metres. `heights` are heights
 * at even steps.
 */
export const effortAlong = (
  shape: { step: number; heights: readonly number[] } | undefined,
  metres: readonly number[],
): number[] => {
  if (!shape || shape.heights.length < 2 || !(shape.step > 0)) return [...metres]
  const sums = [0]
  for (const [at, height] of shape.heights.entries()) {
    if (at === 0) continue
    const rise = height - shape.heights[at - 1]!
    const cost = rise > 0 ? CLIMB * rise : DESCENT * rise
    sums.push(sums.at(-1)! + Math.max(shape.step / 2, shape.step + cost))
  }
  const last = sums.length - 1
  return metres.map((one) => {
    const at = one / shape.step
    const low = Math.min(last, Math.floor(at))
    const rest = one - low * shape.step
    return low === last ? sums[last]! + rest : sums[low]! + (sums[low + 1]! - sums[low]!) * (rest / shape.step)
  })
}
