import { addresses as consoleAddresses, formerAddresses } from '#seam/console/paths.ts'
import { addresses } from '#seam/web/paths.ts'
import { partsHeld } from '#ui/router/screens.ts'

/**
 * The page that the service worker shows if there is no network and the requested page is not kept (vite.config.ts).
 */
const kept = '/index.html'
const pages: readonly string[] = [
  kept,
  ...Object.values(addresses),
  ...[...Object.values(consoleAddresses), ...Object.keys(formerAddresses)].map((path) => `/console${path}`),
]

/** Tells whether an app has a page of its own at an address. */
export const isPage = (pathname: string): boolean => pages.some((path) => partsHeld(path, pathname) !== undefined)
