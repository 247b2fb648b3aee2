import { path } from '#seam/console/paths.ts'

/** Finds the address to open after a log-in to the console. A link can only lead to an address of the console. */
export const wayBack = (to: string | undefined): string => {
  if (!to || !/^\/console(\/(?![/\\])|$)/.test(to)) return path.front()
  const address = new URL(to, location.origin)
  return address.origin === location.origin && !/^\/console\/(login|claim)/.test(address.pathname)
    ? address.pathname + address.search
    : path.front()
}
