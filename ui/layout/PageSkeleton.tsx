import { SkeletonCards } from './Skeleton.tsx'

/** While a screen's own file is on its way. */
export const PageSkeleton = () => (
  <main id="main" className="frame flex min-h-dvh flex-col gap-4 py-4">
    <SkeletonCards count={4} className="h-28" />
  </main>
)
