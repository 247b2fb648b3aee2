import { platformShow } from '#features/platform/contract.ts'
import { usualPlatformSettings } from '#features/platform/settings.rules.ts'
import { consoleRacesList } from '#features/races/contract.ts'
import { NoRace } from '#features/races/console/NoRace.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { NewRaceForm } from './NewRaceForm.tsx'
import { createRaceWords as words } from './newRace.words.ts'

/** The page of a new race. A race begins blank, from a template, or as a copy of another race. */
export const NewRacePage = () => {
  const t = useWords()
  const races = useAsk(consoleRacesList, {})
  const platform = useAsk(platformShow, {}, { quiet: true })
  // A new race begins in the platform's time zone. Without an answer of the server the form begins in the usual time
  // zone.
  const zone = platform.data?.zone ?? (platform.isPending ? undefined : usualPlatformSettings.zone)
  return (
    <DeskPage title={t(words.title)} description={races.data?.may_create ? t(words.description) : undefined} narrow>
      {races.isPending || zone === undefined ? <SkeletonCards count={1} className="h-80" /> : null}
      {races.error ? <ErrorState error={races.error} onRetry={() => void races.refetch()} /> : null}
      {races.data && !races.data.may_create ? <NoRace /> : null}
      {races.data?.may_create && zone !== undefined ? (
        <NewRaceForm
          races={races.data.items}
          number={races.data.next_number}
          zone={zone}
          again={() => races.refetch()}
        />
      ) : null}
    </DeskPage>
  )
}
