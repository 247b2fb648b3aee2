import { useCallback, useEffect, useRef } from 'react'
import { holdStore } from './holdStore.ts'
import { type Vault, openVault } from './vault.ts'

/** The reason why a store was erased: too many wrong PINs, a revoked device, or a person who forgot the PIN. */
export type Erased = 'tries' | 'revoked' | 'asked'
type Beginning = { name: 'elsewhere' } | { name: 'locked' } | { name: 'none'; erased: Erased | undefined }

/** Opens a store by its name, and tells with which phase the screen of a desk or a gate begins. */
export const useVault = (name: string, begin: (phase: Beginning) => void) => {
  const vault = useRef<Vault | undefined>(undefined)
  useEffect(() => {
    const stop = new AbortController()
    void (async () => {
      if (!(await holdStore(name, stop.signal))) return begin({ name: 'elsewhere' })
      const opened = await openVault(name)
      if (stop.signal.aborted) return opened.close()
      vault.current = opened
      begin((await opened.isLocked()) ? { name: 'locked' } : { name: 'none', erased: undefined })
    })().catch(() => begin({ name: 'none', erased: undefined }))
    return () => {
      stop.abort()
      vault.current?.close()
    }
  }, [name, begin])
  const erase = useCallback(
    async (why: Erased) => {
      await vault.current?.erase()
      begin({ name: 'none', erased: why })
    },
    [begin],
  )
  return { vault, erase }
}
