import { useEffect, useState } from 'react'
import { sessionToken } from '../router/address.ts'

/**
 * Returns the address at which a stored picture can be shown; undefined until it can be shown. Only the account to
 * which a private picture belongs may see this picture. A session that came with a page's link has no cookie, so the
 * page fetches the picture with the session's token.
 */
export const useOwnPicture = (path: string | undefined): string | undefined => {
  const [shown, setShown] = useState<string>()
  const token = path?.startsWith('/private/') ? sessionToken() : undefined
  useEffect(() => {
    if (!path || token === undefined) return undefined
    const stop = new AbortController()
    let address: string | undefined
    const read = async () => {
      const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` }, signal: stop.signal })
      if (answer.ok) setShown((address = URL.createObjectURL(await answer.blob())))
    }
    read().catch(() => undefined)
    return () => {
      stop.abort()
      if (address) URL.revokeObjectURL(address)
    }
  }, [path, token])
  return token === undefined ? path : shown
}
