import { Suspense } from 'react'
import { LaterUnvisited, useWaitsInVain } from '../feedback/useWaitsInVain.tsx'
import { SkeletonCards } from './Skeleton.tsx'

const look = 'frame flex min-h-dvh flex-col gap-4 py-4'

/** The page that shows instead of a page that this device cannot open without a network. */
export const UnvisitedPage = () => (
  <main id="main" className={look}>
    <Suspense>
      <LaterUnvisited />
    </Suspense>
  </main>
)

/** The page while the browser loads a screen's own file. */
export const PageSkeleton = () =>
  useWaitsInVain() ? (
    <UnvisitedPage />
  ) : (
    <main id="main" className={look}>
      <SkeletonCards count={4} className="h-28" />
    </main>
  )
