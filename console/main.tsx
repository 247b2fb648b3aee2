import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { newQueries } from '#ui/call.ts'
import { readFirst } from '#ui/first.ts'
import { Languages } from '#ui/lang.tsx'
import { defaultPrimary } from '#ui/colour.ts'
import { Crashed } from '#ui/Crashed.tsx'
import { Router } from '#ui/Router.tsx'
import { Toasts } from '#ui/Toast.tsx'
import { alreadyWorn, wearTheme } from '#ui/wearTheme.ts'
import { screens } from './routes.tsx'
import { Layout } from './Layout.tsx'
import './shell.css'

const first = readFirst()
if (first) alreadyWorn(first.primary)
else void wearTheme(defaultPrimary)

createRoot(document.getElementById('root')!).render(
  <Languages>
    <QueryClientProvider client={newQueries()}>
      <Router screens={screens} base="/console" layout={Layout} crashed={<Crashed />} />
      <Toasts />
    </QueryClientProvider>
  </Languages>,
)
