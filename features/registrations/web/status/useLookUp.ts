import { useEffect } from 'react'
import { useGo } from '#ui/router/Link.tsx'
import { path } from '#seam/web/paths.ts'

/** A page that was opened without a key leads to the look-up that finds it. */
export const useLookUp = (type: 'reg' | 'refunds' | 'enname', keyless: boolean): void => {
  const go = useGo()
  useEffect(() => {
    if (keyless) go(path.query({ type }), { replace: true })
  }, [go, type, keyless])
}
