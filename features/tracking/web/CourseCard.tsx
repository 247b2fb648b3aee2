import { Suspense, useMemo, useState } from 'react'
import type { Spot } from '#features/courses/contract.ts'
import type { MapDot } from '#features/courses/web/CourseDrawing.tsx'
import type { CourseMapProps } from '#features/courses/web/CourseMap.tsx'
import { Profile } from '#features/courses/web/Profile.tsx'
import { courseKm } from '#features/courses/web/figures.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { onDemand } from '#ui/router/onDemand.tsx'
import type { MapGround } from '#ui/map/ground.ts'
import { liveWords as words } from './live.words.ts'
import { barsOf, onDrawing } from './place.rules.ts'
import type { LiveStart } from './useLiveRace.ts'

/** The file of the map is large, so the list of runners does not wait for it. */
const CourseMap = onDemand(async () => (await import('#features/courses/web/CourseMap.tsx')).CourseMap)

export type ShownEvent = LiveStart['events'][number]
const BARS = 60

/** The field along the course: one bar for each part of the course, and the fullest part in words. */
const FieldStrip = ({ event, stretch }: { event: ShownEvent; stretch: number }) => {
  const t = useWords()
  const { shares, fullest } = useMemo(() => barsOf(event.density, stretch, BARS), [event.density, stretch])
  if (!fullest) return null
  return (
    <div className="mt-4">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3 text-14">
        <h2 className="text-soft">{t(words.field)}</h2>
        <p className="figures">{t(words.field_most, { from: courseKm(fullest.from), to: courseKm(fullest.to) })}</p>
      </div>
      <div aria-hidden className="flex h-10 items-end gap-px rounded bg-sunk px-1 pt-1">
        {shares.map((share, at) => (
          <span
            key={at}
            className="min-w-0 flex-1 rounded-t-sm"
            style={{ height: `${Math.max(share > 0 ? 8 : 0, share * 100)}%`, background: event.colour }}
          />
        ))}
      </div>
    </div>
  )
}

export const CourseCard = ({
  event,
  stretch,
  dots,
  here,
  onControls,
  ...map
}: {
  event: ShownEvent
  ground: MapGround
  stretch: number
  dots: readonly MapDot[]
  /** The metres of the chosen runner. */
  here: number | null
  /** Called with the element under the map that takes the controls of a replay. */
  onControls: (element: HTMLElement | null) => void
} & Pick<
  CourseMapProps,
  'others' | 'bands' | 'pins' | 'field' | 'densityBand' | 'onDot' | 'dotsHidden' | 'onNear' | 'onShown'
>) => {
  const t = useWords()
  const { course, colour } = event
  const [walk, setWalk] = useState<number | null>(null)
  const [spot, setSpot] = useState<Spot>()
  const drawn = useMemo(() => course && { ...course, colour, event: event.event }, [course, colour, event.event])
  const finish = event.points.at(-1)?.metres ?? null
  const onMap = useMemo(
    () => dots.map((dot) => ({ ...dot, metres: onDrawing(dot.metres, finish, drawn?.metres ?? 0) })),
    [dots, finish, drawn?.metres],
  )
  if (!drawn)
    return barsOf(event.density, stretch, BARS).fullest ? (
      <Card title={event.event}>
        <FieldStrip event={event} stretch={stretch} />
      </Card>
    ) : null
  const runner = here === null ? null : onDrawing(here, finish, drawn.metres)
  return (
    <Card flush>
      <Suspense fallback={<div className="bone h-[22rem] md:h-[30rem]" />}>
        <CourseMap
          {...map}
          course={drawn}
          at={walk ?? runner}
          chosen={spot}
          onChoose={(chosen) => {
            setSpot(chosen)
            setWalk(chosen.at)
          }}
          dots={onMap}
        />
      </Suspense>
      <div ref={onControls} className="px-4 pt-3 empty:hidden md:px-6" />
      <div className="p-4 md:px-6">
        {drawn.heights.length > 0 ? (
          // A phone shows the profile only after the reader has chosen a runner, so that the list is not far below.
          <div className={here === null ? 'hidden md:block' : ''}>
            <Profile course={drawn} at={walk ?? runner} onWalk={setWalk} />
          </div>
        ) : null}
        <FieldStrip event={event} stretch={stretch} />
        {event.timed ? <p className="mt-3 text-12 text-soft">{t(words.estimated)}</p> : null}
      </div>
    </Card>
  )
}
