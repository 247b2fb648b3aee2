import { useSyncExternalStore } from 'react'
import { path } from '#seam/web/paths.ts'

/**
 * Returns the address of a shared run. The secret is in the part after `#`. No browser sends this part, so no log of a
 * server has the secret.
 */
export const sharedAddress = (raceid: number, link: string): string =>
  `${location.origin}${path.shared({ raceid })}#link=${link}`

const changes = (onChange: () => void) => {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}
const linkIn = (): string => new URLSearchParams(location.hash.slice(1)).get('link') ?? ''
/** Returns the secret in the address of the open page; '' if the address has none. */
export const useSharedLink = (): string => useSyncExternalStore(changes, linkIn, () => '')
