import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { holdPlace } from '../../layout/holdPlace.ts'

/** The time in which the page draws the values that it has just saved, in milliseconds. */
const SETTLED_MS = 30

/**
 * While `holds` is true, the hook asks a person who goes elsewhere in the app, and the browser asks before it leaves
 * the page. A page that saves and navigates at once asks nothing, because the hook looks for unsaved changes only after
 * the page has drawn the saved values.
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
