import {
  Component,
  type ComponentType,
  type ReactNode,
  Suspense,
  createContext,
  createElement,
  startTransition,
  use,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { PageSkeleton, UnvisitedPage } from '../layout/PageSkeleton.tsx'
import { loadTwice } from '../network/loadTwice.ts'
import { type Place, currentPlace, onPlace, scrollOf } from './place.ts'
import { type Screen, partsHeld, screenFor } from './screens.ts'

/**
 * The apps' own router: fixed paths, each with a screen that is fetched at the first use. The router is small, because
 * every first visit loads it (docs/decisions). Search parameters stay plain strings, because an identity number that is
 * read as a number would be rounded.
 */
/** The time for which the router remembers that a file could not be fetched, in ms. */
const FAILED_MS = 1_000
const loading = new Map<Screen, Promise<ComponentType>>()
const fetchScreen = (screen: Screen): Promise<ComponentType> => {
  const known = loading.get(screen)
  if (known) return known
  const fetched: Promise<ComponentType> = loadTwice(screen.load).then((Page) => {
    // With these two fields, React's `use` reads the page at once. Without them it waits even for a fulfilled promise.
    Object.assign(fetched, { status: 'fulfilled', value: Page })
    return Page
  })
  loading.set(screen, fetched)
  // The router forgets a failed request after a moment, so a later try requests the file again. Until then React reads
  // the failure. Otherwise each try to draw the page would make a new request without end.
  fetched.catch(() => setTimeout(() => loading.delete(screen), FAILED_MS))
  return fetched
}

type Parts = Readonly<Record<string, string>>
const Routes = createContext<{ screens: readonly Screen[]; base: string; place: Place; parts: Parts; screen?: string }>(
  {
    screens: [],
    base: '',
    place: currentPlace(),
    parts: {},
  },
)
export const usePlace = (): Place => useContext(Routes).place
/** Returns the values in the address for the parts that its screen names, such as the race for `/:raceid/events`. */
export const usePlaceParts = (): Parts => useContext(Routes).parts
/**
 * Returns the path of the screen that is open, as the list of screens writes it: `/:raceid/events`. Undefined if no
 * screen is open.
 */
export const useScreenPath = (): string | undefined => useContext(Routes).screen
/**
 * Returns a function that tells whether the app has a page at an address, so that screens offer no page that does not
 * exist yet. The screen for unknown addresses does not count.
 */
export const useHasPage = (): ((href: string) => boolean) => {
  const { screens, base } = useContext(Routes)
  return (href) => {
    const { pathname } = new URL(href, 'http://page')
    return screens.some((screen) => partsHeld(screen.path, pathname, base) !== undefined)
  }
}
let prefetch: (href: string) => void = () => {}
export const prefetchPage = (href: string): void => prefetch(href)

const Shown = ({ screen }: { screen: Screen }) => createElement(use(fetchScreen(screen)))

/**
 * Catches the error of a broken screen, or of a screen whose file is gone after a new version. `crashed` stands in for
 * the screen, and the shell stays. Without a network another page says that this device cannot open the screen.
 */
class Guard extends Component<{ children: ReactNode; crashed: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override render() {
    if (!this.state.broken) return this.props.children
    return navigator.onLine ? this.props.crashed : <UnvisitedPage />
  }
}

/** Waits for the first screen, so that the page that the server drew stays until the app can replace it. */
export const firstScreen = async (screens: readonly Screen[], base = ''): Promise<void> => {
  const screen = screenFor(screens, location.pathname, base)
  if (screen) await fetchScreen(screen).catch(() => undefined)
}

/** Shows the screen of the present address. `crashed` is the page that stands in for a broken screen. */
export const Router = ({
  screens,
  base = '',
  layout: Layout,
  crashed,
}: {
  screens: readonly Screen[]
  base?: string
  layout: ComponentType<{ children: ReactNode }>
  crashed: ReactNode
}) => {
  const [place, setPlace] = useState(currentPlace)
  const shown = useRef(place)
  useEffect(() => {
    prefetch = (href) => {
      const screen = screenFor(screens, new URL(href, location.href).pathname, base)
      if (screen) void fetchScreen(screen).catch(() => undefined)
    }
    const follow = (next: Place) => {
      // The present page stays until the file of the next page is loaded. A change within a page is shown at once,
      // because somebody may be typing.
      if (next.pathname === shown.current.pathname) setPlace(next)
      else startTransition(() => setPlace(next))
    }
    // A screen that only redirects has already redirected, because React runs the effects of inner components first.
    if (currentPlace() !== shown.current) follow(currentPlace())
    return onPlace(follow)
  }, [screens, base])
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = place
    if (before.index === place.index && before.pathname === place.pathname) return
    if (before.pathname === place.pathname && before.index < place.index) return
    scrollTo(0, scrollOf(place))
    // The focus moves to the new page, so that a screen reader reads this page from its beginning.
    if (before.pathname !== place.pathname) document.getElementById('main')?.focus({ preventScroll: true })
  }, [place])
  const screen = screenFor(screens, place.pathname, base)
  const parts = (screen && partsHeld(screen.path, place.pathname, base)) ?? {}
  return (
    <Routes value={{ screens, base, place, parts, ...(screen ? { screen: screen.path } : {}) }}>
      <Layout>
        <Guard key={place.pathname} crashed={crashed}>
          <Suspense fallback={<PageSkeleton />}>{screen ? <Shown screen={screen} /> : null}</Suspense>
        </Guard>
      </Layout>
    </Routes>
  )
}
