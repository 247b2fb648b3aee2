import { Suspense, useEffect } from 'react'
import { path } from '#seam/web/paths.ts'
import { go, usePageParams } from '#ui/router/Link.tsx'
import { readLink } from '#ui/router/address.ts'
import { PageSkeleton } from '#ui/layout/PageSkeleton.tsx'
import { pageOnDemand } from '#ui/router/onDemand.tsx'

const FinderPage = pageOnDemand(async () => (await import('#features/finder/web/FinderPage.tsx')).FinderPage)
const EventsPage = pageOnDemand(async () => (await import('#features/finder/web/EventsPage.tsx')).EventsPage)

/** The page of the bare address: a race's event info, or the race finder if the link names no race. */
export const FrontPage = () => {
  const params = usePageParams()
  // The posters of some races lead to the root of the host, so their codes arrive here (docs/behaviour/certificates.md,
  // Codes).
  const score = params.type === 'poster' && (params.scoreid || params.key) ? path.score(params) : undefined
  useEffect(() => {
    if (score) go(score, { replace: true })
  }, [score])
  const { raceid } = readLink(new URLSearchParams(params as Record<string, string>).toString())
  if (score) return <PageSkeleton />
  return <Suspense fallback={<PageSkeleton />}>{raceid === undefined ? <FinderPage /> : <EventsPage />}</Suspense>
}
