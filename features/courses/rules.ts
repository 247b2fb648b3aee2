import { addressedId } from '#contract/key.ts'
import type { CourseShape, SpotKind } from './contract.ts'

export const mostCourseGpxBytes = 20 * 1024 * 1024
export const mostPdfBytes = 20 * 1024 * 1024

const kinds: readonly (readonly [SpotKind, RegExp])[] = [
  ['start', /起点|起點|起跑|\bstart\b/i],
  ['finish', /终点|終點|\bfinish\b|\bgoal\b/i],
  ['medical', /医疗|醫療|急救|\bmedical\b|\bfirst aid\b|\bred cross\b/i],
  ['aid', /补给|補給|饮水|飲水|\baid\b|\bwater\b|\bfood\b|\bcp ?\d|\bdrinking\b|\brestaurant\b/i],
  ['toilet', /厕所|廁所|卫生间|洗手间|\btoilet|\brestroom|\bwc\b/i],
  ['view', /观景|觀景|\bscenic|\bsummit\b|\bview/i],
]
export const kindOfSpot = (name: string, sym: string): SpotKind =>
  (kinds.find(([, shape]) => shape.test(name)) ?? kinds.find(([, shape]) => shape.test(sym)))?.[0] ?? 'other'

/** Projects a point by Web Mercator, so that a course keeps its shape anywhere on earth. */
export const flat = (lat: number, lon: number): { x: number; y: number } => ({
  x: lon,
  y: -(Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) * 180) / Math.PI,
})

/** Scales the course's line to a box, and puts it in the middle of the box. */
export const fittedLine = (
  points: CourseShape['points'],
  width: number,
  height: number,
): { x: number; y: number; at: number }[] => {
  const on = points.map(([lat, lon, at]) => ({ ...flat(lat, lon), at }))
  const [xs, ys] = [on.map(({ x }) => x), on.map(({ y }) => y)]
  const [left, right, top, bottom] = [xs, ys].flatMap((list) => [
    list.reduce((a, b) => Math.min(a, b)),
    list.reduce((a, b) => Math.max(a, b)),
  ]) as [number, number, number, number]
  const scale = Math.min(width / Math.max(right - left, 1e-9), height / Math.max(bottom - top, 1e-9))
  const [dx, dy] = [(width - (right - left) * scale) / 2, (height - (bottom - top) * scale) / 2]
  return on.map(({ x, y, at }) => ({ x: (x - left) * scale + dx, y: (y - top) * scale + dy, at }))
}

/** Returns every nth entry of a list, so that about `most` entries remain, and its last entry. */
const thinned = <T>(list: readonly T[], most: number): T[] => {
  const every = Math.ceil(list.length / most)
  return list.filter((_, at) => at % every === 0 || at === list.length - 1)
}
/** Makes the sketch of a course: an SVG path within 100 × 100 and at most 61 heights. */
export const courseSketch = (course: CourseShape): { line: string; heights: number[] } => ({
  line: thinned(fittedLine(course.points, 100, 100), 160)
    .map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join(''),
  heights: thinned(course.heights, 60),
})

/** Returns the position on the course after a number of metres, on the line between the points before and after it. */
export const coursePlaceAt = (points: CourseShape['points'], metres: number): { lat: number; lon: number } => {
  let [low, high] = [0, points.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (points[middle]![2] <= metres) low = middle
    else high = middle
  }
  const [a, b] = [points[low]!, points[high]!]
  const share = b[2] > a[2] ? Math.min(1, Math.max(0, (metres - a[2]) / (b[2] - a[2]))) : 0
  return { lat: a[0] + (b[0] - a[0]) * share, lon: a[1] + (b[1] - a[1]) * share }
}
/** Returns the height after a number of metres; null without elevations. */
export const heightAt = ({ heights, step }: Pick<CourseShape, 'heights' | 'step'>, metres: number): number | null => {
  if (heights.length === 0) return null
  const n = Math.min(heights.length - 1, Math.max(0, metres / step))
  const [a, b] = [heights[Math.floor(n)]!, heights[Math.min(heights.length - 1, Math.ceil(n))]!]
  return a + (b - a) * (n - Math.floor(n))
}

/** Tells whether the bytes are a PDF without scripts, program starts and attached files. */
export const isQuietPdf = (bytes: Uint8Array): boolean => {
  const text = new TextDecoder('latin1').decode(bytes)
  return (
    text.startsWith('%PDF-') &&
    /%%EOF\s*$/.test(text.slice(-2048)) &&
    !/\/(JavaScript|JS|Launch|EmbeddedFile|OpenAction\s*<<[^>]*\/S\s*\/(?!GoTo)|RichMedia|XFA)\b/.test(text)
  )
}
/**
 * Reads the race and the name of a guidebook from a path such as `/guidebooks/2026/0a…f.pdf`. Returns undefined if one
 * of them has another form.
 */
export const readGuidebookPath = (raceid: string, name: string): { raceid: number; hash: string } | undefined => {
  const found = /^([0-9a-f]{32})\.pdf$/.exec(name)
  const id = addressedId(raceid)
  return found && id !== undefined ? { raceid: id, hash: found[1]! } : undefined
}
