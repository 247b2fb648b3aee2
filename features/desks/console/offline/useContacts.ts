import { useEffect } from 'react'

/** The pause between two contacts of a device with the server. */
const CONTACT_MS = 15_000
/** Runs contacts at intervals while the device is open, and when its network comes or goes. */
export const useContacts = <Keeper>(keeper: Keeper | undefined, meet: (keeper: Keeper) => Promise<void>): void => {
  useEffect(() => {
    if (!keeper) return undefined
    const again = () => void meet(keeper)
    const timer = setInterval(again, CONTACT_MS)
    addEventListener('online', again)
    addEventListener('offline', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
      removeEventListener('offline', again)
    }
  }, [keeper, meet])
}
