import { Suspense } from 'react'
import { LaterUnvisited } from './useWaitsInVain.tsx'
import { Button } from '../form/Button.tsx'
import { useWords } from '../language/lang.tsx'
import { StatusIcon } from './StatusIcon.tsx'
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
    <main id="main" className="frame-narrow py-16">
      <div role="alert" className="flex flex-col items-center gap-3 text-center">
        <StatusIcon kind="warn" />
        <h1 className="text-20 font-bold">{t(words.crashed)}</h1>
        <p className="text-soft">{t(words.crashed_text)}</p>
        <Button className="mt-2" onClick={() => location.reload()}>
          {t(words.retry)}
        </Button>
      </div>
    </main>
  )
}
