import type { ReactNode } from 'react'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, needsLogin } from '#ui/network/call.ts'
import { LoginNeeded } from './LoginNeeded.tsx'

type Props<Data> = {
  title: string
  backTo: string
  /** True if the page is narrow. It is narrow also while the answer loads, so that the width does not change. */
  narrow?: boolean
  query: { data: Data | undefined; error: Refused | null; refetch: () => unknown }
  children: (data: Data) => ReactNode
}

export const LoggedInPage = <Data,>({ title, backTo, narrow, query, children }: Props<Data>) => {
  if (query.data !== undefined) return children(query.data)
  const again = () => void query.refetch()
  if (needsLogin(query.error)) return <LoginNeeded title={title} backTo={backTo} onDone={again} />
  return (
    <Page title={title} backTo={backTo} narrow={narrow ?? false}>
      {query.error ? <ErrorState error={query.error} onRetry={again} /> : <SkeletonCards count={3} className="h-32" />}
    </Page>
  )
}
