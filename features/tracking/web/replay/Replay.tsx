import { Pause, Play } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { courseKm } from '#features/courses/web/figures.ts'
import type { MapDot } from '#features/courses/web/CourseDrawing.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { durationText, shortDuration } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { liveTimingFetch } from '../../passings/passings.contract.ts'
import { liveWords as words } from '../live.words.ts'
import {
  type ReplayedPlace,
  replayLength,
  passingsByRunner,
  placeInReplay,
  replayOrder,
  drawnWays,
} from './replay.rules.ts'
import { usePoint } from '../usePoint.ts'
import type { ReplayClock } from '../useWatched.ts'

const speeds = [1, 2, 5, 10, 20, 30, 60] as const
const TICK_MS = 100

type Props = {
  raceid: number
  eventid: number
  bibs: readonly string[]
  finish: number | null
  labelled: ReadonlySet<string>
  /** Names the lap of a place in metres. */
  lapOf: (metres: number) => string | undefined
  /** The element under the map for the controls. Without it, the controls are above the list. */
  controls: HTMLElement | null
  /** Called when the controls have come into the page. */
  onShown: () => void
  clock: ReplayClock
  onClock: (clock: ReplayClock) => void
  /** Called with the dots at each moment of the replay, for the map. */
  onDots: (dots: readonly MapDot[]) => void
}
/** Reads the passings and ways of some runners, and runs the clock of the replay. */
const useReplay = ({ raceid, eventid, bibs, finish, labelled, clock, onClock, onDots }: Props) => {
  const asked = useAsk(
    liveTimingFetch,
    { raceid, eventid, bibs: bibs.join(',') },
    { enabled: bibs.length > 0, quiet: true, keep: true, staleTime: 5_000 },
  )
  const ways = useMemo(
    () => [...passingsByRunner(asked.data?.passings ?? []), ...drawnWays(asked.data?.ways ?? [])],
    [asked.data],
  )
  const length = useMemo(() => replayLength(ways), [ways])
  const { at, speed } = clock
  const ends = at >= length
  const moving = clock.plays && !ends
  const placesAt = (ms: number) => ways.map((way) => placeInReplay(way, ms, finish)).sort(replayOrder)
  const show = (to: ReplayClock) => {
    onClock(to)
    onDots(
      placesAt(to.at).map(({ bib, metres }) => ({ key: bib, metres, ...(labelled.has(bib) ? { label: bib } : {}) })),
    )
  }
  const goOn = useEffectEvent((ms: number) => show({ ...clock, at: Math.min(length, at + ms) }))
  useEffect(() => goOn(0), [ways, finish, labelled])
  useEffect(() => {
    if (!moving) return undefined
    let last = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      goOn((now - last) * speed)
      last = now
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [moving, speed])
  const toggle = () => show({ ...clock, at: ends ? 0 : at, plays: !moving })
  return { asked, show, moving, toggle, length, places: placesAt(at) }
}

export const Replay = (props: Props) => {
  const t = useWords()
  const { bibs, clock: moment } = props
  const { asked, show, moving, toggle, length, places } = useReplay(props)
  if (asked.error && !asked.data)
    return (
      <Card>
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      </Card>
    )
  if (bibs.length > 0 && !asked.data) return <SkeletonCards count={2} className="h-24" />
  if (length === 0)
    return (
      <Card>
        <Empty title={t(words.replay_none)} />
      </Card>
    )
  const panel = <Controls {...{ moment, length, moving, show, toggle }} onShown={props.onShown} />
  return (
    <Card title={t(words.replay)}>
      {props.controls ? createPortal(panel, props.controls) : null}
      <div className="grid gap-3">
        {props.controls ? null : panel}
        {places.some(({ byDevice }) => !byDevice) ? <p className="text-14 text-soft">{t(words.replay_text)}</p> : null}
        {places.some(({ byDevice }) => byDevice) ? (
          <p className="text-14 text-soft">{t(words.replay_devices)}</p>
        ) : null}
        <Standing places={places} lapOf={props.lapOf} />
      </div>
    </Card>
  )
}

type ControlsProps = { moment: ReplayClock; length: number; moving: boolean } & Pick<
  ReturnType<typeof useReplay>,
  'show' | 'toggle'
> &
  Pick<Props, 'onShown'>
const Controls = ({ moment, length, moving, show, toggle, onShown }: ControlsProps) => {
  const t = useWords()
  useEffect(onShown, [onShown])
  const clock = durationText(moment.at / 1000)
  return (
    <div className="grid gap-1">
      <input
        type="range"
        aria-label={t(words.slider)}
        aria-valuetext={clock}
        min={0}
        max={Math.ceil(length / 1000)}
        step={1}
        value={Math.round(moment.at / 1000)}
        onChange={(event) => show({ ...moment, at: Math.min(length, Number(event.target.value) * 1000) })}
        className="h-11 w-full accent-(--c-strong)"
      />
      <div className="flex items-center gap-3">
        <Button
          className="min-w-28"
          onClick={toggle}
          icon={moving ? <Pause className="size-5" aria-hidden /> : <Play className="size-5" aria-hidden />}
        >
          {t(moving ? words.pause : words.play)}
        </Button>
        <Select
          className="w-28"
          bare
          label={t(words.speed)}
          value={String(moment.speed)}
          onChange={(event) => show({ ...moment, speed: Number(event.target.value) })}
          options={speeds.map((n) => ({ value: String(n), label: t(words.times, { n }) }))}
        />
        <span role="timer" className="display ml-auto text-28">
          {clock}
        </span>
      </div>
    </div>
  )
}

const Standing = ({ places, lapOf }: { places: readonly ReplayedPlace[] } & Pick<Props, 'lapOf'>) => {
  const t = useWords()
  const point = usePoint()
  const said = ({ state, last, metres, byDevice }: ReplayedPlace) =>
    byDevice && metres > 0
      ? t(words.gps_km, { km: courseKm(metres) })
      : state === 'finished' && last
        ? t(words.finished_in, { time: shortDuration(last.ms / 1000) })
        : state === 'stopped' && last
          ? t(words.left, { point: point(last.label) })
          : metres > 0
            ? t(words.about_km, { km: courseKm(metres) })
            : t(words.before_start)
  const lapNow = ({ state, metres }: ReplayedPlace) => (state === 'under_way' && metres > 0 ? lapOf(metres) : undefined)
  return (
    <ol className="divide-y divide-line">
      {places.map((one, at) => (
        <li key={one.bib} className="flex min-h-11 items-center gap-3 py-1">
          <span className="display w-8 text-20 text-strong">{at + 1}</span>
          <span dir="auto" className="min-w-0 flex-1 truncate text-left">
            {one.name ?? t(words.hidden)} <span className="figures text-14 text-soft">{one.bib}</span>
          </span>
          <span className="figures shrink-0 text-14">{[said(one), lapNow(one)].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </ol>
  )
}
