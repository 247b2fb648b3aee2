import { path } from '#seam/console/paths.ts'
import { BookedPanel } from '#features/appointments/console/BookedPanel.tsx'
import { SlotsPanel } from '#features/appointments/console/SlotsPanel.tsx'
import { raceEvents } from '#features/events/contract.ts'
import { NoRace } from '#features/races/console/NoRace.tsx'
import { RaceChoice } from '#seam/console/RaceChoice.tsx'
import { useRaceChoice } from '#seam/console/useRaceChoice.ts'
import { useAsk } from '#ui/network/call.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { DeclarationsPanel } from '#features/checkin/console/DeclarationsPanel.tsx'
import { deskWords as words } from '#features/checkin/console/desk.words.ts'
import { GearPanel } from '#features/checkin/console/GearPanel.tsx'
import { PackagesPanel } from '#features/checkin/console/PackagesPanel.tsx'

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
        <NoRace />
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
