import { useEffect } from 'react'
import type { Registration } from '#features/registrations/contract.ts'
import { type Refused, isDecided } from '#ui/network/call.ts'
import type { Pay } from './usePaying.ts'

/** Remembers an open order of the pay page on this device, and forgets the order when it is no longer open. */
export const useRemembered = (
  id: string,
  state: Pay['state'] | undefined,
  { registration, error }: { registration: Registration | undefined; error: Refused | null },
): void => {
  const over = state === 'paid' || state === 'closed' || (error !== null && isDecided(error))
  useEffect(() => {
    if (!over && (state !== 'open' || !registration)) return
    // The first paint does not need this module, so the page loads the module later.
    void import('#seam/web/unpaid.ts')
      .then(({ forgetUnpaid, noteUnpaid }) => (over ? forgetUnpaid(id) : noteUnpaid(registration!)))
      .catch(() => undefined)
  }, [over, state, id, registration])
}
