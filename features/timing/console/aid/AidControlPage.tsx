import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { consoleTimingAidShow } from '../../aid/aid.contract.ts'
import { words } from './aidControl.words.ts'
import { AidStations } from './AidStations.tsx'
import { DroppedCard } from './DroppedCard.tsx'
import { EntriesCard } from './EntriesCard.tsx'
import { LateCard } from './LateCard.tsx'

const EVERY_MS = 15_000

/** The page of race control for the aid stations. */
export const AidControlPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const shown = useAsk(
    consoleTimingAidShow,
    { raceid },
    { enabled: raceid !== undefined, staleTime: 0, keep: true, refetchInterval: EVERY_MS },
  )
  const { data } = shown
  const again = () => void shown.refetch()
  return (
    <DeskPage
      title={t(words.title)}
      actions={<ExportButton raceid={raceid} table="aid_entries" label={t(words.file)} />}
    >
      {shown.error && !data ? <ErrorState error={shown.error} onRetry={again} /> : null}
      {!data && !shown.error ? <SkeletonCards count={3} className="h-28" /> : null}
      {data ? (
        <>
          <LateCard late={data.late} zone={data.zone} now={data.now} />
          <DroppedCard raceid={raceid} dropped={data.dropped} zone={data.zone} onDone={again} />
          <AidStations raceid={raceid} stations={data.stations} zone={data.zone} onDone={again} />
          <EntriesCard title={t(words.odd)} none={t(words.odd_none)} entries={data.odd} zone={data.zone} />
          <EntriesCard title={t(words.latest)} none={t(words.no_entries)} entries={data.latest} zone={data.zone} />
        </>
      ) : null}
    </DeskPage>
  )
}
