import { Satellite, TriangleAlert, X } from 'lucide-react'
import { courseKm } from '#features/courses/web/figures.ts'
import { resultOutcomeWords } from '#features/results/report/outcome.words.ts'
import { path } from '#seam/web/paths.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { countText, shortDuration } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Link, usePageParams } from '#ui/router/Link.tsx'
import { CheerButton } from './share/CheerButton.tsx'
import { FollowButton } from './follow/FollowButton.tsx'
import { liveMoment } from './runner/liveMoment.ts'
import { liveWords as words } from './live.words.ts'
import { SILENT_MS } from './RunnerRow.tsx'
import { usePoint } from './usePoint.ts'
import type { LiveReport, useReport } from './useReport.ts'
import { VirtualTimes } from './runner/VirtualTimes.tsx'

type Point = LiveReport['points'][number]

/**
 * Returns a function that writes a moment, given in milliseconds from the gun, as a time of day. If the gun is unknown,
 * the function writes the race time.
 */
const useMoment = (report: LiveReport, zone: string) => {
  const { lang } = useLang()
  const { gun, at } = report
  return (ms: number): string =>
    gun === null ? shortDuration(ms / 1000) : liveMoment(new Date(Date.parse(gun) + ms), at, lang, zone)
}

type Props = {
  raceid: number
  report: ReturnType<typeof useReport>
  zone: string
  /** The address of the list without this runner. */ closed: string
  follows: boolean
  lap: string | undefined
}

export const RunnerPanel = ({ raceid, report: asked, zone, closed, follows, lap }: Props) => {
  const t = useWords()
  const { data: report, error } = asked
  if (error && !report)
    return (
      <Card>
        {error.refusal === 'no_report' ? (
          <Empty
            title={t(words.no_report)}
            description={t(words.no_report_text)}
            action={
              <ButtonLink look="plain" href={closed}>
                {t(words.close)}
              </ButtonLink>
            }
          />
        ) : (
          <ErrorState error={error} onRetry={() => void asked.refetch()} />
        )}
      </Card>
    )
  if (!report) return <SkeletonCards count={2} className="h-40" />
  const name = report.name ?? t(words.hidden)
  return (
    <section aria-labelledby="live-runner" className="rounded bg-surface shadow-card">
      <header className="flex items-start gap-3 p-4 pb-2 md:px-6 md:pt-6">
        <div className="min-w-0 flex-1">
          <h2 id="live-runner" dir="auto" className="truncate text-left text-28 font-bold">
            {name}
          </h2>
          <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
            <span>{report.bib}</span>
            <span>{report.event}</span>
            <Chip tone={report.outcome === 'running' ? 'info' : report.outcome === 'finished' ? 'success' : 'plain'}>
              {t(resultOutcomeWords[report.outcome])}
            </Chip>
            {lap ? <Chip>{lap}</Chip> : null}
          </p>
        </div>
        <Link
          href={closed}
          replace
          aria-label={t(words.close)}
          title={t(words.close)}
          className="-mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-sunk"
        >
          <X className="size-6" aria-hidden />
        </Link>
      </header>
      {follows ? (
        <div className="flex flex-wrap gap-2 px-4 md:px-6">
          <FollowButton
            raceid={raceid}
            bib={report.bib}
            eventid={report.eventid}
            name={name}
            over={report.outcome !== 'running'}
          />
          {report.cheers ? <CheerButton run={{ raceid, bib: report.bib, eventid: report.eventid }} /> : null}
          {report.outcome === 'finished' ? (
            <ButtonLink look="plain" href={path.result({ key: report.key })}>
              {t(words.result)}
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
      <Others report={report} />
      <Here report={report} zone={zone} />
      <Tiles report={report} zone={zone} />
      <PointTable report={report} zone={zone} />
    </section>
  )
}

/** The runners of other events with this runner's bib. A person may have looked for one of them. */
const Others = ({ report: { bib, others } }: { report: LiveReport }) => {
  const t = useWords()
  const { embed } = usePageParams()
  if (others.length === 0) return null
  return (
    <div className="px-4 pt-3 text-14 md:px-6">
      <p className="text-soft">{t(words.same_bib, { bib })}</p>
      <ul>
        {others.map(({ eventid, event, name }) => (
          <li key={eventid}>
            <Link
              href={path.live({ bib, eventid, embed })}
              replace
              className="inline-flex min-h-11 items-center gap-2 text-strong hover:underline"
            >
              <span dir="auto">{name ?? t(words.hidden)}</span>
              <span>{event}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Returns a text with the place that the device gives. Null if no device gives the place. */
const useDeviceText = ({ at, seen, here }: LiveReport, zone: string): string | null => {
  const t = useWords()
  const { lang } = useLang()
  if (seen === null) return null
  const time = liveMoment(seen, at, lang, zone)
  if (!here) return t(words.off_course, { time })
  if (here.by !== 'gps') return null
  const isSilent = Date.parse(at) - Date.parse(seen) > SILENT_MS
  return t(isSilent ? words.here_gps_at : words.here_gps, { km: courseKm(here.metres), time })
}

const Here = ({ report, zone }: { report: LiveReport; zone: string }) => {
  const t = useWords()
  const { here, overdue, outcome, points } = report
  const byDevice = useDeviceText(report, zone)
  // A runner whom no mat has seen may not even have started.
  const isSeen = byDevice !== null || points.some(({ ms }) => ms !== null)
  if ((!here && byDevice === null) || outcome !== 'running' || !isSeen) return null
  const said = here && (here.by === 'mat' ? words.here_mat : words.here_estimate)
  return (
    <div className="grid gap-2 px-4 pt-3 md:px-6">
      <p className="figures flex gap-2">
        {byDevice !== null ? <Satellite className="mt-0.5 size-5 shrink-0 text-strong" aria-hidden /> : null}
        {byDevice ?? t(said!, { km: courseKm(here!.metres), m: countText(here!.uncertain) })}
      </p>
      {overdue ? (
        <p className="flex gap-2 rounded bg-warning-tint px-3 py-2 text-14 text-warning-ink">
          <TriangleAlert className="size-5 shrink-0" aria-hidden />
          {t(words.overdue)}
        </p>
      ) : null}
    </div>
  )
}

const Tile = ({ name, value, note }: { name: string; value: string; note?: string | undefined }) => (
  <div className="min-w-0 rounded bg-sunk p-3">
    <dt className="text-14 text-soft">{name}</dt>
    <dd>
      <span className="display block text-28 leading-tight">{value}</span>
      {note ? <span className="figures block text-14 text-soft">{note}</span> : null}
    </dd>
  </div>
)

const Tiles = ({ report, zone }: { report: LiveReport; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const point = usePoint()
  const moment = useMoment(report, zone)
  const { points, outcome } = report
  const last = points.findLast(({ ms }) => ms !== null)
  const next = points.find(({ prediction }) => prediction !== null)
  const finish = points.at(-1)
  const paced = points.findLast(({ pace }) => pace !== null)
  const range = ({ prediction }: Point) =>
    prediction ? t(words.clock_range, { low: moment(prediction.low), high: moment(prediction.high) }) : undefined
  return (
    <>
      <dl className="grid grid-cols-2 gap-2 p-4 pb-2 md:px-6">
        {!last && report.seen !== null ? (
          <Tile
            name={t(words.last_fix)}
            value={liveMoment(report.seen, report.at, lang, zone)}
            note={t(words.gps_at, { time: '' }).trim()}
          />
        ) : (
          <Tile
            name={t(words.last_seen)}
            value={last ? shortDuration(last.ms! / 1000) : '–'}
            note={last ? point(last.label) : t(words.not_seen)}
          />
        )}
        {last?.place ? (
          <Tile
            name={t(words.place)}
            value={countText(last.place)}
            note={last.of ? t(words.of, { place: countText(last.place), of: countText(last.of) }) : undefined}
          />
        ) : null}
        {!last && report.rank !== null && report.seen !== null ? (
          <Tile name={t(words.place)} value={countText(report.rank)} note={t(words.gps_at, { time: '' }).trim()} />
        ) : null}
        {next?.prediction ? (
          <Tile
            name={`${t(words.next)} · ${point(next.label)}`}
            value={moment(next.prediction.ms)}
            note={range(next)}
          />
        ) : null}
        {outcome === 'running' && finish?.prediction && finish !== next ? (
          <Tile name={t(words.finish)} value={shortDuration(finish.prediction.ms / 1000)} note={range(finish)} />
        ) : null}
        {paced?.pace ? <Tile name={t(words.pace)} value={t(words.per_km, { pace: paced.pace })} /> : null}
      </dl>
      {next?.prediction ? <p className="px-4 text-14 text-soft md:px-6">{t(words.range_note)}</p> : null}
    </>
  )
}

const PointTable = ({ report, zone }: { report: LiveReport; zone: string }) => {
  const t = useWords()
  const point = usePoint()
  const moment = useMoment(report, zone)
  return (
    <div className="p-4 md:px-6 md:pb-6">
      <table className="figures w-full text-left">
        <caption className="mb-2 text-left text-16 font-bold">{t(words.points)}</caption>
        <thead className="text-14 text-soft">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 pr-2 font-normal">
              {t(words.point)}
            </th>
            <th scope="col" className="py-2 pr-2 text-right font-normal">
              {t(words.time)}
            </th>
            <th scope="col" className="py-2 pr-2 text-right font-normal">
              {t(words.pace)}
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              {t(words.place)}
            </th>
          </tr>
        </thead>
        <tbody>
          {report.points.map(({ label, kind, metres, ms, pace, place, prediction }, at) => (
            <tr key={`${label}${at}`} className={`border-b border-line ${ms === null ? 'text-soft' : ''}`}>
              <th scope="row" className="py-2.5 pr-2 font-medium">
                {point(label)}
                {metres !== null && kind !== 'start' && !label.startsWith(courseKm(metres)) ? (
                  <span className="block text-12 font-normal text-soft">{t(words.km, { n: courseKm(metres) })}</span>
                ) : null}
              </th>
              <td className="py-2.5 pr-2 text-right">
                {ms !== null
                  ? shortDuration(ms / 1000)
                  : prediction
                    ? t(words.expected, { time: moment(prediction.ms) })
                    : '–'}
              </td>
              <td className="py-2.5 pr-2 text-right">{pace ?? '–'}</td>
              <td className="py-2.5 text-right">{place === null ? '–' : countText(place)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <VirtualTimes times={report.virtual} />
    </div>
  )
}
