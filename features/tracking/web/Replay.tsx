import { Pause, Play } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { kmText } from '#features/courses/web/figures.ts'
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
import { liveTimingFetch } from '../passings/passings.contract.ts'
import { liveWords as words } from './live.words.ts'
import { type ReplayedPlace, lengthOf, placeInReplay, replayOrder, passingsByRunner } from './place.rules.ts'
import { usePoint } from './usePoint.ts'

const speeds = [1, 2, 5, 10, 20, 30, 60] as const
const TICK_MS = 100

/** Reads the passings of some runners, and moves a clock over them. */
export const useReplay = (
  raceid: number,
  eventid: number,
  bibs: readonly string[],
  finish: number | null,
  open: boolean,
) => {
  const asked = useAsk(
    liveTimingFetch,
    { raceid, eventid, bibs: bibs.join(',') },
    { enabled: open && bibs.length > 0, quiet: true, keep: true, staleTime: 5_000 },
  )
  const ways = useMemo(() => passingsByRunner(asked.data?.passings ?? []), [asked.data])
  const length = useMemo(() => lengthOf(ways), [ways])
  const [at, setAt] = useState(0)
  const [speed, setSpeed] = useState<number>(30)
  const [plays, setPlays] = useState(false)
  const ends = at >= length
  const moving = open && plays && !ends
  useEffect(() => {
    if (!moving) return undefined
    let last = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      const passed = (now - last) * speed
      last = now
      setAt((before) => Math.min(length, before + passed))
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [moving, speed, length])
  const places = useMemo(() => ways.map((way) => placeInReplay(way, at, finish)).sort(replayOrder), [ways, at, finish])
  const toggle = () => {
    if (ends) setAt(0)
    setPlays(!moving)
  }
  return { asked, at, setAt, speed, setSpeed, moving, toggle, length, places, any: bibs.length > 0 }
}
type Replaying = ReturnType<typeof useReplay>

/** Returns the dots of a replay. */
export const replayDots = (places: readonly ReplayedPlace[], labelled: ReadonlySet<string>): MapDot[] =>
  places.map(({ bib, metres }) => ({ key: bib, metres, ...(labelled.has(bib) ? { label: bib } : {}) }))

/** Plays the race again: a slider of race time, and the runners by progress at that moment. */
export const Replay = ({ replay }: { replay: Replaying }) => {
  const t = useWords()
  const { asked, at, setAt, speed, setSpeed, moving, toggle, length, any } = replay
  if (asked.error && !asked.data)
    return (
      <Card>
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      </Card>
    )
  if (any && !asked.data) return <SkeletonCards count={2} className="h-24" />
  if (length === 0)
    return (
      <Card>
        <Empty title={t(words.replay_none)} />
      </Card>
    )
  const clock = durationText(at / 1000)
  return (
    <Card title={t(words.replay)} aside={<span className="display text-28">{clock}</span>}>
      <div className="grid gap-3">
        <input
          type="range"
          aria-label={t(words.slider)}
          aria-valuetext={clock}
          min={0}
          max={Math.ceil(length / 1000)}
          step={1}
          value={Math.round(at / 1000)}
          onChange={(event) => setAt(Math.min(length, Number(event.target.value) * 1000))}
          className="h-11 w-full accent-(--c-strong)"
        />
        <div className="flex items-end gap-3">
          <Button
            className="min-w-32"
            onClick={toggle}
            icon={moving ? <Pause className="size-5" aria-hidden /> : <Play className="size-5" aria-hidden />}
          >
            {t(moving ? words.pause : words.play)}
          </Button>
          <Select
            className="w-32"
            bare
            label={t(words.speed)}
            value={String(speed)}
            onChange={(event) => setSpeed(Number(event.target.value))}
            options={speeds.map((n) => ({ value: String(n), label: t(words.times, { n }) }))}
          />
        </div>
        <p className="text-14 text-soft">{t(words.replay_text)}</p>
        <Standing places={replay.places} />
      </div>
    </Card>
  )
}

const Standing = ({ places }: { places: readonly ReplayedPlace[] }) => {
  const t = useWords()
  const point = usePoint()
  const said = ({ state, last, metres }: ReplayedPlace) =>
    state === 'finished' && last
      ? t(words.finished_in, { time: shortDuration(last.ms / 1000) })
      : state === 'stopped' && last
        ? t(words.left, { point: point(last.label) })
        : metres > 0
          ? t(words.about_km, { km: kmText(metres) })
          : t(words.before_start)
  return (
    <ol className="divide-y divide-line">
      {places.map((one, at) => (
        <li key={one.bib} className="flex min-h-11 items-center gap-3 py-1">
          <span className="display w-8 text-20 text-strong">{at + 1}</span>
          <span dir="auto" className="min-w-0 flex-1 truncate text-left">
            {one.name ?? t(words.hidden)} <span className="figures text-14 text-soft">{one.bib}</span>
          </span>
          <span className="figures shrink-0 text-14">{said(one)}</span>
        </li>
      ))}
    </ol>
  )
}
