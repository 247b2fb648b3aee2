import { LoginNeeded } from '#seam/web/LoginNeeded.tsx'
import { path } from '#seam/web/paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { link } from '#ui/router/address.ts'
import { hotelsOrderList } from '../contract.ts'
import { StayStrip } from './StayStrip.tsx'
import { hotelWords as words } from './hotel.words.ts'

/** All own stays of a race, the newest first. */
export const StaysPage = () => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const query = useAsk(hotelsOrderList, { raceid }, { quiet: true })
  const code = query.error?.code
  if (!query.data && (code === '401' || code === '10001'))
    return (
      <LoginNeeded
        title={t(words.my)}
        heading={t(words.login)}
        action={t(words.loginAction)}
        onDone={() => void query.refetch()}
      />
    )
  return (
    <Page title={t(words.my)} backTo={path.hotels()} narrow>
      {query.data ? (
        query.data.items.map((stay) => <StayStrip key={stay._key} stay={stay} />)
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonCards count={3} className="h-24" />
      )}
      {query.data?.items.length === 0 ? (
        <Empty
          title={t(words.myNone)}
          description={t(words.myNoneHow)}
          action={<ButtonLink href={path.hotels()}>{t(words.browse)}</ButtonLink>}
        />
      ) : null}
    </Page>
  )
}
