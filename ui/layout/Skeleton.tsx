import { Suspense } from 'react'
import { LaterUnvisited, useWaitsInVain } from '../feedback/useWaitsInVain.tsx'
import { useWords } from '../language/lang.tsx'
import { words } from '../language/words.ts'

/** Grey bars in the shape of the coming content: `lines` of text, or one block with the given classes. */
export const Skeleton = ({ className = 'h-5', lines = 1 }: { className?: string; lines?: number }) => {
  const t = useWords()
  return (
    <div role="status" data-waits aria-label={t(words.loading)} className="grid gap-2.5">
      {Array.from({ length: lines }, (_, at) => (
        <div key={at} className={`bone ${className} ${lines > 1 && at === lines - 1 ? 'w-2/3' : ''}`} />
      ))}
    </div>
  )
}

/**
 * Placeholders for a list of cards. The page's foot appears with the list and not before (web/Layout.tsx), so that the
 * foot does not jump when the cards come.
 */
export const SkeletonCards = ({
  count = 3,
  className = 'h-32',
  grid = 'gap-4',
}: {
  count?: number
  className?: string
  /** The columns and gaps of the coming list. */ grid?: string
}) => {
  const t = useWords()
  const inVain = useWaitsInVain()
  if (inVain)
    return (
      <Suspense>
        <LaterUnvisited />
      </Suspense>
    )
  return (
    <div role="status" data-waits aria-label={t(words.loading)} className={`grid ${grid}`}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={`bone rounded ${className}`} />
      ))}
    </div>
  )
}
