import { useEffect, useMemo, useState } from 'react'
import type { MapDot } from '#features/courses/web/CourseDrawing.tsx'
import { DotLabel, PersonDot, Walker } from '#features/courses/web/MapPeople.tsx'
import type { MapPin } from '#ui/map/GroundMap.tsx'
import { placeOnLine, partOfLine } from '#ui/map/dotField.ts'
import type { MapLine, MapPlace } from '#ui/map/ground.ts'
import { useAsk } from '#ui/network/call.ts'
import { dotKey } from '../positions/dots.rules.ts'
import { liveRunners } from '../positions/spectators.contract.ts'
import { CourseCard, type ShownEvent } from './CourseCard.tsx'
import type { Live, Watched } from './useWatched.ts'
import { DENSITY_FROM, densityBandOf } from './densityBand.ts'
import { onDrawing } from './place.rules.ts'
import { RunnerField } from './runnerField.ts'
import { useLap } from './useLap.ts'
import type { LiveStart } from './useLiveRace.ts'

const none: readonly never[] = []
const bibOf = (key: string): string => key.slice(key.indexOf('/') + 1)
const eventOf = (key: string): string => key.slice(0, key.indexOf('/'))

/** Draws the courses of the other events as thin lines under the course of the chosen event. */
const otherLines = ({ events }: LiveStart, eventid: number): MapLine[] =>
  events.flatMap(({ eventid: other, course, colour }) =>
    course && other !== eventid
      ? [{ points: course.points.map(([lat, lon]): MapPlace => [lat, lon]), colour, width: 3, opacity: 0.45 }]
      : [],
  )

/** Returns the part of the course on which the chosen runner may be. A place from a device has no such part. */
const partAround = ({ course, colour, points }: ShownEvent, here: number, uncertain: number): MapLine[] => {
  if (!course || uncertain <= 0) return []
  const finish = points.at(-1)?.metres ?? null
  const at = (metres: number) => onDrawing(Math.max(0, metres), finish, course.metres)
  return [
    {
      points: partOfLine(course.points, at(here - uncertain), at(here + uncertain)),
      colour,
      width: 20,
      opacity: 0.35,
      beside: true,
    },
  ]
}

/** Returns the names of the dots that are visible while the map is zoomed in, by the keys of the dots. */
const useNames = (data: LiveStart, keys: readonly string[], watched: Watched): ReadonlyMap<string, string> => {
  const { list } = watched
  const known = new Map(list.runners.map(({ eventid, bib, name }) => [dotKey({ eventid, bib }), name]))
  const unknown = keys.filter((key) => !known.has(key) && !bibOf(key).startsWith('~')).map(bibOf)
  const asked = useAsk(
    liveRunners,
    { raceid: data.raceid, bibs: [...new Set(unknown)].sort().slice(0, 50).join(','), limit: 50 },
    { enabled: unknown.length > 0, quiet: true, keep: true, staleTime: 60_000 },
  )
  for (const { eventid, bib, name } of asked.data?.items ?? []) known.set(dotKey({ eventid, bib }), name)
  return new Map([...known].flatMap(([key, name]) => (name === null ? [] : [[key, name]])))
}

type Props = {
  data: LiveStart
  live: Live
  watched: Watched
  /** The runners on the drawing, while the map is not there. */
  dots: readonly MapDot[]
  /** Called with the runner of a dot. The map has the runners of all events. */
  choose: (bib: string, eventid: string) => void
  /** Called with the element under the map that takes the controls of a replay. */
  onControls: (element: HTMLElement | null) => void
}
/**
 * The course of an event with everybody on it. With the map the dots come from the stream, without it from the list.
 */
export const LiveCourse = ({ data, live, watched, dots, choose, onControls }: Props) => {
  const { event, view, here, uncertain, name, labelled } = watched
  const [field] = useState(() => new RunnerField(data))
  const [isShown, setShown] = useState(false)
  const [near, setNear] = useState<readonly string[]>(none)
  const names = useNames(data, near, watched)
  const { ahead, setField } = live
  useEffect(() => {
    field.setAhead(ahead)
  }, [field, ahead])
  useEffect(() => {
    setField(isShown ? field : undefined)
    return () => setField(undefined)
  }, [field, isShown, setField])
  const isReplay = view === 'replay'
  const others = useMemo(() => otherLines(data, event.eventid), [data, event.eventid])
  // The chosen runner moves a little each second. The highlighted part of the course follows the runner in steps of 25
  // m, so that the page draws it less often.
  const step = here === null ? null : Math.round(here / 25) * 25
  const bands = useMemo(() => (step === null ? none : partAround(event, step, uncertain)), [event, step, uncertain])
  const densityBand = useMemo(() => {
    const runners = event.density.reduce((sum, n) => sum + n, 0)
    if (runners < DENSITY_FROM || isReplay || !event.course) return undefined
    const finish = event.points.at(-1)?.metres ?? null
    return {
      lines: densityBandOf(
        { density: event.density, colour: event.colour, points: event.course.points, finish },
        data.stretch,
      ),
      steps: 1.5,
    }
  }, [event, data.stretch, isReplay])
  const chosenBib = watched.report.data?.bib
  const { lapOf, lapOfDrawing } = useLap(event)
  const labelOf = (bib: string, said: string | null | undefined, lap: string | undefined) =>
    [said ? `${bib} ${said}` : bib, lap].filter(Boolean).join(' · ')
  const nearLabel = (key: string) => {
    // Dots of other events run on other courses.
    const along = eventOf(key) === String(event.eventid) ? field.dots.alongOf(key) : undefined
    return labelOf(bibOf(key), names.get(key), along && lapOfDrawing(along.metres))
  }
  const isFollowed = (key: string): boolean =>
    eventOf(key) === String(event.eventid) && watched.followed.has(bibOf(key))
  const label = (key: string): MapPin => ({
    key: `near${key}`,
    place: { dot: key },
    content: isFollowed(key) ? (
      // A followed runner gets a larger dot over the dot of the map.
      <span className="relative">
        <PersonDot colour={event.colour} followed />
        <DotLabel label={nearLabel(key)} followed />
      </span>
    ) : (
      <span className="relative size-0">
        <span className="absolute bottom-1.5 left-0">
          <DotLabel label={nearLabel(key)} />
        </span>
      </span>
    ),
  })
  const named = new Set([...near, ...[...labelled].map((bib) => dotKey({ eventid: event.eventid, bib }))])
  const chosen: MapPin[] = []
  if (here !== null && event.course && chosenBib) {
    named.delete(dotKey({ eventid: event.eventid, bib: chosenBib }))
    const place = placeOnLine(
      event.course.points,
      onDrawing(here, event.points.at(-1)?.metres ?? null, event.course.metres),
    )
    chosen.push({
      key: 'chosen',
      place,
      content: <Walker colour={event.colour} label={labelOf(chosenBib, name, lapOf(here))} />,
    })
  }
  return (
    <CourseCard
      event={event}
      ground={data.ground}
      stretch={data.stretch}
      dots={isShown && !isReplay ? none : dots}
      here={here}
      others={others}
      bands={bands}
      pins={isReplay ? none : [...[...named].map(label), ...chosen]}
      field={field.dots}
      densityBand={densityBand}
      dotsHidden={isReplay}
      onDot={(key) => !bibOf(key).startsWith('~') && choose(bibOf(key), eventOf(key))}
      onNear={setNear}
      onShown={setShown}
      onControls={onControls}
    />
  )
}
