import { ChevronRight, Star } from 'lucide-react'
import { kmText } from '#features/courses/web/figures.ts'
import { outcomeWords } from '#features/results/report/outcome.words.ts'
import { path } from '#seam/web/paths.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText, shortDuration } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { followWords } from './follow/follow.words.ts'
import { liveWords as words } from './live.words.ts'
import { metresAfter } from './place.rules.ts'
import { usePoint } from './usePoint.ts'
import type { ShownRunner } from './useLiveRace.ts'

/** The place of a runner in words. Between two mats it is an estimate and says so. */
const WhereNow = ({ runner, now }: { runner: ShownRunner; now: number }) => {
  const t = useWords()
  const metres = metresAfter(runner, now - runner.at)
  // A runner whom no mat has seen may not even have started.
  const isSeen = runner.last !== null || runner.by === 'gps'
  // Without a passing, the column at the right has the place of the device.
  if (metres === null || runner.outcome !== 'running' || !isSeen || runner.last === null) return null
  return (
    <span className="figures whitespace-nowrap">
      {t(runner.by === 'gps' ? words.gps_km : words.about_km, { km: kmText(metres) })}
    </span>
  )
}

/** The silence of a device, in milliseconds, after which the page tells the moment of its last fix. */
export const SILENT_MS = 120_000
/** The place of a runner whom no mat has seen yet, by the device. */
const ByDevice = ({ runner, now, zone }: { runner: ShownRunner; now: number; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const metres = metresAfter(runner, now - runner.at)
  const seen = runner.seen === null ? now : Date.parse(runner.seen)
  const at = now - seen > SILENT_MS ? dateText(runner.seen, lang, 'second', zone) : ''
  return (
    <>
      <span className="display block text-20 leading-none">
        {metres === null ? '–' : t(words.km, { n: kmText(metres) })}
      </span>
      <span className="figures mt-1 block text-14 text-soft">
        {metres === null
          ? t(words.off_course, { time: dateText(runner.seen, lang, 'second', zone) })
          : t(words.gps_at, { time: at }).trim()}
      </span>
    </>
  )
}

/** One runner of the live list, who leads to the runner's own view. */
export const RunnerRow = ({
  runner,
  now,
  zone,
  followed,
  params,
  waiting,
  lap,
}: {
  runner: ShownRunner
  now: number
  zone: string
  followed: boolean
  /** True before the start of the event. */
  waiting: boolean
  /** The name of the runner's lap. */
  lap: string | undefined
  /** The parameters of the page that stay in the address. */ params: Readonly<Record<string, string | undefined>>
}) => {
  const t = useWords()
  const point = usePoint()
  const { bib, name, outcome, last, next, finish, place } = runner
  const finished = outcome === 'finished'
  return (
    <Link
      href={path.live({ ...params, bib })}
      className="flex min-h-16 items-center gap-3 border-b border-line px-4 py-2 transition hover:bg-tint md:gap-5 md:px-6"
    >
      <span className="display w-8 shrink-0 text-20 leading-none text-strong @2xl:w-14 @2xl:text-28">
        {place === null || waiting ? '–' : countText(place)}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-center gap-1.5">
          <span dir="auto" className="truncate font-medium">
            {name ?? t(words.hidden)}
          </span>
          {followed ? (
            <Star
              className="size-4 shrink-0 fill-current text-strong"
              role="img"
              aria-label={t(followWords.followed)}
            />
          ) : null}
        </span>
        <span className="figures flex gap-x-3 overflow-hidden text-14 text-soft">
          <span className="whitespace-nowrap">{bib}</span>
          <WhereNow runner={runner} now={now} />
          {lap ? <span className="whitespace-nowrap">{lap}</span> : null}
          {runner.team ? <span className="hidden truncate @2xl:inline">{runner.team}</span> : null}
        </span>
      </span>
      <span className="figures hidden shrink-0 text-right text-14 text-soft @2xl:block">
        {next ? t(words.next_at, { point: point(next.label), time: shortDuration(next.prediction.ms / 1000) }) : null}
        {finish && next?.label !== '终点' ? (
          <span className="block">
            {t(words.finish)} {shortDuration(finish.ms / 1000)}
          </span>
        ) : null}
      </span>
      <span className="shrink-0 text-right">
        {waiting && outcome === 'running' && last === null ? (
          <span className="text-14 text-soft">{t(words.before_start)}</span>
        ) : finished && last ? (
          <span className="display block text-20 leading-none @2xl:text-28">{shortDuration(last.ms / 1000)}</span>
        ) : outcome === 'running' && last === null && runner.by === 'gps' ? (
          <ByDevice runner={runner} now={now} zone={zone} />
        ) : outcome === 'running' ? (
          <>
            <span className="display block text-20 leading-none">{last ? shortDuration(last.ms / 1000) : '–'}</span>
            <span className="figures mt-1 block text-14 text-soft">{last ? point(last.label) : t(words.not_seen)}</span>
          </>
        ) : (
          <Chip>{t(outcomeWords[outcome])}</Chip>
        )}
      </span>
      <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
    </Link>
  )
}
