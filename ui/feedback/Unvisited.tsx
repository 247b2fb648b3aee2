import { useEffect, useState } from 'react'
import { Button } from '../form/Button.tsx'
import { useWords } from '../language/lang.tsx'
import { words } from '../language/words.ts'
import { useOnline } from './Offline.tsx'
import { StatusIcon } from './StatusIcon.tsx'

/** The time after which a page that still waits without a network gives up, in ms. */
const PATIENCE = 2_500

/** Tells whether a page has waited in vain, because there is no network. */
export const useWaitsInVain = (): boolean => {
  const online = useOnline()
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    if (online) return undefined
    const timer = setTimeout(() => setWaited(true), PATIENCE)
    return () => {
      clearTimeout(timer)
      setWaited(false)
    }
  }, [online])
  return waited && !online
}

/** The page that this device cannot open without a network, with the ways on. */
export const Unvisited = () => {
  const t = useWords()
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <StatusIcon kind="warn" />
      <h1 className="text-20 font-bold">{t(words.unvisited)}</h1>
      <p className="max-w-[40ch] text-soft">{t(words.unvisited_text)}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <Button onClick={() => location.reload()}>{t(words.retry)}</Button>
        <Button look="plain" onClick={() => history.back()}>
          {t(words.back)}
        </Button>
      </div>
    </div>
  )
}
