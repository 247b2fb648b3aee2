import { useEffect, useEffectEvent } from 'react'
import { holdPlace } from '../../layout/holdPlace.ts'

/** While `holds`, whoever goes elsewhere in the app is asked, and the browser asks before it leaves the page. */
export const useHold = (holds: boolean, ask: (leave: () => void) => void): void => {
  const asks = useEffectEvent(ask)
  useEffect(() => {
    if (!holds) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    const giveBack = holdPlace((leave) => asks(leave))
    return () => {
      removeEventListener('beforeunload', warn)
      giveBack()
    }
  }, [holds])
}
