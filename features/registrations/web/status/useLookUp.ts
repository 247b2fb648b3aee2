import { useEffect } from 'react'
import { useGo } from '#ui/router/Link.tsx'
import { path } from '#seam/web/paths.ts'

/** If the address of the page has no key, opens the look-up that finds the registration. */
export const useLookUp = (type: 'reg' | 'refunds' | 'enname', keyless: boolean): void => {
  const go = useGo()
  useEffect(() => {
    if (keyless) go(path.query({ type }), { replace: true })
  }, [go, type, keyless])
}
