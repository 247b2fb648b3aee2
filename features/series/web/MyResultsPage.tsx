import { Award } from 'lucide-react'
import { LoginNeeded } from '#seam/web/LoginNeeded.tsx'
import { useAccount } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { countText, dateText, shortDuration } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Link } from '#ui/router/Link.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import { seriesMine } from '../contract.ts'
import { JoinsCard } from './JoinsCard.tsx'
import { seriesWords as words } from './series.words.ts'

type Mine = OutputOf<typeof seriesMine>

/**
 * The runner's results in all races with personal bests, the runner's series, and the places that the runner earned.
 */
export const MyResultsPage = () => {
  const t = useWords()
  const account = useAccount()
  const mine = useAsk(seriesMine, {}, { enabled: account.loggedIn, quiet: true, staleTime: 0 })
  if (!account.pending && !account.loggedIn)
    return <LoginNeeded title={t(words.mine)} heading={t(words.log_in_first)} />
  const { data } = mine
  return (
    <Page title={t(words.mine)} backTo={path.me()}>
      {mine.error ? <ErrorState error={mine.error} onRetry={() => void mine.refetch()} /> : null}
      {!data && !mine.error ? <SkeletonCards count={3} className="h-20" /> : null}
      {data ? (
        <div className="grid items-start gap-4 md:grid-cols-12 md:gap-6">
          <div className="grid min-w-0 gap-4 md:col-span-7">
            {data.results.length > 0 ? (
              <Results data={data} />
            ) : (
              <Empty title={t(words.mine_none)} description={t(words.mine_none_how)} />
            )}
          </div>
          <div className="grid min-w-0 gap-4 md:col-span-5">
            <Standing data={data} />
            <Places data={data} />
            <JoinsCard data={data} again={() => void mine.refetch()} />
          </div>
        </div>
      ) : null}
    </Page>
  )
}

const Results = ({ data }: { data: Mine }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {data.results.map((one) => (
          <li key={one.key}>
            <Link
              href={path.result({ raceid: one.raceid, key: one.key })}
              className="flex min-h-20 items-center gap-4 px-4 py-3 hover:bg-tint md:px-6"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{one.race}</span>
                <span className="figures block text-14 text-soft">
                  <Dotted text={[one.event, one.name, dateText(one.time, lang, 'day', one.zone)].join(' · ')} />
                </span>
                {one.place === null ? null : (
                  <span className="figures block text-14 text-soft">{t(words.place, { n: countText(one.place) })}</span>
                )}
              </span>
              <span className="grid shrink-0 justify-items-end gap-1">
                <span className="display text-28 text-strong">{shortDuration(one.seconds) || '—'}</span>
                {one.best ? <Chip tone="success">{t(words.pb)}</Chip> : null}
              </span>
            </Link>
            {one.seconds === null ? null : (
              <Link
                href={path.score({ raceid: one.raceid, key: one.key })}
                className="-mt-2 flex min-h-11 items-center gap-2 px-4 text-14 font-medium text-strong hover:bg-tint md:px-6"
              >
                <Award className="size-5" aria-hidden />
                {t(words.certificate)}
                <span className="sr-only">{one.race}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
const Standing = ({ data }: { data: Mine }) => {
  const t = useWords()
  if (data.series.length === 0) return null
  return (
    <Card title={t(words.my_series)} flush>
      <ul className="divide-y divide-line">
        {data.series.map((one) => (
          <li key={`${one.id} ${one.name}`}>
            <Link
              href={path.seriesOne({ id: one.id, raceid: null })}
              className="flex min-h-16 items-center gap-3 px-4 py-2 hover:bg-tint md:px-6"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{one.series}</span>
                <span className="figures block text-14 text-soft">
                  <Dotted
                    text={[one.name, one.number === null ? '' : t(words.number, { n: one.number })]
                      .filter(Boolean)
                      .join(' · ')}
                  />
                </span>
              </span>
              <span className="figures shrink-0 text-right font-bold text-strong">
                {t(words.rank, { n: one.rank })}
                <span className="block text-14 font-normal text-soft">{t(words.points, { n: one.points })}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
const Places = ({ data }: { data: Mine }) => {
  const t = useWords()
  if (data.places.length === 0) return null
  return (
    <Card title={t(words.earned)}>
      <p className="mb-2 text-14 text-soft">{t(words.earned_how)}</p>
      <ul className="divide-y divide-line">
        {data.places.map((one) => (
          <li key={`${one.raceid} ${one.name}`} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span>
              <span className="block font-medium">{one.race}</span>
              <span className="block text-14 text-soft">{one.name}</span>
            </span>
            <Link
              href={path.baoming({ raceid: one.raceid, invite: one.code })}
              className="figures flex min-h-11 items-center rounded px-3 font-medium text-strong hover:bg-tint"
            >
              {one.code}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
