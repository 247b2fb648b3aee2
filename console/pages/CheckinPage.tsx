import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { path } from '#seam/console/paths.ts'
import { BookedPanel } from '#features/appointments/console/BookedPanel.tsx'
import { SlotsPanel } from '#features/appointments/console/SlotsPanel.tsx'
import { raceEvents } from '#features/events/contract.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { useAsk } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
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

/** The pages of race day: race packs, slots and bookings, declarations and signatures, equipment. */
export const CheckinPage = () => {
  const t = useWords()
  const go = useGo()
  const params = usePageParams()
  const raceid = useRaceId()
  const events = useAsk(raceEvents, { raceid }, { quiet: true })
  const tab = tabs.find((one) => one === params.tab) ?? 'packages'
  const Panel = panels[tab]
  return (
    <DeskPage
      title={t(words.title)}
      actions={tab === 'booked' ? <ExportButton raceid={raceid} table="appointments" /> : null}
    >
      <Segmented
        label={t(words.title)}
        value={tab}
        onChange={(next) => go(path.checkin({ raceid, tab: next }), { replace: true })}
        options={tabs.map((value) => ({ value, label: t(words[value]) }))}
      />
      {!events.isPending ? (
        <Panel
          key={`${raceid} ${tab}`}
          raceid={raceid}
          events={events.data ?? []}
          zone={events.data?.[0]?.race.zone ?? 'Asia/Shanghai'}
        />
      ) : (
        <SkeletonCards count={3} className="h-20" />
      )}
    </DeskPage>
  )
}
