import { QueryClientProvider } from '@tanstack/react-query'

import { createRoot } from 'react-dom/client'
import { onDemand } from '#ui/router/onDemand.tsx'
import { isPreview } from '#ui/network/preview.ts'
import { learnPageClock } from '#ui/network/serverClock.ts'
import { newQueries, setPartner } from '#ui/network/call.ts'
import { Crashed } from '#ui/feedback/Crashed.tsx'
import { loadForOffline, loadOfflineFiles } from '#ui/network/offlineFiles.ts'
import { loadUnvisited } from '#ui/feedback/useWaitsInVain.tsx'
import { plantFirst, readFirst } from '#ui/router/first.ts'
import { Languages } from '#ui/language/lang.tsx'
import { keepToken, sessionToken, takeSecrets } from '#ui/router/address.ts'
import { Router, firstScreen } from '#ui/router/Router.tsx'
import { Toasts } from '#ui/feedback/Toast.tsx'
import { defaultPrimary } from '#ui/look/colour.ts'
import { applyTheme, noteAppliedTheme } from '#ui/look/applyTheme.ts'
import { AccountProvider } from '#seam/web/account.tsx'
import { useAccount, useLostAccount } from '#features/accounts/web/useAccount.ts'
import { Layout } from './Layout.tsx'
import { screens } from './routes.ts'
import './shell.css'

learnPageClock()
const cameToken = takeSecrets(true)
const queries = newQueries()
const first = readFirst()
if (first) {
  setPartner(first.partner)
  // The answers in `own` and `refused` belong to the session of the cookie. A token in the browser belongs to another
  // session, so the app drops both and calls the server with the token.
  const byToken = cameToken !== undefined || sessionToken() !== undefined
  plantFirst(queries, byToken ? { ...first, own: [], refused: [] } : first)
  noteAppliedTheme(first.primary, first.look)
} else void applyTheme(defaultPrimary)

const account = {
  useAccount,
  useLostAccount,
  LoginSheet: onDemand(
    async () => (await import('#features/accounts/web/LoginSheet.tsx')).LoginSheet,
    ({ open, onClose }) => ({ open, onClose }),
  ),
}

const root = createRoot(document.getElementById('root')!)
const start = () =>
  root.render(
    <Languages>
      <QueryClientProvider client={queries}>
        <AccountProvider value={account}>
          <Router screens={screens} layout={Layout} crashed={<Crashed />} />
        </AccountProvider>
        <Toasts />
      </QueryClientProvider>
    </Languages>,
  )
/**
 * Decides which account the browser uses, before the first screen. If the token of a link belongs to another account
 * than this browser's account, the person chooses one of the two accounts.
 */
const settled = async (token: string) => {
  const whose = await import('#features/accounts/web/linkToken.tsx').catch(() => undefined)
  return whose ? whose.settleToken(token) : keepToken(token)
}
// The page that the server drew stays until the screen's own file is loaded, so that nothing blinks.
void Promise.all([
  firstScreen(screens),
  cameToken === undefined ? undefined : settled(cameToken),
  isPreview() ? import('./preview.ts').then(({ startPreview }) => startPreview(queries)) : undefined,
]).then(start)
// Loads the styles of the next screen after this screen is loaded.
addEventListener('load', () => setTimeout(() => void import('#seam/web/screens.css'), 1500))

/**
 * Keeps the files that the page has loaded, for use without a network. A new worker has not seen the requests for these
 * files. `loaded` ends when the files that the page needs only without a network are loaded.
 */
const keepFiles = async (loaded: Promise<void>) => {
  await navigator.serviceWorker.ready
  await loaded
  const files = performance.getEntriesByType('resource').map(({ name }) => name)
  const cache = await caches.open('assets')
  const own = files.filter((name) => name.startsWith(`${location.origin}/assets/`))
  await Promise.all(own.map(async (name) => (await cache.match(name)) ?? cache.add(name)))
}
/**
 * The time after a page's load at which its worker is installed, in ms. Until then the page has the network for itself.
 */
const WORKER_AFTER_MS = 6_000
loadForOffline(loadUnvisited)
const prepareOffline = () => {
  const loaded = loadOfflineFiles()
  if ('serviceWorker' in navigator && import.meta.env.PROD)
    void navigator.serviceWorker
      .register('/sw.js')
      .then(() => keepFiles(loaded))
      .catch(() => undefined)
}
addEventListener('load', () => setTimeout(prepareOffline, WORKER_AFTER_MS))
