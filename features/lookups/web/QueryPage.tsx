import { Suspense, useState } from 'react'
import { raceShow, type Race } from '#features/races/contract.ts'
import { onDemand } from '#ui/router/onDemand.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { usePageParams } from '#ui/router/Link.tsx'
import { useScreenPath } from '#ui/router/Router.tsx'
import { link } from '#ui/router/address.ts'
import { useTitle } from '#ui/layout/Page.tsx'
import { pictureAt, pictureSet } from '#ui/media/picture.ts'
import { PullToRefresh } from '#ui/layout/PullToRefresh.tsx'
import { RaceBanner } from '#ui/layout/RaceBanner.ts'
import { words as kit } from '#ui/language/words.ts'
import { path } from '#seam/web/paths.ts'
import { FoundRunners } from './FoundRunners.tsx'
import { type QueryType, masterQuery } from '../contract.ts'
import { asksMaster, kindsOf } from './lookups.ts'
import { queryTitles, queryWords as words } from './query.words.ts'
import { SearchCard } from './SearchCard.tsx'
import { useLookup } from './useLookup.ts'

const Menu = onDemand(async () => (await import('#features/races/web/RaceMenu.tsx')).RaceMenu)

/** The query page. Every address without another page opens it (docs/behaviour/accounts.md, Query page). */
export const QueryPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const params = usePageParams()
  const { raceid } = link()
  const isUnknown = useScreenPath() === '/$'
  const wantsMaster = asksMaster(params)
  const master = useAsk(
    masterQuery,
    { raceid: raceid ?? 0 },
    { enabled: raceid !== undefined && wantsMaster, quiet: true },
  )
  const { kinds, first } = kindsOf(params, master.data?.role === 'admin')
  const [chosen, setKind] = useState<QueryType>()
  const kind = chosen !== undefined && kinds.includes(chosen) ? chosen : first
  const race = useAsk(
    raceShow,
    { raceid: raceid ?? 0 },
    { enabled: raceid !== undefined, quiet: true, staleTime: 300_000 },
  )
  const lookup = useLookup(kind, {
    raceid,
    gameid: Number(params.gameid) || undefined,
    byRunner: race.data?.settings.query_by_runner ?? false,
    ready: race.data !== undefined && !(wantsMaster && master.isPending),
  })
  useTitle(
    isUnknown && raceid === undefined
      ? t(words.noPage)
      : [t(queryTitles[kind]), race.data?.name].filter(Boolean).join(' · '),
  )
  if (raceid === undefined || race.error)
    return (
      <main id="main" className="frame py-8">
        {race.error ? (
          <ErrorState
            page
            error={race.error}
            onRetry={() => void race.refetch()}
            action={
              <ButtonLink look="plain" href={path.finder()}>
                {t(kit.home)}
              </ButtonLink>
            }
          />
        ) : (
          <Empty
            page
            title={t(isUnknown ? words.noPage : words.noRace)}
            description={t(isUnknown ? words.noPageHow : words.noRaceHow)}
            action={<ButtonLink href={path.finder()}>{t(words.chooseRace)}</ButtonLink>}
          />
        )}
      </main>
    )
  const line = race.data
    ? [race.data.city, dateText(race.data.time, lang, 'day', race.data.zone)].filter(Boolean).join(' · ')
    : ''
  return (
    <main id="main" tabIndex={-1} className="relative flex flex-1 flex-col outline-none">
      <PullToRefresh onRefresh={lookup.refresh}>
        {race.data ? (
          <RaceBanner name={race.data.name} picture={race.data.header} line={line} form="band" />
        ) : (
          <div className="bone min-h-[11rem] md:min-h-[15rem]" />
        )}
        <Ground picture={race.data?.bg ?? null}>
          <div className="frame relative z-10 -mt-5 grid items-start gap-6 pb-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="grid min-w-0 gap-6">
              <SearchCard kind={kind} kinds={kinds} onKind={setKind} lookup={lookup} />
              <FoundRunners kind={kind} lookup={lookup} primary={race.data?.skins.primary} zone={race.data?.zone} />
            </div>
            {/* The height of a folded menu: one row, or two rows of the wider English labels. */}
            <Suspense fallback={<div className={`bone rounded ${lang === 'en' ? 'h-48' : 'h-26'}`} />}>
              <Menu entries={race.data?.menu ?? []} label={t(words.menu)} />
            </Suspense>
          </div>
        </Ground>
        <Footer race={race.data} />
      </PullToRefresh>
    </main>
  )
}

/** The race's background behind the found runners. It is pale, so that every text on it is readable. */
const Ground = ({ picture, children }: { picture: string | null; children: React.ReactNode }) => (
  <div className="relative isolate">
    {picture ? (
      <div aria-hidden className="absolute inset-0 -z-10 overflow-hidden">
        <img
          src={pictureAt(picture, 1280)}
          srcSet={pictureSet(picture)}
          sizes="100vw"
          alt=""
          loading="lazy"
          className="size-full object-cover opacity-10"
        />
      </div>
    ) : null}
    {children}
  </div>
)

const Footer = ({ race }: { race: Race | undefined }) =>
  race?.footer ? (
    <img
      src={pictureAt(race.footer, 1280)}
      srcSet={pictureSet(race.footer)}
      sizes="100vw"
      alt=""
      loading="lazy"
      className="mt-auto block max-h-40 w-full object-cover"
    />
  ) : null
