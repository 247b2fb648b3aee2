import { useMemo } from 'react'
import { useWords } from '#ui/language/lang.tsx'
import { dotColour } from '#ui/map/dotColour.ts'
import { MapButtons } from '#ui/map/MapButtons.tsx'
import type { Course, Spot } from '../contract.ts'
import { coursePlaceAt } from '../rules.ts'
import { words } from '../words.ts'
import { movedAside, boxOf, onMap } from './mapView.ts'
import { SpotIcon } from './SpotIcon.tsx'
import { useMapView } from './useMapView.ts'

/** The part of a course that the map draws. */
export type DrawnCourse = Pick<Course, 'points' | 'spots' | 'marks' | 'colour' | 'event'>
/** A person on the course. A dot with a label stands above the other dots. */
export type MapDot = { key: string; metres: number; label?: string }
export type CourseView = {
  course: DrawnCourse
  /** The metres from the start to the large dot on the map; null without this dot. */ at: number | null
  chosen: Spot | undefined
  onChoose: (spot: Spot) => void
  dots?: readonly MapDot[]
}

/**
 * The course, drawn without map tiles. A finger, a mouse or arrow keys move it. Two fingers, the wheel, plus and minus
 * zoom it.
 */
export const CourseDrawing = ({ course, at, chosen, onChoose, dots = [] }: CourseView) => {
  const t = useWords()
  const box = useMemo(() => boxOf(course.points, course.spots), [course])
  const { view, frame, zoom, showAll, handlers } = useMapView(course, box)
  const line = useMemo(
    () =>
      course.points
        .map(
          ([lat, lon], n) =>
            `${n === 0 ? 'M' : 'L'}${onMap(box, lat, lon)
              .map((value) => value.toFixed(2))
              .join(' ')}`,
        )
        .join(''),
    [course, box],
  )
  const where = (lat: number, lon: number) => onMap(box, lat, lon)
  const walker = at === null ? null : coursePlaceAt(course.points, at)
  const [start, finish] = [course.points[0]!, course.points.at(-1)!]

  /** Marks keep their size at every zoom. */
  const size = box.unit / view.zoom
  const label = t(words.map, { event: course.event })
  return (
    <div className="relative">
      <svg
        ref={frame}
        role="application"
        aria-label={label}
        tabIndex={0}
        viewBox={`0 0 ${box.width} ${box.height}`}
        className={
          'block h-[22rem] w-full cursor-grab bg-sunk md:h-[30rem] ' + (view.zoom > 1 ? 'touch-none' : 'touch-pan-y')
        }
        {...handlers}
      >
        <g transform={`translate(${view.x} ${view.y}) scale(${view.zoom})`}>
          <Grid box={box} size={size} />
          <path
            d={line}
            fill="none"
            stroke="var(--c-surface)"
            strokeWidth={size * 9}
            strokeLinejoin="round"
            strokeLinecap="round"
          />
          <path
            d={line}
            fill="none"
            stroke={course.colour}
            strokeWidth={size * 4.5}
            strokeLinejoin="round"
            strokeLinecap="round"
          />
          <Marks course={course} box={box} size={size} />
          <Stations course={course} box={box} size={size} chosen={chosen} onChoose={onChoose} />
          <Flag at={where(finish[0], finish[1])} size={size} finish />
          <Flag at={where(start[0], start[1])} size={size} />
          <Dots course={course} box={box} size={size} dots={dots} />
          {walker ? (
            <g transform={`translate(${where(walker.lat, walker.lon).join(' ')}) scale(${size})`}>
              <circle r="17" fill="var(--c-surface)" fillOpacity="0.6" stroke="var(--c-ink)" strokeWidth="2" />
              <circle r="8" fill={dotColour(course.colour)} stroke="#fff" strokeWidth="3" />
            </g>
          ) : null}
        </g>
      </svg>
      <MapButtons zoom={(steps) => zoom(1.6 ** steps)} showAll={showAll} />
    </div>
  )
}

/** A light grid, so that people see the map move and zoom although it shows no land. */
const Grid = ({ box, size }: { box: ReturnType<typeof boxOf>; size: number }) => {
  const step = box.width / 12
  const lines = Array.from({ length: 37 }, (_, n) => (n - 12) * step)
  return (
    <g stroke="var(--c-line)" strokeWidth={size}>
      {lines.map((at) => (
        <path key={at} d={`M${at} ${-box.height}V${box.height * 2}M${-box.width} ${at}H${box.width * 2}`} />
      ))}
    </g>
  )
}

const Flag = ({ at: [x, y], size, finish }: { at: [number, number]; size: number; finish?: boolean }) => (
  <g transform={`translate(${x} ${y}) scale(${size})`}>
    {finish ? (
      <>
        <circle r="12" fill="var(--c-ink)" stroke="var(--c-surface)" strokeWidth="3" />
        <path d="M-5 -5h5v5h-5zM0 0h5v5h-5z" fill="var(--c-ground)" />
      </>
    ) : (
      <>
        <circle r="10" fill="var(--c-success-solid)" stroke="var(--c-surface)" strokeWidth="3" />
        <path d="M-3 -4.5L5 0L-3 4.5Z" fill="#fff" />
      </>
    )}
  </g>
)

type Drawn = { course: DrawnCourse; box: ReturnType<typeof boxOf>; size: number }
/** People on the course. The page draws people with a label last, so that they are on top. */
const Dots = ({ course, box, size, dots }: Drawn & { dots: readonly MapDot[] }) => (
  <>
    {dots
      .toSorted((a, b) => Number(Boolean(a.label)) - Number(Boolean(b.label)))
      .map(({ key, metres, label }) => {
        const { lat, lon } = coursePlaceAt(course.points, metres)
        return (
          <g key={key} transform={`translate(${onMap(box, lat, lon).join(' ')}) scale(${size})`}>
            <circle r={label ? 9 : 6.5} fill="#404040" />
            <circle r={label ? 7 : 4.5} fill={dotColour(course.colour)} stroke="#fff" strokeWidth="2" />
            {label ? (
              <text
                y="-12"
                textAnchor="middle"
                className="display"
                fontSize="14"
                fill="var(--c-ink)"
                stroke="var(--c-surface)"
                strokeWidth="4"
                paintOrder="stroke"
              >
                {label}
              </text>
            ) : null}
          </g>
        )
      })}
  </>
)

/** Returns the kilometres between two marks. A long course has fewer marks, so that the marks do not cover it. */
export const kmEvery = (marks: number): number => (marks > 60 ? 10 : marks > 12 ? 5 : 1)
export const isStation = ({ kind }: Spot) => kind !== 'start' && kind !== 'finish'
/** The marks of the kilometres. A mark moves aside if it would hide a station. */
const Marks = ({ course, box, size }: Drawn) => {
  const every = kmEvery(course.marks.length)
  const stations = course.spots.filter(isStation).map(({ lat, lon }) => onMap(box, lat, lon))
  return (
    <>
      {course.marks
        .filter(({ km }) => km % every === 0)
        .map(({ km, lat, lon }) => {
          const [x, y] = movedAside(onMap(box, lat, lon), stations, size * 22)
          return (
            <g key={km} transform={`translate(${x} ${y}) scale(${size})`}>
              <circle r="9" fill="var(--c-surface)" stroke="var(--c-edge)" />
              <text textAnchor="middle" dy="4" className="display" fontSize="12" fill="var(--c-ink)">
                {km}
              </text>
            </g>
          )
        })}
    </>
  )
}

const Stations = ({ course, box, size, chosen, onChoose }: Drawn & Pick<CourseView, 'chosen' | 'onChoose'>) => {
  return (
    <>
      {course.spots.filter(isStation).map((spot, n) => {
        const [x, y] = onMap(box, spot.lat, spot.lon)
        const on = spot === chosen
        return (
          <g
            key={n}
            transform={`translate(${x} ${y}) scale(${size * (on ? 1.4 : 1)})`}
            onClick={() => onChoose(spot)}
            className="cursor-pointer"
          >
            <title>{spot.name}</title>
            <rect
              x="-11"
              y="-11"
              width="22"
              height="22"
              rx="7"
              fill={on ? 'var(--c-strong)' : 'var(--c-surface)'}
              stroke="var(--c-strong)"
              strokeWidth="1.5"
            />
            <SpotIcon
              kind={spot.kind}
              x={-7}
              y={-7}
              width={14}
              height={14}
              color={on ? 'var(--c-on-strong)' : 'var(--c-strong)'}
            />
          </g>
        )
      })}
    </>
  )
}
