import { useMemo } from 'react'
import { boxOf, onMap } from '#features/courses/web/mapView.ts'
import { useWords } from '#ui/language/lang.tsx'
import type { PhonePlace } from './usePosition.ts'
import { trailWords as words } from './trails.words.ts'

type Placed = { point: number; lat: number | null; lon: number | null; radius: number }
type Props = {
  name: string
  line: readonly (readonly [number, number])[]
  points: readonly Placed[]
  done: ReadonlySet<number>
  here?: PhonePlace | undefined
}
/** Metres of one degree of latitude. */
const DEGREE = 111_195

export const TrailMap = ({ name, line, points, done, here }: Props) => {
  const t = useWords()
  const placed = points.flatMap((one) =>
    one.lat === null || one.lon === null ? [] : [{ ...one, lat: one.lat, lon: one.lon }],
  )
  const key = JSON.stringify([line.length, placed.map(({ lat, lon }) => [lat, lon])])
  const box = useMemo(() => {
    const seen: [number, number, number][] = [...line, ...placed.map(({ lat, lon }) => [lat, lon] as const)].map(
      ([lat, lon]) => [lat, lon, 0],
    )
    return seen.length > 0 ? boxOf(seen, []) : undefined
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key names every place
  }, [key])
  if (!box) return null
  const size = box.unit
  const across = (metres: number, lat: number) => {
    const [x0] = onMap(box, lat, 0)
    const [x1] = onMap(box, lat, metres / (DEGREE * Math.cos((lat * Math.PI) / 180)))
    return Math.abs(x1 - x0)
  }
  return (
    <svg
      role="img"
      aria-label={t(words.map, { name })}
      // The box has space for buttons at the bottom. This map has no buttons, so it does not show this space.
      viewBox={`0 0 ${box.width} ${box.height - 100}`}
      className="block max-h-[28rem] w-full bg-sunk"
    >
      <path
        d={line
          .map(
            ([lat, lon], n) =>
              `${n === 0 ? 'M' : 'L'}${onMap(box, lat, lon)
                .map((at) => at.toFixed(1))
                .join(' ')}`,
          )
          .join('')}
        fill="none"
        stroke="var(--c-strong)"
        strokeOpacity="0.55"
        strokeWidth={size * 4}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {placed.map(({ point, lat, lon, radius }) => {
        const [x, y] = onMap(box, lat, lon)
        const isDone = done.has(point)
        return (
          <g key={point} transform={`translate(${x} ${y})`}>
            <circle r={across(radius, lat)} fill="var(--c-strong)" opacity="0.14" />
            <circle
              r={size * 12}
              fill={isDone ? 'var(--c-success-solid)' : 'var(--c-surface)'}
              stroke={isDone ? 'var(--c-surface)' : 'var(--c-strong)'}
              strokeWidth={size * 2}
            />
            <text
              textAnchor="middle"
              dy={size * 5}
              className="display"
              fontSize={size * 14}
              fill={isDone ? '#fff' : 'var(--c-ink)'}
            >
              {point}
            </text>
          </g>
        )
      })}
      {here ? (
        <g transform={`translate(${onMap(box, here.lat, here.lon).join(' ')})`}>
          <title>{t(words.here)}</title>
          <circle r={Math.max(size * 12, across(here.accuracy, here.lat))} fill="var(--c-info-ink)" opacity="0.18" />
          <circle r={size * 7} fill="var(--c-info-ink)" stroke="var(--c-surface)" strokeWidth={size * 3} />
        </g>
      ) : null}
    </svg>
  )
}
