import { useMemo } from 'react'
import { useWords } from '#ui/language/lang.tsx'
import { GroundMap, type MapPin } from '#ui/map/GroundMap.tsx'
import type { DotField } from '#ui/map/dotField.ts'
import type { MapGround, MapLine, MapPlace } from '#ui/map/ground.ts'
import { coursePlaceAt } from '../rules.ts'
import { spotWords, words } from '../words.ts'
import { CourseDrawing, type CourseView, type DrawnCourse, isStation, kmEvery } from './CourseDrawing.tsx'
import { DotLabel, PersonDot, Walker } from './MapPeople.tsx'
import { movedAside, boxOf, onMap } from './mapView.ts'
import { SpotIcon } from './SpotIcon.tsx'

export type CourseMapProps = CourseView & {
  ground: MapGround | undefined
  /** Further lines and pins, such as the courses of other events and the chosen runner. */
  others?: readonly MapLine[]
  bands?: readonly MapLine[]
  pins?: readonly MapPin[]
  field?: DotField | undefined
  densityBand?: { lines: readonly MapLine[]; steps: number } | undefined
  onDot?: (key: string) => void
  dotsHidden?: boolean
  onNear?: (keys: readonly string[]) => void
  onShown?: (isShown: boolean) => void
}

const none: readonly never[] = []
const COURSE_WIDTH = 5
const placesOf = (points: DrawnCourse['points']): MapPlace[] => points.map(([lat, lon]) => [lat, lon])

export const CourseMap = (props: CourseMapProps) => {
  const { course, at, chosen, onChoose, ground, others = none, pins = none, dots = none } = props
  const t = useWords()
  const places = useMemo(() => placesOf(course.points), [course.points])
  const around = useMemo(
    () => [...places, ...course.spots.filter((spot) => spot.at !== null).map(({ lat, lon }): MapPlace => [lat, lon])],
    [places, course.spots],
  )
  const lines = useMemo(
    () => [...others, { points: places, colour: course.colour, width: COURSE_WIDTH, course: true as const }],
    [others, places, course.colour],
  )
  const fixed = useMemo(() => fixedPins(course), [course])
  const stations = course.spots.filter(isStation).map((spot, n): MapPin => {
    const name = spot.name || t(spotWords[spot.kind])
    return {
      key: `spot${n}`,
      place: [spot.lat, spot.lon],
      content: <Station name={name} kind={spot.kind} on={spot === chosen} onChoose={() => onChoose(spot)} />,
    }
  })
  const people = dots
    .toSorted((a, b) => Number(Boolean(a.label)) - Number(Boolean(b.label)))
    .map(({ key, metres, label }): MapPin => {
      const { lat, lon } = coursePlaceAt(course.points, metres)
      return { key: `dot${key}`, place: [lat, lon], content: <Person colour={course.colour} label={label} /> }
    })
  const walker = at === null ? null : coursePlaceAt(course.points, at)
  const walking: MapPin[] = walker
    ? [{ key: 'walker', place: [walker.lat, walker.lon], content: <Walker colour={course.colour} /> }]
    : []
  return (
    <GroundMap
      label={t(words.map, { event: course.event })}
      ground={ground}
      around={around}
      lines={lines}
      {...(props.bands ? { bands: props.bands } : {})}
      pins={[...fixed, ...stations, ...people, ...pins, ...walking]}
      {...(props.field ? { dots: props.field } : {})}
      densityBand={props.densityBand}
      {...(props.onDot ? { onDot: props.onDot } : {})}
      dotsHidden={props.dotsHidden ?? false}
      {...(props.onNear ? { onNear: props.onNear } : {})}
      {...(props.onShown ? { onShown: props.onShown } : {})}
      centre={chosen ? [chosen.lat, chosen.lon] : undefined}
      className="h-[22rem] md:h-[30rem]"
    >
      <CourseDrawing course={course} at={at} chosen={chosen} onChoose={onChoose} dots={dots} />
    </GroundMap>
  )
}

/**
 * Makes the pins of the kilometres, the finish and the start. If a station would cover the pin of a kilometre, the pin
 * moves aside. If start and finish are at the same place, the start is on top.
 */
export const fixedPins = ({
  points,
  marks,
  spots = [],
}: Pick<DrawnCourse, 'points' | 'marks'> & Partial<Pick<DrawnCourse, 'spots'>>): MapPin[] => {
  const every = kmEvery(marks.length)
  const box = boxOf(points, spots)
  const stations = spots.filter(isStation).map(({ lat, lon }) => onMap(box, lat, lon))
  const [start, finish] = [points[0]!, points.at(-1)!]
  return [
    ...marks
      .filter(({ km }) => km % every === 0)
      .map(({ km, lat, lon }): MapPin => {
        const [x, y] = onMap(box, lat, lon)
        const [asideX, asideY] = movedAside([x, y], stations, box.unit * ROOM)
        const aside = [(asideX - x) / box.unit, (asideY - y) / box.unit] as const
        return { key: `km${km}`, place: [lat, lon], content: <Kilometre km={km} aside={aside} /> }
      }),
    { key: 'finish', place: [finish[0], finish[1]], content: <Flag finish /> },
    { key: 'start', place: [start[0], start[1]], content: <Flag /> },
  ]
}

/** The pixels between the middle of a station and the middle of a kilometre's pin that moved aside. */
const ROOM = 23
const Kilometre = ({ km, aside: [x, y] }: { km: number; aside: readonly [number, number] }) => (
  <span
    aria-hidden
    style={{ transform: `translate(${x}px, ${y}px)` }}
    className="display flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full border border-edge bg-surface px-1 text-12 leading-none"
  >
    {km}
  </span>
)

const Flag = ({ finish }: { finish?: boolean }) => (
  <svg aria-hidden viewBox="-14 -14 28 28" className="size-7 shrink-0">
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
  </svg>
)

type StationProps = { name: string; kind: DrawnCourse['spots'][number]['kind']; on: boolean; onChoose: () => void }
const Station = ({ name, kind, on, onChoose }: StationProps) => (
  <button
    type="button"
    aria-label={name}
    aria-pressed={on}
    title={name}
    onClick={onChoose}
    className="pointer-events-auto flex size-11 shrink-0 items-center justify-center"
  >
    <span
      className={
        'flex size-6 items-center justify-center rounded border-2 border-strong ' +
        (on ? 'scale-125 bg-strong text-on-strong' : 'bg-surface text-strong')
      }
    >
      <SpotIcon kind={kind} className="size-4" />
    </span>
  </button>
)

const Person = ({ colour, label }: { colour: string; label: string | undefined }) => (
  <span aria-hidden className="relative flex items-center justify-center">
    <PersonDot colour={colour} followed={label !== undefined} />
    {label ? <DotLabel label={label} /> : null}
  </span>
)
