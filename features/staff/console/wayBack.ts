import { path } from '#seam/console/paths.ts'

/** The address after a log-in to the console: an address of the console and no other, whatever the link says. */
export const wayBack = (to: string | undefined): string => {
  if (!to || !/^\/console(\/(?![/\\])|$)/.test(to)) return path.front()
  const address = new URL(to, location.origin)
  return address.origin === location.origin && !/^\/console\/(login|claim)/.test(address.pathname)
    ? address.pathname + address.search
    : path.front()
}
