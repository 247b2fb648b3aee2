import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { timingReportsFetch } from '#features/results/contract.ts'
import { NoRace } from '#features/results/web/list/NoRace.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { raceShow } from '#features/races/contract.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { Page } from '#ui/layout/Page.tsx'
import { RaceBanner } from '#ui/layout/RaceBanner.ts'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { path } from '#seam/web/paths.ts'
import { shortTime } from '#contract/written.ts'
import { hallCurrent } from '../contract.ts'
import { hallWords as words } from './hall.words.ts'
import { SPREAD_MS, useMoved } from './useMoved.ts'

const ASK_MS = 10_000
/**
 * The page for a phone that read the code of a hall's screen. It shows the screen's present picture, and runners
 * search there for their own certificates.
 */
export const HallPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const { raceid } = link()
  const { client, q } = usePageParams()
  const race = useAsk(
    raceShow,
    { raceid: raceid ?? 0 },
    { enabled: raceid !== undefined, quiet: true, staleTime: 300_000 },
  )
  const now = useAsk(
    hallCurrent,
    { raceid: raceid ?? 0, ...(client ? { client } : {}) },
    { enabled: raceid !== undefined, quiet: true, keep: true, refetchInterval: ASK_MS },
  )
  useMoved(raceid, () => void now.refetch(), SPREAD_MS)
  const [typed, setTyped] = useState(q ?? '')
  const [searched, setSearched] = useState((q ?? '').trim())
  const found = useAsk(
    timingReportsFetch,
    { raceid: raceid ?? 0, q: searched, outcome: 'finished', limit: 8 },
    { enabled: raceid !== undefined && searched !== '', quiet: true },
  )
  const search = (event: FormEvent) => {
    event.preventDefault()
    setSearched(typed.trim())
  }
  const error = race.error ?? (now.error && !now.data ? now.error : null)
  if (raceid === undefined || error)
    return (
      <Page title={t(words.title)}>
        {error ? (
          <ErrorState page error={error} onRetry={() => void (race.error ? race : now).refetch()} />
        ) : (
          <NoRace />
        )}
      </Page>
    )
  return (
    <Page title={t(words.title)} narrow>
      {race.data ? (
        <div className="overflow-hidden rounded">
          <RaceBanner
            plain
            name={race.data.name}
            picture={race.data.header}
            line={[race.data.city, dateText(race.data.time, lang, 'day', race.data.zone)].filter(Boolean).join(' · ')}
          />
        </div>
      ) : (
        <SkeletonCards count={1} className="h-44" />
      )}
      {now.data && !now.data.open ? (
        <Card>
          <Empty
            title={t(words.shut)}
            description={
              now.data.from ? dateText(now.data.from, lang, 'deadline', race.data?.zone) : t(words.shut_text)
            }
          />
        </Card>
      ) : null}
      {now.data?.open ? (
        <>
          <Card>
            <form onSubmit={search} className="grid gap-3" role="search">
              <TextInput
                type="search"
                enterKeyHint="search"
                label={t(words.find)}
                hint={t(words.find_how)}
                value={typed}
                maxLength={40}
                onChange={(event) => setTyped(event.target.value)}
              />
              <Button type="submit" wide icon={<Search className="size-5" aria-hidden />} busy={found.isFetching}>
                {t(words.search)}
              </Button>
            </form>
            {found.error ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
            {found.data && found.data.items.length === 0 ? (
              <Empty title={t(words.found_none)} description={t(words.found_none_text)} />
            ) : null}
            <ul className="mt-2 divide-y divide-line">
              {found.data?.items.map((row) => (
                <li key={row.id}>
                  <Link
                    href={path.score({
                      raceid,
                      key: row._key,
                      ...(client ? { client, address: 'center', only: '1' } : {}),
                    })}
                    className="flex min-h-14 items-center justify-between gap-4 py-2"
                  >
                    <span className="min-w-0">
                      <span className="block truncate font-medium">{row.name ?? t(words.hidden)}</span>
                      <span className="figures text-14 text-soft">{row.bib}</span>
                    </span>
                    <span className="display text-20">
                      {(row.time ?? row.nettime) ? shortTime((row.time ?? row.nettime)!) : ''}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
          <Card title={t(words.on_screen)}>
            {now.data.current ? (
              <p className="text-20 font-bold">
                {now.data.current.name ?? t(words.hidden)}{' '}
                <span className="figures font-normal text-soft">{now.data.current.bib}</span>
              </p>
            ) : (
              <p className="text-soft">{now.data.screen ? t(words.nobody) : t(words.screen_away)}</p>
            )}
            {now.data.next.length > 0 ? (
              <>
                <h3 className="mt-4 text-14 text-soft">{t(words.next)}</h3>
                <ol className="divide-y divide-line">
                  {now.data.next.map((one, at) => (
                    <li key={at} className="flex justify-between gap-4 py-2">
                      <span className="truncate">{one.name ?? t(words.hidden)}</span>
                      <span className="figures text-soft">{one.bib}</span>
                    </li>
                  ))}
                </ol>
              </>
            ) : null}
          </Card>
        </>
      ) : now.isPending ? (
        <SkeletonCards count={2} className="h-36" />
      ) : null}
    </Page>
  )
}
