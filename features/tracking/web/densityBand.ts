import { partOfLine } from '#ui/map/dotField.ts'
import type { MapLine } from '#ui/map/ground.ts'
import { barsOf, onDrawing } from './place.rules.ts'

/** From this many runners on, the map shows the density until somebody zooms in. */
export const DENSITY_FROM = 300
const MOST_BARS = 120
/**
 * The least and the largest width of the band, in pixels. The map draws the course over the band, so even the thinnest
 * band is wider than the course.
 */
const [THIN, WIDE] = [16, 30]

type Field = {
  density: readonly number[]
  colour: string
  points: readonly (readonly [number, number, number])[]
  /** The distance of the timed finish from the start, in metres. */
  finish: number | null
}
/** Returns the parts of a band along the course. The band is wider where more runners are. */
export const densityBandOf = ({ density, colour, points, finish }: Field, stretch: number): MapLine[] => {
  const drawn = points.at(-1)?.[2] ?? 0
  const metres = Math.max(1, Math.ceil(density.length / MOST_BARS)) * stretch
  const at = (bar: number) => onDrawing(Math.min(bar * metres, finish ?? Infinity), finish, drawn)
  return barsOf(density, stretch, MOST_BARS).shares.flatMap((share, bar) =>
    share === 0
      ? []
      : [
          {
            points: partOfLine(points, at(bar), at(bar + 1)),
            colour,
            width: THIN + (WIDE - THIN) * share,
            opacity: 0.45,
            beside: true,
          },
        ],
  )
}
