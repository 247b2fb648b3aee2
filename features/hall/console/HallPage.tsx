import { path } from '#seam/console/paths.ts'
import { NoRace } from '#features/races/console/NoRace.tsx'
import { RaceChoice } from '#seam/console/RaceChoice.tsx'
import { useRaceChoice } from '#seam/console/useRaceChoice.ts'
import { useAsk } from '#ui/network/call.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { consoleHallShow } from '../contract.ts'
import { useMoved } from '../web/useMoved.ts'
import { consoleWords as words } from './console.words.ts'
import { JobsPart } from './JobsPart.tsx'
import { SettingsPart } from './SettingsPart.tsx'
import { StationsPart } from './StationsPart.tsx'
import { UsersPart } from './UsersPart.tsx'

const tabs = ['jobs', 'stations', 'users', 'settings'] as const

/** A race's results hall, run from here: what is in line, its screens and printers, who used it, its settings. */
export const HallPage = () => {
  const t = useWords()
  const go = useGo()
  const params = usePageParams()
  const { races, raceid } = useRaceChoice()
  const hall = useAsk(
    consoleHallShow,
    { raceid: raceid ?? 0 },
    { enabled: raceid !== undefined, keep: true, refetchInterval: 30_000 },
  )
  useMoved(raceid, () => void hall.refetch())
  const tab = tabs.find((one) => one === params.tab) ?? (hall.data?.stations.length === 0 ? 'stations' : 'jobs')
  const error = races.error ?? hall.error
  if (races.data && raceid === undefined)
    return (
      <Page title={t(words.title)} bar={false}>
        <NoRace />
      </Page>
    )
  return (
    <Page title={t(words.title)} bar={false}>
      <div className="flex flex-wrap items-end justify-between gap-3 pt-4">
        <div>
          <h1 className="flex flex-wrap items-center gap-3 text-28 font-bold">
            {t(words.title)}{' '}
            {hall.data ? (
              <Chip tone={hall.data.open ? 'success' : 'plain'}>
                {t(hall.data.open ? words.open_now : words.shut_now)}
              </Chip>
            ) : null}
          </h1>
          <p className="text-14 text-soft">{t(words.says)}</p>
        </div>
        <RaceChoice
          races={races.data?.items}
          raceid={raceid}
          onChoose={(raceid) => go(path.hall({ raceid, tab }), { replace: true })}
        />
      </div>
      <Segmented
        label={t(words.title)}
        value={tab}
        onChange={(next) => go(path.hall({ raceid, tab: next }), { replace: true })}
        options={tabs.map((value) => ({ value, label: t(words[value]) }))}
      />
      {error && !hall.data ? (
        <ErrorState error={error} onRetry={() => void (races.error ? races : hall).refetch()} />
      ) : null}
      {!hall.data && !error ? <SkeletonCards count={3} className="h-24" /> : null}
      {hall.data && raceid !== undefined ? (
        tab === 'jobs' ? (
          <JobsPart
            key={raceid}
            raceid={raceid}
            counts={hall.data.counts}
            stations={hall.data.stations}
            at={hall.dataUpdatedAt}
          />
        ) : tab === 'stations' ? (
          <StationsPart
            raceid={raceid}
            stations={hall.data.stations}
            zone={hall.data.zone}
            at={hall.dataUpdatedAt}
            onChange={() => void hall.refetch()}
          />
        ) : tab === 'users' ? (
          <UsersPart key={raceid} raceid={raceid} zone={hall.data.zone} />
        ) : (
          <SettingsPart
            key={raceid}
            raceid={raceid}
            settings={hall.data.settings}
            zone={hall.data.zone}
            onSaved={() => void hall.refetch()}
          />
        )
      ) : null}
    </Page>
  )
}
