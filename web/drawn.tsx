import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { useAccount, useLostAccount } from '#features/accounts/web/useAccount.ts'
import { AccountProvider } from '#seam/web/account.tsx'
import { readAtRace } from '#ui/language/clock.ts'
import { Languages } from '#ui/language/lang.tsx'
import { newQueries } from '#ui/network/call.ts'
import { type First, plantFirst } from '#ui/router/first.ts'
import { standAt } from '#ui/router/place.ts'
import { Router, firstScreen } from '#ui/router/Router.tsx'
import { Layout } from './Layout.tsx'
import { screens } from './routes.ts'

/** The page to draw: its address, whether it is for a desktop, the server's time, and its first answers. */
export type WantedPage = { pathname: string; search: string; wide: boolean; now: Date; first: First }

const nothing = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
const account = { useAccount, useLostAccount, LoginSheet: () => null }

/** Returns a clock that always shows the same time. */
const clockAt = (now: Date) =>
  class extends Date {
    constructor(...given: [] | [value: number | string]) {
      super(given.length === 0 ? now.getTime() : given[0])
    }
    static override now() {
      return now.getTime()
    }
  }

/** Returns the browser functions that a screen uses while it is drawn. There is no real browser here. */
const browserOf = ({ pathname, search, wide, now }: WantedPage) => {
  const href = `http://page${pathname}${search}`
  return {
    location: { href, origin: 'http://page', host: 'page', pathname, search, hash: '' },
    matchMedia: (query: string) => ({ matches: /min-width/.test(query) && wide, addEventListener: () => undefined }),
    Date: clockAt(now),
    localStorage: nothing,
    sessionStorage: nothing,
    navigator: { userAgent: wide ? 'Linux' : 'Mobile', language: '' },
  }
}

/**
 * Draws with a browser's functions in place. Drawing never pauses, so nothing else runs while the process looks like a
 * browser.
 */
const inBrowser = <Drawn,>(page: WantedPage, draw: () => Drawn): Drawn => {
  const browser = browserOf(page)
  const before = Object.keys(browser).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  try {
    return draw()
  } finally {
    for (const [name, descriptor] of before)
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
  }
}

const pageOf = (page: WantedPage) => {
  const queries = newQueries()
  plantFirst(queries, page.first)
  return (
    <Languages drawn={page.first.lang}>
      <QueryClientProvider client={queries}>
        <AccountProvider value={account}>
          <Router screens={screens} layout={Layout} crashed={null} />
        </AccountProvider>
      </QueryClientProvider>
    </Languages>
  )
}

const tries = 3
readAtRace()
/**
 * Makes controls inert. A control does nothing before the app has loaded, and the browser would send an unfinished form
 * by itself.
 */
const withoutControls = (html: string): string =>
  html.replaceAll(/<(form|button|input|select|textarea)(?=[\s>])/g, '<$1 inert')

/** Removes the marks by which React takes over drawn HTML. The app draws the page again, so it needs no marks. */
const withoutMarks = (html: string): string => html.replaceAll(/<!--(?: |\/?\$)-->/g, '')

/**
 * Draws the page as the app first draws it, by the same components, so that nothing moves when the app takes over.
 * Undefined if some part cannot be drawn.
 */
export const draw = async (page: WantedPage): Promise<string | undefined> => {
  await inBrowser(page, () => firstScreen(screens))
  for (let at = 0; at < tries; at++) {
    const whole = inBrowser(page, () => {
      standAt(page)
      return renderToString(pageOf(page))
    })
    if (!/<!--\$[!?]-->/.test(whole)) return withoutControls(withoutMarks(whole))
    // Waits for a part whose file was just requested.
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return undefined
}
