import { courseKm } from '#features/courses/web/figures.ts'
import { path } from '#seam/web/paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { countText, shortDuration } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Link } from '#ui/router/Link.tsx'
import { liveTimingStations } from '../passings/passings.contract.ts'
import { liveWords as words } from './live.words.ts'
import { usePoint } from './usePoint.ts'

type Params = Readonly<Record<string, string | undefined>>
type LeaderProps = { bib: string; name: string | null; at: number; value: string; params: Params }
/** One of the first three, as a link to the runner's own view. */
const Leader = ({ bib, name, at, value, params }: LeaderProps) => {
  const t = useWords()
  return (
    <li>
      <Link
        href={path.live({ ...params, bib })}
        className="flex min-h-11 items-center gap-3 rounded px-1 hover:bg-tint"
      >
        <span className="display w-6 text-20 text-strong">{at + 1}</span>
        <span dir="auto" className="min-w-0 flex-1 truncate text-left">
          {name ?? t(words.hidden)} <span className="figures text-14 text-soft">{bib}</span>
        </span>
        <span className="display text-20">{value}</span>
      </Link>
    </li>
  )
}

type FrontRunner = { bib: string; name: string | null; metres: number }
/** The three runners whose devices are farthest along the course, as long as no mat has seen anybody. */
const Front = ({ front, params }: { front: readonly FrontRunner[]; params: Params }) => {
  const t = useWords()
  return (
    <section>
      <h3 className="font-medium">{t(words.front)}</h3>
      <ol className="divide-y divide-line">
        {front.map(({ bib, name, metres }, at) => (
          <Leader key={bib} {...{ bib, name, at, params }} value={t(words.km, { n: courseKm(metres) })} />
        ))}
      </ol>
    </section>
  )
}

/** The first three of each event at each point, the latest point first. */
export const Leaders = ({
  raceid,
  eventid,
  every,
  params,
  byDevices,
}: {
  raceid: number
  eventid: number | undefined
  every: number
  params: Params
  /** True if nobody times the event. */
  byDevices: boolean
}) => {
  const t = useWords()
  const point = usePoint()
  const asked = useAsk(
    liveTimingStations,
    { raceid, ...(eventid === undefined ? {} : { eventid }) },
    { quiet: true, keep: true, refetchInterval: every, staleTime: 2_000 },
  )
  if (asked.error && !asked.data)
    return (
      <Card>
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      </Card>
    )
  if (!asked.data) return <SkeletonCards count={3} className="h-28" />
  return asked.data.events.map((event) => {
    const stations = event.stations.filter(({ leaders }, at) => at > 0 && leaders.length > 0).reverse()
    return (
      <Card key={event.eventid} title={asked.data.events.length > 1 ? event.event : t(words.leaders)}>
        {stations.length === 0 && event.front.length === 0 ? (
          <Empty title={t(byDevices ? words.no_places : words.nobody_passed)} />
        ) : null}
        {event.front.length > 0 ? <Front front={event.front} params={params} /> : null}
        <ol className="grid gap-4">
          {stations.map(({ label, passed, leaders }) => (
            <li key={label}>
              <h3 className="flex items-baseline justify-between gap-3 font-medium">
                {point(label)}
                <span className="figures text-14 font-normal text-soft">
                  {t(words.passed, { n: countText(passed) })}
                </span>
              </h3>
              <ol className="divide-y divide-line">
                {leaders.map(({ bib, name, ms }, at) => (
                  <Leader key={bib} {...{ bib, name, at, params }} value={shortDuration(ms / 1000)} />
                ))}
              </ol>
            </li>
          ))}
        </ol>
      </Card>
    )
  })
}
