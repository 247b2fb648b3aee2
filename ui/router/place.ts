import { takeSecrets } from './address.ts'

/** The position of the app: the address, and the number of the steps that led to it in this tab. */
export type Place = { pathname: string; search: string; index: number }

const read = (): Place => ({
  pathname: location.pathname,
  search: location.search,
  index: ((history.state as { index?: number } | null)?.index ?? 0) || 0,
})
let place: Place = typeof location === 'undefined' ? { pathname: '/', search: '', index: 0 } : read()
const listeners = new Set<(place: Place) => void>()

/**
 * A function that the app calls before it goes to another page: to an address, or by a number of steps back or forward.
 * If the function returns true, the app stays on the page (holdPlace.ts). A step that replaces the address calls no
 * guard.
 */
export type Guard = (to: string | number) => boolean
let guards: readonly Guard[] = []
const guard = (to: string | number): boolean => guards.at(-1)?.(to) ?? false
/**
 * Adds a guard. The app asks only the guard that was added last, such as the guard of a dialog over a page. The
 * returned function removes the guard.
 */
export const addGuard = (given: Guard): (() => void) => {
  guards = [...guards, given]
  return () => void (guards = guards.filter((one) => one !== given))
}
/** Removes all guards, because the person agreed to leave. */
export const dropGuards = (): void => void (guards = [])

/** The scroll position of each page, by the number of its step in the tab's history. */
const scrolled = new Map<number, number>()
const changed = () => {
  takeSecrets()
  place = read()
  for (const listener of listeners) listener(place)
}
if (typeof addEventListener === 'function' && typeof history !== 'undefined') {
  history.scrollRestoration = 'manual'
  addEventListener('popstate', () => {
    if (guard(read().index - place.index)) return
    scrolled.set(place.index, scrollY)
    changed()
  })
}

export const currentPlace = (): Place => place
/** Sets the address on the server, which draws one page after another. */
export const standAt = ({ pathname, search }: Pick<Place, 'pathname' | 'search'>): void =>
  void (place = { pathname, search, index: 0 })
export const onPlace = (listener: (place: Place) => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** Goes to an address of this app without a reload. */
export const goInside = (href: string, replace = false): void => {
  if (!replace && guard(href)) return
  // A page that replaces another page begins at its top.
  if (replace && new URL(href, location.href).pathname !== place.pathname) scrolled.delete(place.index)
  else scrolled.set(place.index, scrollY)
  const index = replace ? place.index : place.index + 1
  if (!replace) for (const later of scrolled.keys()) if (later >= index) scrolled.delete(later)
  history[replace ? 'replaceState' : 'pushState']({ index }, '', href)
  changed()
}
/** Tells whether a page of this app lies before this page in the tab's history. */
export const canGoBack = (): boolean => place.index > 0
export const scrollOf = (at: Place): number => scrolled.get(at.index) ?? 0
