import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { newQueries } from '#ui/network/call.ts'
import { readFirst } from '#ui/router/first.ts'
import { Languages } from '#ui/language/lang.tsx'
import { defaultPrimary } from '#ui/look/colour.ts'
import { AsksBeforeClosing } from '#ui/feedback/Dialog.tsx'
import { Crashed } from '#ui/feedback/Crashed.tsx'
import { RacesProvider } from '#seam/console/useRace.ts'
import { useRaces } from '#features/races/console/useRaces.ts'
import { learnPageClock } from '#ui/network/serverClock.ts'
import { Router } from '#ui/router/Router.tsx'
import { Toasts } from '#ui/feedback/Toast.tsx'
import { applyTheme, noteAppliedTheme } from '#ui/look/applyTheme.ts'
import { screens } from './routes.ts'
import { Layout } from './Layout.tsx'
import './shell.css'

learnPageClock()
const first = readFirst()
if (first) noteAppliedTheme(first.primary)
else void applyTheme(defaultPrimary)

createRoot(document.getElementById('root')!).render(
  <Languages>
    <QueryClientProvider client={newQueries()}>
      <RacesProvider value={useRaces}>
        <AsksBeforeClosing value>
          <Router screens={screens} base="/console" layout={Layout} crashed={<Crashed />} />
        </AsksBeforeClosing>
      </RacesProvider>
      <Toasts />
    </QueryClientProvider>
  </Languages>,
)
