import { path } from '#seam/console/paths.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { useAsk } from '#ui/network/call.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
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

export const HallPage = () => {
  const t = useWords()
  const go = useGo()
  const params = usePageParams()
  const raceid = useRaceId()
  const hall = useAsk(consoleHallShow, { raceid }, { keep: true, refetchInterval: 30_000 })
  useMoved(raceid, () => void hall.refetch())
  const tab = tabs.find((one) => one === params.tab) ?? (hall.data?.stations.length === 0 ? 'stations' : 'jobs')
  const error = hall.error
  return (
    <DeskPage
      title={t(words.title)}
      description={t(words.description)}
      beside={
        hall.data ? (
          <Chip tone={hall.data.open ? 'success' : 'plain'}>{t(hall.data.open ? words.open_now : words.shut_now)}</Chip>
        ) : null
      }
    >
      <Segmented
        label={t(words.title)}
        value={tab}
        onChange={(next) => go(path.hall({ raceid, tab: next }))}
        options={tabs.map((value) => ({ value, label: t(words[value]) }))}
      />
      {error && !hall.data ? <ErrorState error={error} onRetry={() => void hall.refetch()} /> : null}
      {!hall.data && !error ? <SkeletonCards count={3} className="h-24" /> : null}
      {hall.data ? (
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
            version={hall.data.updated_at}
            zone={hall.data.zone}
            again={async () => void (await hall.refetch())}
          />
        )
      ) : null}
    </DeskPage>
  )
}
