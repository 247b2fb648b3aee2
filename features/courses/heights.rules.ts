/**
 * A point of a course with its elevation. Profile and climb are computed from such points. The page explains the method
 * in words (`courseWords.method`).
 */
type Known = { at: number; ele: number | null }

/** Half of the length over which heights are averaged, in metres. GPS heights jump by metres from point to point. */
export const smoothing = 50
/** The smallest rise or fall that `climbOf` counts, in metres. A smaller one is noise. */
export const leastRise = 3

/**
 * Returns heights at even steps (20 m, more on long courses). Each height is the mean over some 100 m around its step.
 * `known` is the share of points with a height. If too few heights are known, or if every height is 0, the function
 * returns no heights and `known` 0, because people would believe a guessed profile.
 */
export const evenHeights = (
  points: readonly Known[],
  metres: number,
): { step: number; heights: number[]; known: number } => {
  const given = points.flatMap(({ at, ele }) => (ele === null ? [] : [{ at, ele }]))
  const known = given.length / points.length
  const step = Math.max(20, Math.ceil(metres / 800 / 10) * 10)
  // A device without a barometer or signal writes the height 0 for each point.
  const flat = given.length > 10 && given.every(({ ele }) => ele === 0)
  if (known < 0.5 || given.length < 2 || flat) return { step, heights: [], known: 0 }
  const fine = Math.min(step, 20)
  const count = Math.floor(metres / fine) + 1
  const raw: number[] = []
  for (let n = 0, index = 0; n < count; n++) {
    const at = n * fine
    while (index < given.length - 2 && given[index + 1]!.at < at) index++
    const [a, b] = [given[index]!, given[index + 1]!]
    const share = b.at > a.at ? Math.min(1, Math.max(0, (at - a.at) / (b.at - a.at))) : 0
    raw.push(a.ele + (b.ele - a.ele) * share)
  }
  const reach = Math.max(1, Math.round(smoothing / fine))
  const smooth = raw.map((_, n) => {
    const around = raw.slice(Math.max(0, n - reach), n + reach + 1)
    return around.reduce((sum, height) => sum + height, 0) / around.length
  })
  const heights: number[] = []
  for (let at = 0; at <= metres; at += step) heights.push(smooth[Math.min(smooth.length - 1, Math.round(at / fine))]!)
  return { step, heights, known }
}

/** Sums the metres up and down. A rise or fall counts from three metres on. */
export const climbOf = (heights: readonly number[]): { ascent: number; descent: number } => {
  let [ascent, descent] = [0, 0]
  let turned = heights[0] ?? 0
  let [high, low] = [turned, turned]
  let way: 'up' | 'down' | undefined
  for (const height of heights) {
    high = Math.max(high, height)
    low = Math.min(low, height)
    if (way !== 'down' && high - height >= leastRise) {
      ascent += high - turned
      ;[turned, low, way] = [high, height, 'down']
    } else if (way !== 'up' && height - low >= leastRise) {
      descent += turned - low
      ;[turned, high, way] = [low, height, 'up']
    }
  }
  if (way === 'up') ascent += high - turned
  if (way === 'down') descent += turned - low
  return { ascent: Math.round(ascent), descent: Math.round(descent) }
}
