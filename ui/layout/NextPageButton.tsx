import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../form/Button.tsx'
import { useWords } from '../language/lang.tsx'
import { words } from '../language/words.ts'

type Props = {
  /** An infinite query of the query library. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  className?: string
  /** True if the next page loads when the person scrolls near the end. The button stays for the keyboard. */
  scrolls?: boolean
  /** The button's text if the button does something else than load more. */
  children?: ReactNode
}

/** The distance from the end of a list at which its next page loads. */
const AHEAD_PX = 400

/** The button that loads a list's next page. It does not show if there is no next page. */
export const MoreButton = ({ list, className = '', scrolls = false, children }: Props) => {
  const t = useWords()
  const end = useRef<HTMLDivElement>(null)
  const next = useRef(list)
  useEffect(() => {
    next.current = list
  })
  const waits = scrolls && list.hasNextPage && !list.isFetchingNextPage
  useEffect(() => {
    if (!waits || !end.current) return
    const watch = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && void next.current.fetchNextPage(),
      { rootMargin: `${AHEAD_PX}px` },
    )
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [waits])
  if (!list.hasNextPage) return null
  return (
    <div ref={end} className={`flex justify-center ${className}`}>
      <Button look="plain" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {children ?? t(words.load_more)}
      </Button>
    </div>
  )
}
