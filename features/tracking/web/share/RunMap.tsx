import { useMemo, useState } from 'react'
import { fixedPins } from '#features/courses/web/CourseMap.tsx'
import { Walker } from '#features/courses/web/MapPeople.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { GroundMap, type MapPin } from '#ui/map/GroundMap.tsx'
import type { MapGround, MapLine, MapPlace } from '#ui/map/ground.ts'
import { RunDrawing, type RunView } from './RunDrawing.tsx'
import { words } from './share.words.ts'

/**
 * Returns the colour as digits. The graphics of the map know no variables of the style sheet, so a variable becomes
 * green.
 */
const hexOf = (colour: string): string => (colour.startsWith('#') ? colour : '#1f7a3d')

export const RunMap = ({ ground, ...view }: RunView & { ground: MapGround | undefined }) => {
  const { course, event, colour, line, here } = view
  const t = useWords()
  const [first] = useState<MapPlace[]>(() => [...line, ...(here ? [here] : [])])
  const around = useMemo(
    () => (course ? course.points.map(([lat, lon]): MapPlace => [lat, lon]) : first),
    [course, first],
  )
  const lines = useMemo(
    (): MapLine[] =>
      course
        ? [
            {
              points: course.points.map(([lat, lon]): MapPlace => [lat, lon]),
              colour: '#9aa3a0',
              width: 5,
              course: true,
            },
          ]
        : [],
    [course],
  )
  const bands = useMemo(
    (): MapLine[] => [{ points: here && line.length > 0 ? [...line, here] : line, colour: hexOf(colour), width: 5 }],
    [line, here, colour],
  )
  const pins: MapPin[] = [
    ...(course ? fixedPins(course) : []),
    ...(here ? [{ key: 'here', place: here, content: <Walker colour={hexOf(colour)} /> }] : []),
  ]
  if (around.length === 0) return <RunDrawing {...view} />
  return (
    <GroundMap
      label={t(words.map, { event })}
      ground={ground}
      around={around}
      lines={bands}
      bands={lines}
      pins={pins}
      className="h-[22rem] md:h-[28rem]"
    >
      <RunDrawing {...view} />
    </GroundMap>
  )
}
