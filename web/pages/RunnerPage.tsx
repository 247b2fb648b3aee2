import { Award, Link2, List, Play, Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { ThirdCard } from '#features/timing/web/ThirdCard.tsx'
import { onDemand } from '#ui/router/onDemand.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { countText, dateText, shortDuration } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { handOver, inWebview } from '#ui/network/handOver.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link, useGo, usePageParams } from '#ui/router/Link.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Skeleton, SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { path } from '#seam/web/paths.ts'
import { resultsAlong } from '#features/results/progress/progress.contract.ts'
import { type Report, type Split, timingQuery } from '#features/results/contract.ts'
import { ComparePart } from '#features/results/web/report/ComparePart.tsx'
import { heroClock } from '#features/results/report/heroClock.rules.ts'
import { ProtestLink } from '#features/results/web/protests/ProtestLink.tsx'
import { type ResultAnswer, ResultHero, useRankTitle } from '#features/results/web/report/ResultHero.tsx'
import { runnerWords as words } from '#features/results/web/report/runner.words.ts'
import { scoreWords } from '#features/results/web/report/score.words.ts'
import { SplitTable } from '#features/results/web/report/SplitTable.tsx'
import { segmentsOf, waitedOf } from '#features/results/web/progress/segments.ts'
import { TeamCard } from '#features/results/web/teams/TeamCard.tsx'
import { useLive } from '#features/results/web/list/useLive.ts'
import { WayChart } from '#features/results/web/progress/WayChart.tsx'
import { later } from '#ui/router/later.ts'
import { LiveLine } from '#features/tracking/web/LiveLine.tsx'
import { WayTable } from '#features/results/web/progress/WayTable.tsx'

const FollowButton = later(async () => (await import('#features/tracking/web/follow/FollowButton.tsx')).FollowButton)
const LentPreviewer = onDemand(
  async () => (await import('#features/certificates/web/LentPreviewer.tsx')).LentPreviewer,
  ({ onClose }) => ({ onClose }),
)

/**
 * Shows the race of one runner: time, ranks, pace over the course, overtaken runners, and the comparison with another
 * runner. A shared link stays valid, because the link contains the key of the result.
 */
export const RunnerPage = () => {
  const t = useWords()
  const go = useGo()
  const { key = '', with: other } = usePageParams()
  const answer = useAsk(timingQuery, { id: key || '-' }, { quiet: true, enabled: key !== '' })
  const along = useAsk(resultsAlong, { key }, { quiet: true, enabled: key !== '' })
  const report = answer.data?.report
  const bib = report?.bib ?? ''
  useLive(answer.data?.event.raceid, Boolean(report?.provisional || report?.outcome === 'running'), (news) => {
    if (!news.all && news.bibs.length > 0 && !news.bibs.includes(bib) && !report?.provisional) return
    void answer.refetch()
    void along.refetch()
  })
  if (key === '' || answer.error?.refusal === 'no_report' || (answer.data && !report))
    return (
      <Page title={t(words.title)} backTo={path.report()}>
        <Empty
          title={t(words.notFound)}
          description={t(words.notFoundHow)}
          action={<ButtonLink href={path.report()}>{t(words.every)}</ButtonLink>}
        />
      </Page>
    )
  if (answer.error)
    return (
      <Page title={t(words.title)} backTo={path.report()}>
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      </Page>
    )
  if (!answer.data || !report)
    return (
      <Page title={t(words.title)} backTo={path.report()}>
        <SkeletonCards count={2} className="h-72" />
      </Page>
    )
  const { event } = answer.data
  const splits = report.splits as Split[]
  const showsSplits = splits.some(({ ms }) => ms !== null) && !event.race.settings.hide_splits
  return (
    <Page
      title={report.name ?? t(scoreWords.hiddenName)}
      backTo={path.report({ raceid: event.raceid, eventid: event.id })}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-12 md:gap-6">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 md:col-span-7 md:gap-6">
          <ResultHero answer={answer.data} report={report} />
          <ProtestLink report={report} minutes={event.race.settings.protest_minutes} />
          {report.outcome === 'running' ? (
            <>
              <LiveLine raceid={event.raceid} start={event.race.time} bib={report.bib} eventid={event.id} />
              <div className="flex flex-wrap gap-2">
                <FollowButton
                  raceid={event.raceid}
                  bib={report.bib}
                  eventid={event.id}
                  name={report.name ?? t(scoreWords.hiddenName)}
                />
              </div>
            </>
          ) : null}
          {report.handed_in ? <p className="-mt-2 text-14 text-soft">{t(words.handedIn)}</p> : null}
          <Actions answer={answer.data} report={report} clock={along.data?.basis ?? 'net'} />
          {along.isPending && showsSplits ? (
            <Card title={t(words.course)}>
              <Skeleton className="h-56" />
            </Card>
          ) : null}
          {along.data && showsSplits ? (
            <WayChart
              raceid={event.raceid}
              eventid={event.id}
              points={along.data.points}
              waited={waitedOf(report, along.data.basis)}
            />
          ) : null}
          {showsSplits ? <SplitTable splits={splits} titles={event.splits} /> : null}
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 md:col-span-5 md:gap-6">
          {report.team ? <TeamCard raceid={event.raceid} eventid={event.id} of={report.team} /> : null}
          {along.error ? (
            <Card title={t(words.way)}>
              <ErrorState error={along.error} onRetry={() => void along.refetch()} />
            </Card>
          ) : along.isPending ? (
            <Card title={t(words.way)}>
              <Skeleton lines={8} />
            </Card>
          ) : null}
          {along.data && showsSplits ? <WayTable points={along.data.points} clock={along.data.basis} /> : null}
          {event.race.settings.timing_firm === undefined ? null : <ThirdCard raceid={event.raceid} bib={report.bib} />}
          {along.data?.agegrade ? <AgeGradeCard {...along.data.agegrade} /> : null}
          {along.data && showsSplits ? (
            <ComparePart
              raceid={event.raceid}
              own={along.data}
              other={other}
              onOther={(found) => go(path.result({ key, with: found }), { replace: true })}
            />
          ) : null}
        </div>
      </div>
    </Page>
  )
}

const AgeGradeCard = ({ edition, percent, graded }: { edition: number; percent: number; graded: number }) => {
  const t = useWords()
  return (
    <Card title={t(words.ageGrade)}>
      <p className="display text-40 text-strong">{percent.toFixed(2)}%</p>
      <div aria-hidden className="mt-2 h-2 overflow-hidden rounded-full bg-sunk">
        <div className="h-full rounded-full bg-accent" style={{ width: `${Math.min(100, percent)}%` }} />
      </div>
      <p className="mt-3">{t(words.ageGradeText, { percent: percent.toFixed(2), graded: shortDuration(graded) })}</p>
      <p className="mt-1 text-14 text-soft">{t(words.ageGradeSource, { edition })}</p>
    </Card>
  )
}

const actionLook =
  'flex min-h-16 w-full flex-col items-center justify-center gap-1 rounded px-1 py-1.5 text-center text-12 ' +
  'font-medium text-balance hover:bg-tint md:min-w-28 md:text-14'
const ActionLink = ({ href, Icon, says }: { href: string; Icon: typeof Award; says: string }) => (
  <li className="min-w-14 flex-1">
    <Link href={href} className={actionLook}>
      <Icon className="size-5 text-strong" aria-hidden />
      {says}
    </Link>
  </li>
)

const Actions = ({
  answer: { event },
  report,
  clock,
}: {
  answer: ResultAnswer
  report: Report
  clock: 'gun' | 'net'
}) => {
  const t = useWords()
  const { lang } = useLang()
  const titleOf = useRankTitle(report)
  const [drawing, setDrawing] = useState(false)
  const [shown, setShown] = useState<Blob>()
  const finished = report.outcome === 'finished'
  const shownClock = heroClock(report, event.race.settings.gun_time_below_rank)
  const time = (shownClock === 'gun' ? report.time : report.nettime) ?? ''
  const share = async () => {
    setDrawing(true)
    try {
      const { sharePicture } = await import('#features/results/web/report/sharePicture.ts')
      const picture = await sharePicture({
        race: event.race.name,
        line: [event.race.city, dateText(event.race.time, lang, 'day', event.race.zone)].filter(Boolean).join(' · '),
        event: event.race.settings.hide_event_name ? '' : event.name,
        name: report.name ?? t(scoreWords.hiddenName),
        bib: report.bib,
        clock: t(shownClock === 'gun' ? scoreWords.gun : scoreWords.net),
        time: shortDuration(time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)),
        ranks: report.places.map(({ of, place, total }) => ({
          title: titleOf(of),
          rank: countText(place),
          of: total === null ? '' : t(scoreWords.outOf, { n: countText(total) }),
        })),
        segments: segmentsOf(
          (report.splits as Split[]).map(({ label, metres, ms }) => ({
            label,
            metres,
            ms,
            place: null,
            of: 0,
            gender_place: null,
            won: null,
            best_ms: null,
            middle_ms: null,
          })),
          waitedOf(report, clock),
        ),
        primary: event.race.skins.primary,
        lang,
        foot: location.host,
        link: new URL(path.result({ key: report._key }), location.origin).href,
      })
      if (!picture) toastError(t(words.shareFailed))
      // The messaging app shares no files. The page shows the picture, and the person keeps the picture by a long
      // press.
      else if (inWebview()) setShown(picture)
      else await handOver(picture, `${event.race.name}-${report.bib}.jpg`)
    } catch {
      toastError(t(words.shareFailed))
    } finally {
      setDrawing(false)
    }
  }
  const copy = async () => {
    await navigator.clipboard
      .writeText(new URL(path.result({ key: report._key }), location.origin).href)
      .catch(() => undefined)
    toastSuccess(t(words.copied))
  }
  return (
    <>
      <ul className="flex flex-wrap rounded bg-surface p-1 shadow-card md:w-fit md:gap-2">
        {finished ? (
          <ActionLink href={path.score({ key: report._key })} Icon={Award} says={t(words.certificate)} />
        ) : null}
        {finished && time ? (
          <li className="min-w-14 flex-1">
            <button
              type="button"
              className={actionLook}
              aria-busy={drawing}
              disabled={drawing}
              onClick={() => void share()}
            >
              <Share2 className="size-5 text-strong" aria-hidden />
              {t(drawing ? words.sharing : words.shareShort)}
            </button>
          </li>
        ) : null}
        {event.race.settings.videos.length > 0 ? (
          <ActionLink href={path.video({ key: report._key })} Icon={Play} says={t(words.video)} />
        ) : null}
        <li className="min-w-14 flex-1">
          <button type="button" className={actionLook} onClick={() => void copy()}>
            <Link2 className="size-5 text-strong" aria-hidden />
            {t(words.copy)}
          </button>
        </li>
        <ActionLink
          href={path.report({ raceid: event.raceid, eventid: event.id })}
          Icon={List}
          says={t(scoreWords.every)}
        />
      </ul>
      {shown ? (
        <Suspense>
          <LentPreviewer
            picture={shown}
            raceid={event.raceid}
            name={`result-${report._key}`}
            alt={t(words.share)}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
