import { useEffect, useState } from 'react'
import type { Unpaid } from '#seam/web/unpaid.ts'
import { unpaidEntries } from '#ui/router/address.ts'

/**
 * Returns the unpaid order of a race that this device remembers. Undefined without such an order, and while the code
 * loads. Most devices remember no order, so only a device with an order loads the code for it.
 */
export const useUnpaid = (raceid: number | undefined): Unpaid | undefined => {
  const [unpaid, setUnpaid] = useState<Unpaid>()
  useEffect(() => {
    if (unpaidEntries() === undefined) return
    void import('#seam/web/unpaid.ts').then(({ unpaidHere }) => setUnpaid(unpaidHere(raceid)[0])).catch(() => undefined)
  }, [raceid])
  return unpaid
}
