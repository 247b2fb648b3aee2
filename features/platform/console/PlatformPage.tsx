import { DeskPage } from '#seam/console/DeskPage.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { consolePlatformShow } from '../contract.ts'
import { words } from '../words.ts'
import { Channels } from './Channels.tsx'
import { LogoCard } from './LogoCard.tsx'
import { SettingsForm } from './SettingsForm.tsx'

export const PlatformPage = () => {
  const t = useWords()
  const query = useAsk(consolePlatformShow, {})
  const { data } = query
  const again = () => void query.refetch()
  return (
    <DeskPage title={t(words.title)} description={t(words.description)} narrow>
      {query.error && !data ? <ErrorState error={query.error} onRetry={again} /> : null}
      {query.isPending ? <Skeleton lines={6} className="h-16" /> : null}
      {data ? (
        <>
          <LogoCard logo={data.settings.logo} onChange={again} />
          <SettingsForm
            key={data.settings.updated_at}
            saved={data.settings}
            countries={data.countries}
            onSaved={again}
          />
          <Channels channels={data.channels} />
        </>
      ) : null}
    </DeskPage>
  )
}
