import { useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { path } from '#seam/console/paths.ts'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { NoEvents } from '#features/events/console/NoEvents.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { consoleTimingChanges } from '../corrections/changes.contract.ts'
import { consoleTimingShow, timingLogStat } from '../contract.ts'
import { words } from './console.words.ts'
import { CorrectionsCard } from './CorrectionsCard.tsx'
import { EventCards } from './EventCards.tsx'
import { FilesPanel } from './FilesPanel.tsx'
import { StationBoard } from './StationBoard.tsx'

const everyMs = 5_000

export const TimingPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const enabled = raceid !== undefined
  const shown = useAsk(consoleTimingShow, { raceid }, { enabled, staleTime: 0, refetchInterval: everyMs })
  const board = useAsk(timingLogStat, { raceid }, { enabled, staleTime: 0, refetchInterval: everyMs, quiet: true })
  const error = shown.error ?? board.error
  const ready = shown.data !== undefined && board.data !== undefined
  const kept = useQueryClient()
  const again = () => {
    void kept.invalidateQueries({ queryKey: [consoleTimingChanges.path] })
    void shown.refetch()
    void board.refetch()
  }
  return (
    <DeskPage
      title={t(words.title)}
      actions={
        <>
          <ExportButton raceid={raceid} table="start_list" label={t(words.start_list)} />
          <ButtonLink look="plain" href={path.timed({ raceid })} icon={<Search className="size-5" aria-hidden />}>
            {t(words.find)}
          </ButtonLink>
        </>
      }
    >
      {/* If a poll fails, the old values stay and a notice says so. Nothing changes for a person who is typing. */}
      {error && ready ? (
        <p role="status" className="rounded bg-warning-tint px-4 py-3 text-warning-ink">
          {t(words.stale, { why: error.msg })}
        </p>
      ) : null}
      {error && !ready ? (
        <ErrorState error={error} onRetry={() => void again()} />
      ) : !ready ? (
        <SkeletonCards count={3} className="h-28" />
      ) : null}
      {shown.data && board.data ? (
        <>
          {shown.data.events.length === 0 ? (
            <NoEvents raceid={raceid} />
          ) : (
            <EventCards
              key={`events ${raceid}`}
              raceid={raceid}
              zone={shown.data.zone}
              events={shown.data.events}
              stations={shown.data.stations}
              onDone={again}
            />
          )}
          <StationBoard
            key={`stations ${raceid}`}
            raceid={raceid}
            zone={shown.data.zone}
            board={board.data}
            onDone={again}
          />
          <CorrectionsCard key={`corrections ${raceid}`} raceid={raceid} zone={shown.data.zone} onDone={again} />
          {shown.data.events.length > 0 ? (
            <FilesPanel
              key={`files ${raceid}`}
              raceid={raceid}
              events={shown.data.events}
              devices={shown.data.devices}
              onDone={again}
            />
          ) : null}
        </>
      ) : null}
    </DeskPage>
  )
}
