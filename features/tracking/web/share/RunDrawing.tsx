import { useMemo } from 'react'
import { useWords } from '#ui/language/lang.tsx'
import type { Course } from '#features/courses/contract.ts'
import { boxOf, onMap } from '#features/courses/web/mapView.ts'
import { words } from './share.words.ts'

export type RunView = {
  /** The course of the event; undefined if the organisers gave none. */
  course: Pick<Course, 'points' | 'spots' | 'marks'> | undefined
  event: string
  colour: string
  line: readonly (readonly [number, number])[]
  /** The last place of the runner; null if the run has ended. */
  here: readonly [number, number] | null
}

export const RunDrawing = ({ course, event, colour, line, here }: RunView) => {
  const t = useWords()
  const box = useMemo(() => {
    const way: [number, number, number][] = (course?.points ?? []).concat(line.map(([lat, lon]) => [lat, lon, 0]))
    if (here) way.push([here[0], here[1], 0])
    return way.length > 0 ? boxOf(way, []) : undefined
  }, [course, line, here])
  if (!box) return null
  const drawn = (points: readonly (readonly number[])[]) =>
    points
      .map(
        ([lat, lon], n) =>
          `${n === 0 ? 'M' : 'L'}${onMap(box, lat!, lon!)
            .map((at) => at.toFixed(1))
            .join(' ')}`,
      )
      .join('')
  const size = box.unit
  const start = course?.points[0]
  const finish = course?.points.at(-1)
  const every = (course?.marks.length ?? 0) > 12 ? 5 : 1
  return (
    <svg
      role="img"
      aria-label={t(words.map, { event })}
      // The box leaves space below for the buttons of another map. This map has no such buttons.
      viewBox={`0 0 ${box.width} ${box.height - 100}`}
      className="block max-h-[28rem] w-full bg-sunk"
    >
      {course ? (
        <>
          <path
            d={drawn(course.points)}
            fill="none"
            stroke="var(--c-edge)"
            strokeWidth={size * 6}
            strokeLinejoin="round"
          />
          <path
            d={drawn(course.points)}
            fill="none"
            stroke="var(--c-surface)"
            strokeWidth={size * 4}
            strokeLinejoin="round"
          />
        </>
      ) : null}
      {(course?.marks ?? [])
        .filter(({ km }) => km % every === 0)
        .map(({ km, lat, lon }) => (
          <g key={km} transform={`translate(${onMap(box, lat, lon).join(' ')}) scale(${size})`}>
            <circle r="9" fill="var(--c-surface)" stroke="var(--c-edge)" />
            <text textAnchor="middle" dy="4" className="display" fontSize="12" fill="var(--c-ink)">
              {km}
            </text>
          </g>
        ))}
      <path
        d={drawn(here && line.length > 0 ? [...line, here] : line)}
        fill="none"
        stroke={colour}
        strokeWidth={size * 4}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {finish ? (
        <g transform={`translate(${onMap(box, finish[0], finish[1]).join(' ')}) scale(${size})`}>
          <circle r="11" fill="var(--c-ink)" stroke="var(--c-surface)" strokeWidth="3" />
          <path d="M-5 -5h5v5h-5zM0 0h5v5h-5z" fill="var(--c-ground)" />
        </g>
      ) : null}
      {start ? (
        <g transform={`translate(${onMap(box, start[0], start[1]).join(' ')}) scale(${size})`}>
          <circle r="9" fill="var(--c-success-solid)" stroke="var(--c-surface)" strokeWidth="3" />
          <path d="M-3 -4.5L5 0L-3 4.5Z" fill="#fff" />
        </g>
      ) : null}
      {here ? (
        <g transform={`translate(${onMap(box, here[0], here[1]).join(' ')}) scale(${size})`}>
          <circle r="18" fill={colour} opacity="0.25" />
          <circle r="9" fill={colour} stroke="var(--c-surface)" strokeWidth="3" />
        </g>
      ) : null}
    </svg>
  )
}
