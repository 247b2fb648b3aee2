import type { MapPlace } from './ground.ts'

/** The metres between two samples of a line. */
const STEP = 25
/** The largest distance in metres between the two directions of one road. */
const ROAD = 30
/**
 * The least distance in metres, along the line, between samples of opposite directions. The two legs of a sharp bend
 * are nearer along the line, so they do not count.
 */
const APART = 250
/** The shortest stretch in metres, and its least share of the line, that counts as a road in both directions. */
const LEAST = 300
const LEAST_SHARE = 0.01
const METRES_A_DEGREE = 111_195

type Sample = { x: number; y: number; wayX: number; wayY: number; at: number }
/** Returns points of a line at even distances, in metres, each with the direction of the line. */
const samplesOf = (points: readonly MapPlace[]): Sample[] => {
  const narrow = Math.cos(((points[0]?.[0] ?? 0) * Math.PI) / 180)
  const flat = points.map(([lat, lon]) => [lon * METRES_A_DEGREE * narrow, lat * METRES_A_DEGREE] as const)
  const samples: Sample[] = []
  let [walked, next] = [0, 0]
  for (const [n, [x, y]] of flat.entries()) {
    const [toX, toY] = flat[n + 1] ?? [x, y]
    const length = Math.hypot(toX - x, toY - y)
    if (length === 0) continue
    const [wayX, wayY] = [(toX - x) / length, (toY - y) / length]
    for (; next < walked + length; next += STEP)
      samples.push({ x: x + wayX * (next - walked), y: y + wayY * (next - walked), wayX, wayY, at: next })
    walked += length
  }
  return samples
}

/** Tells whether a course uses a stretch of a road in both directions. */
export const goesBothWays = (points: readonly MapPlace[]): boolean => {
  const samples = samplesOf(points)
  const cell = (x: number, y: number) => `${Math.floor(x / ROAD)},${Math.floor(y / ROAD)}`
  const cells = new Map<string, typeof samples>()
  for (const sample of samples) {
    const name = cell(sample.x, sample.y)
    const known = cells.get(name)
    if (known) known.push(sample)
    else cells.set(name, [sample])
  }
  const around = [-ROAD, 0, ROAD]
  const returns = samples.filter((a) =>
    around.some((dx) =>
      around.some((dy) =>
        cells
          .get(cell(a.x + dx, a.y + dy))
          ?.some(
            (b) =>
              Math.abs(a.at - b.at) > APART &&
              Math.hypot(a.x - b.x, a.y - b.y) <= ROAD &&
              a.wayX * b.wayX + a.wayY * b.wayY < -0.8,
          ),
      ),
    ),
  )
  return returns.length * STEP >= Math.max(LEAST, LEAST_SHARE * samples.length * STEP)
}
