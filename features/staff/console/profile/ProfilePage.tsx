import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useGo } from '#ui/router/Link.tsx'
import { consoleProfileShow } from '../../second/contract.ts'
import { words } from '../../second/words.ts'
import { useMe } from '../useMe.ts'
import { NameCard, PasswordCard } from './PersonCards.tsx'
import { SecondCard } from './SecondCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'

export const ProfilePage = () => {
  const t = useWords()
  const go = useGo()
  const profile = useAsk(consoleProfileShow, {})
  const { refresh, logOut } = useMe()
  return (
    <DeskPage title={t(words.profile)} narrow>
      {profile.isPending ? <SkeletonCards count={3} className="h-40" /> : null}
      {profile.error && !profile.data ? (
        <ErrorState error={profile.error} onRetry={() => void profile.refetch()} />
      ) : null}
      {profile.data ? (
        <>
          <SecondCard second={profile.data.second} onChanged={refresh} />
          <div className="grid items-start gap-4 md:grid-cols-2">
            <NameCard name={profile.data.name} login={profile.data.login} onChanged={refresh} />
            <PasswordCard login={profile.data.login} onChanged={refresh} />
          </div>
          <SessionsCard
            sessions={profile.data.sessions}
            onChanged={refresh}
            onEverywhere={() => void logOut(true).then(() => go(path.login()))}
          />
        </>
      ) : null}
    </DeskPage>
  )
}
