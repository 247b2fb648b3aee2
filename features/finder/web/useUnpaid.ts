import { useEffect, useState } from 'react'
import type { Unpaid } from '#seam/web/unpaid.ts'
import { unpaidEntries } from '#ui/router/address.ts'

/** The unpaid order of a race that this device remembers. Most devices remember none, so its file comes later. */
export const useUnpaid = (raceid: number | undefined): Unpaid | undefined => {
  const [unpaid, setUnpaid] = useState<Unpaid>()
  useEffect(() => {
    if (unpaidEntries() === undefined) return
    void import('#seam/web/unpaid.ts').then(({ unpaidHere }) => setUnpaid(unpaidHere(raceid)[0])).catch(() => undefined)
  }, [raceid])
  return unpaid
}
