import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'

const root = join(import.meta.dirname, '../..')

/**
 * The parts of the shell and of the query page that are in one file. Each further file costs a phone another round
 * trip.
 */
const modules = [
  'features/accounts/contract.ts',
  'features/registrations/bib.words.ts',
  'features/tracking/web/LiveLine.tsx',
  'features/tracking/web/liveTime.rules.ts',
  'features/registrations/web/status/keptRunner.ts',
  'seam/web/askedNumber.ts',
  'ui/form/Button.tsx',
  'ui/form/Field.tsx',
  'ui/form/Segmented.tsx',
  'ui/form/TextInput.tsx',
  'ui/feedback/Chip.tsx',
  'ui/feedback/Crashed.tsx',
  'ui/feedback/Empty.tsx',
  'ui/feedback/ErrorState.tsx',
  'ui/feedback/Offline.tsx',
  'ui/feedback/PageState.tsx',
  'ui/feedback/Toast.tsx',
  'ui/feedback/Unloaded.tsx',
  'ui/layout/Dotted.ts',
  'ui/layout/Lanes.ts',
  'ui/layout/Page.tsx',
  'ui/layout/PageSkeleton.tsx',
  'ui/layout/PullToRefresh.tsx',
  'ui/layout/RaceBanner.ts',
  'ui/layout/Skeleton.tsx',
  'ui/layout/Ticket.tsx',
  'ui/language/LanguageSwitch.tsx',
  'ui/language/clock.ts',
  'ui/language/lang.tsx',
  'ui/language/mask.ts',
  'ui/language/words.ts',
  'ui/router/Link.tsx',
  'ui/router/Router.tsx',
  'ui/router/address.ts',
  'ui/router/first.ts',
  'ui/router/onDemand.tsx',
  'ui/router/place.ts',
  'ui/router/screens.ts',
  'ui/network/call.ts',
  'ui/network/loadTwice.ts',
  'ui/look/colour.ts',
  'ui/look/applyTheme.ts',
  'ui/media/picture.ts',
  'contract/words.ts',
  'contract/key.ts',
  'contract/envelope.ts',
  'contract/endpoint.ts',
]
const icons = ['search', 'chevron-right', 'chevron-left', 'x', 'rotate-cw', 'circle-alert', 'globe', 'loader-circle']

const lucide = join(dirname(createRequire(import.meta.url).resolve('lucide-react/package.json')), 'dist/esm')
const paths = [
  ...modules.map((path) => join(root, path)),
  ...['createLucideIcon', 'Icon', ...icons.map((name) => `icons/${name}`)].map((name) => {
    const path = join(lucide, name)
    return existsSync(`${path}.mjs`) ? `${path}.mjs` : `${path}.js`
  }),
]

/**
 * Returns a function that tells whether a module belongs to the file of the shell and of the query page. A listed path
 * without a file stops the build, because a module that moved would cost a round trip.
 */
export const inKit = (): ((id: string) => boolean) => {
  const gone = paths.filter((path) => !existsSync(path))
  if (gone.length > 0) throw new Error(`tools/build/kit.ts names files that are gone: ${gone.join(', ')}`)
  const known = new Set(paths.map((path) => path.split(sep).join('/')))
  return (id) => known.has(id.split('?')[0]!)
}
