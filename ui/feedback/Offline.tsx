import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useWords } from '../language/lang.tsx'
import { words } from '../language/words.ts'

const watch = (changed: () => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
export const useOnline = (): boolean =>
  useSyncExternalStore(
    watch,
    () => navigator.onLine,
    () => true,
  )

/**
 * Shows a line at the top of the window while there is no network. At the bottom the line would lie over the page's
 * main button.
 */
export const Offline = () => {
  const t = useWords()
  if (useOnline()) return null
  return (
    <div
      role="status"
      className={
        'sticky top-0 z-40 flex animate-fade items-center ' +
        'justify-center gap-2 bg-warning-tint px-4 py-3 text-14 text-warning-ink'
      }
    >
      <WifiOff className="size-5 shrink-0" aria-hidden />
      {t(words.offline)}
    </div>
  )
}
