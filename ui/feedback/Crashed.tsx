import { Suspense, useEffect, useState } from 'react'
import { LaterUnvisited } from './useWaitsInVain.tsx'
import { Button } from '../form/Button.tsx'
import { useWords } from '../language/lang.tsx'
import { PageState, closedRoad } from './PageState.tsx'
import { words } from '../language/words.ts'

/**
 * Tells whether the server cannot be reached. A phone in a crowd counts as online although no request gets through, so
 * the hook tries one request.
 */
const useUnreachable = (): boolean => {
  const [isUnreachable, setUnreachable] = useState(!navigator.onLine)
  useEffect(() => {
    const probe = new AbortController()
    fetch('/robots.txt', { method: 'HEAD', cache: 'no-store', signal: probe.signal }).catch(() => {
      if (!probe.signal.aborted) setUnreachable(true)
    })
    return () => probe.abort()
  }, [])
  return isUnreachable
}

/**
 * The page that stands in for a broken screen. Its button loads the page again. The device keeps typed text as a draft.
 */
export const Crashed = () => {
  const t = useWords()
  const isUnreachable = useUnreachable()
  // Without a network the reason is mostly a screen whose file this device has never loaded.
  if (isUnreachable)
    return (
      <main id="main">
        <Suspense>
          <LaterUnvisited />
        </Suspense>
      </main>
    )
  return (
    <main id="main" className="frame-narrow">
      <PageState
        role="alert"
        picture={closedRoad}
        heading="h1"
        title={t(words.crashed)}
        description={t(words.crashed_text)}
        actions={<Button onClick={() => location.reload()}>{t(words.retry)}</Button>}
      />
    </main>
  )
}
