import { Suspense } from 'react'
import { LaterUnvisited, useWaitsInVain } from '../feedback/useWaitsInVain.tsx'
import { SkeletonCards } from './Skeleton.tsx'

/** The page while the browser loads a screen's own file. */
export const PageSkeleton = () => (
  <main id="main" className="frame flex min-h-dvh flex-col gap-4 py-4">
    {useWaitsInVain() ? (
      <Suspense>
        <LaterUnvisited />
      </Suspense>
    ) : (
      <SkeletonCards count={4} className="h-28" />
    )}
  </main>
)
