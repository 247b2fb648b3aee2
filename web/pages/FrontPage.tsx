import { lazy, Suspense } from 'react'
import { usePageParams } from '#ui/router/Link.tsx'
import { readLink } from '#ui/router/address.ts'
import { PageSkeleton } from '#ui/layout/PageSkeleton.tsx'

const FinderPage = lazy(async () => ({ default: (await import('#features/finder/web/FinderPage.tsx')).FinderPage }))
const EventsPage = lazy(async () => ({ default: (await import('#features/finder/web/EventsPage.tsx')).EventsPage }))

/** The bare address: a race's event info, or the race finder where the link names no race. */
export const FrontPage = () => {
  const params = usePageParams()
  const { raceid } = readLink(new URLSearchParams(params as Record<string, string>).toString())
  return <Suspense fallback={<PageSkeleton />}>{raceid === undefined ? <FinderPage /> : <EventsPage />}</Suspense>
}
