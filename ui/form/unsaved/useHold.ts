import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { holdPlace } from '../../layout/holdPlace.ts'

/** What was saved in the same moment is drawn by then. */
const SETTLED_MS = 30

/**
 * While `holds`, whoever goes elsewhere in the app is asked, and the browser asks before it leaves the page. A page that
 * saves and leads on in one go is asked nothing: whether something is unsaved is looked at once what was saved is drawn.
 */
export const useHold = (holds: boolean, ask: (leave: () => void) => void): void => {
  const asks = useEffectEvent(ask)
  const holding = useRef(holds)
  useLayoutEffect(() => {
    holding.current = holds
    return () => void (holding.current = false)
  }, [holds])
  useEffect(() => {
    if (!holds) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    const giveBack = holdPlace((leave) => void setTimeout(() => (holding.current ? asks(leave) : leave()), SETTLED_MS))
    return () => {
      removeEventListener('beforeunload', warn)
      giveBack()
    }
  }, [holds])
}
