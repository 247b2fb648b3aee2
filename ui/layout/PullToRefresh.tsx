import { ArrowDown, LoaderCircle } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useWords } from '../language/lang.tsx'
import { words } from '../language/words.ts'

/**
 * The heights of docs/behaviour/screens.md, Pull to refresh. If a person pulls the page down by 60 px or more and lets
 * go, the page refreshes. The page stays at 40 px until the refresh is done.
 */
const pullAt = 60
const restAt = 40

/**
 * Reloads when a person pulls down at the top of the page. A person without a touch screen uses the page's own button
 * or reloads.
 */
export const PullToRefresh = ({ onRefresh, children }: { onRefresh: () => Promise<unknown>; children: ReactNode }) => {
  const t = useWords()
  const from = useRef<number | undefined>(undefined)
  const [height, setHeight] = useState(0)
  const [held, setHeld] = useState(false)
  const [busy, setBusy] = useState(false)
  const release = async () => {
    from.current = undefined
    setHeld(false)
    if (busy) return
    if (height < pullAt) return setHeight(0)
    setBusy(true)
    setHeight(restAt)
    try {
      await onRefresh()
    } finally {
      setBusy(false)
      setHeight(0)
    }
  }
  return (
    <div
      onTouchStart={(event) => {
        if (scrollY > 0 || busy) return
        from.current = event.touches[0]!.clientY
        setHeld(true)
      }}
      onTouchMove={(event) => {
        if (from.current === undefined) return
        const pulled = (event.touches[0]!.clientY - from.current) * 0.5
        setHeight(Math.min(pullAt * 1.5, Math.max(0, pulled)))
      }}
      onTouchEnd={() => void release()}
      onTouchCancel={() => void release()}
    >
      <div
        aria-live="polite"
        className="flex items-center justify-center gap-2 overflow-hidden text-14 text-soft transition-[height]"
        style={{ height, transitionDuration: held ? '0ms' : '200ms' }}
      >
        {busy ? (
          <LoaderCircle className="size-5 animate-spin" aria-hidden />
        ) : (
          <ArrowDown className={`size-5 transition ${height >= pullAt ? 'rotate-180' : ''}`} aria-hidden />
        )}
        {height > 0 ? t(busy ? words.refreshing : height >= pullAt ? words.release : words.pull) : null}
      </div>
      {children}
    </div>
  )
}
