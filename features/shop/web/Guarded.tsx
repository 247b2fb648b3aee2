import type { ReactNode } from 'react'
import { LoginNeeded } from '#seam/web/LoginNeeded.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import type { Refused } from '#ui/network/call.ts'
import { shopWords as words } from './shop.words.ts'

/** A page that needs a log-in: it asks for one, waits with a skeleton, or shows what went wrong. */
export const Guarded = <Data,>({
  title,
  backTo,
  query,
  children,
}: {
  title: string
  backTo: string
  query: { data: Data | undefined; error: Refused | null; refetch: () => unknown }
  children: (data: Data) => ReactNode
}) => {
  const t = useWords()
  if (query.data !== undefined) return children(query.data)
  const code = query.error?.code
  if (code === '401' || code === '10001')
    return (
      <LoginNeeded
        title={title}
        heading={t(words.login)}
        action={t(words.loginAction)}
        onDone={() => void query.refetch()}
      />
    )
  return (
    <Page title={title} backTo={backTo}>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonCards count={3} className="h-32" />
      )}
    </Page>
  )
}
