import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { newQueries, setPartner } from '#ui/call.ts'
import { Crashed } from '#ui/Crashed.tsx'
import { plantFirst, readFirst } from '#ui/first.ts'
import { Languages } from '#ui/lang.tsx'
import { takeSecrets } from '#ui/link.ts'
import { Router, firstScreen } from '#ui/Router.tsx'
import { Toasts } from '#ui/Toast.tsx'
import { defaultPrimary } from '#ui/colour.ts'
import { alreadyWorn, wearTheme } from '#ui/wearTheme.ts'
import { Layout } from './Layout.tsx'
import { screens } from './routes.tsx'
import './shell.css'

takeSecrets()
const queries = newQueries()
const first = readFirst()
if (first) {
  setPartner(first.partner)
  plantFirst(queries, first)
  alreadyWorn(first.primary)
} else void wearTheme(defaultPrimary)

const root = createRoot(document.getElementById('root')!)
const start = () =>
  root.render(
    <Languages>
      <QueryClientProvider client={queries}>
        <Router screens={screens} layout={Layout} crashed={<Crashed />} />
        <Toasts />
      </QueryClientProvider>
    </Languages>,
  )
// What the server drew stays until the screen's own file is there, so that nothing blinks.
void firstScreen(screens).then(start)
// What the next screen wears, once this one stands.
addEventListener('load', () => setTimeout(() => void import('./screens.css'), 1500))

if ('serviceWorker' in navigator && import.meta.env.PROD) addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined))
