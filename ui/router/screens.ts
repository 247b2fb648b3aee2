import type { ComponentType } from 'react'

/** An address of an app, and its page, which is fetched at the first use. */
export type Screen = { path: string; load: ScreenLoader }
export type ScreenLoader = () => Promise<ComponentType>

/** Returns the function that loads a page from its file, by the name that the file exports. */
export const page =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): ScreenLoader =>
  async () =>
    (await load())[name]

const partsOf = (path: string): string[] => path.toLowerCase().split('/').filter(Boolean)

/**
 * Returns the values that an address has for the parts `:name` of a screen's path, by name. Each value must be a whole
 * number and stays a text. Undefined if the address belongs to another screen. The comparison ignores case and a slash
 * at the end.
 */
export const partsHeld = (path: string, pathname: string, base = ''): Record<string, string> | undefined => {
  const [pattern, given] = [partsOf(path), partsOf(pathname.slice(base.length))]
  if (pattern.length !== given.length) return undefined
  const held: Record<string, string> = {}
  for (const [at, part] of pattern.entries()) {
    const said = given[at]!
    if (part.startsWith(':') && /^[1-9]\d{0,9}$/.test(said)) held[part.slice(1)] = said
    else if (part !== said) return undefined
  }
  return held
}

/** Returns the screen of an address. The screen `/$`, if there is one, takes every address without another screen. */
export const screenFor = (screens: readonly Screen[], pathname: string, base = ''): Screen | undefined =>
  screens.find((screen) => partsHeld(screen.path, pathname, base) !== undefined) ??
  screens.find((screen) => screen.path === '/$')
