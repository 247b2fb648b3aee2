import { useEffect } from 'react'
import { useGo } from '#ui/router/Link.tsx'
import { path } from '#seam/web/paths.ts'

/** Opens the look-up that finds the registration, if the address of the page has no key. */
export const useLookUp = (type: 'reg' | 'refunds' | 'enname', keyless: boolean): void => {
  const go = useGo()
  useEffect(() => {
    if (keyless) go(path.query({ type }), { replace: true })
  }, [go, type, keyless])
}
