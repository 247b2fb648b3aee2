import { useEffect, useState } from 'react'

/**
 * Returns an object URL for data in memory. After a change of the data, the old URL is revoked. Returns undefined
 * before the URL is made, and without data.
 */
export const useObjectUrl = (of: Blob | undefined): string | undefined => {
  const [made, setMade] = useState<{ of: Blob; address: string }>()
  useEffect(() => {
    if (!of) return undefined
    const address = URL.createObjectURL(of)
    // oxlint-disable-next-line react/set-state-in-effect -- the address is made and given back by this effect
    setMade({ of, address })
    return () => URL.revokeObjectURL(address)
  }, [of])
  return made && made.of === of ? made.address : undefined
}
