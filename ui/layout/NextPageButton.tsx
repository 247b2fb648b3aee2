import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../form/Button.tsx'
import { useWords } from '../language/lang.tsx'
import { words } from '../language/words.ts'

type Props = {
  /** An infinite query of the query library. */
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
  }
  className?: string
  /** True if the next page loads when the person scrolls near the end. The button stays for the keyboard. */
  scrolls?: boolean
  /** The button's text if the button does something else than load more. */
  children?: ReactNode
}

/** The distance from the end of a list at which its next page loads. */
const AHEAD_PX = 400

/**
 * The button that loads a list's next page. It does not show if there is no next page. After a page that failed, the
 * list waits for a press, so that no browser asks a broken server again and again.
 */
export const MoreButton = ({ list, className = '', scrolls = false, children }: Props) => {
  const t = useWords()
  const end = useRef<HTMLDivElement>(null)
  const next = useRef(list)
  useEffect(() => {
    next.current = list
  })
  const failed = list.isFetchNextPageError
  const waits = scrolls && list.hasNextPage && !list.isFetchingNextPage && !failed
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
    <div ref={end} className={`flex flex-wrap items-center justify-center gap-3 ${className}`}>
      {failed && !list.isFetchingNextPage ? (
        <p role="alert" className="text-soft">
          {t(words.failed_title)}
        </p>
      ) : null}
      <Button look="plain" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {children ?? t(words.load_more)}
      </Button>
    </div>
  )
}
