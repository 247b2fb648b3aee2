import { Suspense } from 'react'
import { LaterUnvisited } from './useWaitsInVain.tsx'
import { Button } from '../form/Button.tsx'
import { useWords } from '../language/lang.tsx'
import { PageState, closedRoad } from './PageState.tsx'
import { words } from '../language/words.ts'

/**
 * The page that stands in for a broken screen. It reports the fault and can open the screen again. The device keeps
 * typed text as a draft.
 */
export const Crashed = () => {
  const t = useWords()
  // Without a network the reason is mostly a screen whose file this device has never loaded.
  if (!navigator.onLine)
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
