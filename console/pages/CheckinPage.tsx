import { path } from '#console/paths.ts'
import { BookedPanel } from '#features/appointments/console/BookedPanel.tsx'
import { SlotsPanel } from '#features/appointments/console/SlotsPanel.tsx'
import { raceEvents } from '#features/events/contract.ts'
import { RaceChoice } from '#features/races/console/RaceChoice.tsx'
import { useRaceChoice } from '#features/races/console/useRaceChoice.ts'
import { useAsk } from '#ui/call.ts'
import { Empty } from '#ui/Empty.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { useWords } from '#ui/lang.tsx'
import { useGo, usePageParams } from '#ui/Link.tsx'
import { Page } from '#ui/Page.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { SkeletonCards } from '#ui/Skeleton.tsx'
import { DeclarationsPanel } from './DeclarationsPanel.tsx'
import { deskWords as words } from './deskWords.ts'
import { GearPanel } from './GearPanel.tsx'
import { PackagesPanel } from './PackagesPanel.tsx'

const panels = {
  packages: PackagesPanel,
  slots: SlotsPanel,
  booked: BookedPanel,
  declarations: DeclarationsPanel,
  gear: GearPanel,
} as const
const tabs = Object.keys(panels) as (keyof typeof panels)[]

/** What race day needs: race packs, slots and who booked them, declarations and who signed, equipment. */
export const CheckinPage = () => {
  const t = useWords()
  const go = useGo()
  const params = usePageParams()
  const { races, raceid } = useRaceChoice()
  const events = useAsk(raceEvents, { raceid: raceid ?? 0 }, { enabled: raceid !== undefined, quiet: true })
  const tab = tabs.find((one) => one === params.tab) ?? 'packages'
  const Panel = panels[tab]
  if (races.data && raceid === undefined)
    return (
      <Page title={t(words.title)} bar={false}>
        <Empty title={t(words.no_race)} />
      </Page>
    )
  return (
    <Page title={t(words.title)} bar={false}>
      <div className="flex flex-wrap items-end justify-between gap-3 pt-4">
        <h1 className="text-28 font-bold">{t(words.title)}</h1>
        <RaceChoice
          races={races.data?.items}
          raceid={raceid}
          onChoose={(raceid) => go(path.checkin({ raceid, tab }), { replace: true })}
        />
      </div>
      <Segmented
        label={t(words.title)}
        value={tab}
        onChange={(next) => go(path.checkin({ raceid, tab: next }), { replace: true })}
        options={tabs.map((value) => ({ value, label: t(words[value]) }))}
      />
      {races.error ? <ErrorState error={races.error} onRetry={() => void races.refetch()} /> : null}
      {raceid !== undefined && !events.isPending ? (
        <Panel
          key={`${raceid} ${tab}`}
          raceid={raceid}
          events={events.data ?? []}
          zone={events.data?.[0]?.race.zone ?? 'Asia/Shanghai'}
        />
      ) : races.error ? null : (
        <SkeletonCards count={3} className="h-20" />
      )}
    </Page>
  )
}
