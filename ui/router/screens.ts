import type { ComponentType } from 'react'

/** An address of an app, and the page that is fetched when it is first needed. */
export type Screen = { path: string; load: Page }
export type Page = () => Promise<ComponentType>

/** The file of a page and the name that the file exports. */
export const page =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): Page =>
  async () =>
    (await load())[name]

/** Paths count without regard to case and to a slash at their end; `/$` takes what nothing else takes. */
export const screenFor = (screens: readonly Screen[], pathname: string, base = ''): Screen | undefined => {
  const path = pathname.toLowerCase().slice(base.length).replace(/\/+$/, '') || '/'
  return screens.find((screen) => screen.path.toLowerCase() === path) ?? screens.find((screen) => screen.path === '/$')
}
