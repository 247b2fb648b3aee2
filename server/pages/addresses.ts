import { addresses as consoleAddresses, formerAddresses } from '#seam/console/paths.ts'
import { addresses } from '#seam/web/paths.ts'
import { partsHeld } from '#ui/router/screens.ts'

/** The page without an address, which the service worker keeps for a device without a network (vite.config.ts). */
const kept = '/index.html'
const pages: readonly string[] = [
  kept,
  ...Object.values(addresses),
  ...[...Object.values(consoleAddresses), ...Object.keys(formerAddresses)].map((path) => `/console${path}`),
]

/** Tells whether an app has a page of its own at an address. */
export const isPage = (pathname: string): boolean => pages.some((path) => partsHeld(path, pathname) !== undefined)
