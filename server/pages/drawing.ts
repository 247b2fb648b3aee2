import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { shareOf } from './drawing.rules.ts'

const folder = join(import.meta.dirname, '../../dist/drawn')
type Wanted = { pathname: string; search: string; wide: boolean; now: Date; first: object }
type Draw = (wanted: Wanted) => Promise<string | undefined>

/** The file that draws, as built last. */
const newestFile = (): string | undefined =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.js'))
        .map((name) => join(folder, name))
        .toSorted((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)[0]
    : undefined

/** A new build shows within this time; the folder is not read for each page. */
const LOOK_MS = 3_000
let loaded: { file: string; draw: Promise<Draw>; looked: number } | undefined
const drawer = async (): Promise<Draw | undefined> => {
  const now = performance.now()
  if (loaded && now - loaded.looked < LOOK_MS) return loaded.draw
  const file = newestFile()
  if (file === undefined) return undefined
  const draw =
    loaded?.file === file ? loaded.draw : import(pathToFileURL(file).href).then((made: { draw: Draw }) => made.draw)
  loaded = { file, draw, looked: now }
  return draw
}

/**
 * Drawing takes some five milliseconds of processor. In a rush (an opening, the evening of the results) the calls go
 * first: pages that everybody shares and pages of one person each get this share of the process's time.
 */
export const usualShare = 0.2

/**
 * Draws a page as the runner app draws it at first (web/drawn.tsx), or gives undefined: then its skeleton stands until
 * the app is there. A page that cannot be drawn, or for which there is no time, is no reason not to be served.
 */
export const pageDrawer = (share: number, onError: (error: unknown) => void) => {
  const shares = { shared: shareOf(share, performance.now()), own: shareOf(share, performance.now()) }
  return async (wanted: Wanted, of: keyof typeof shares): Promise<string | undefined> => {
    if (!shares[of].isLeft(performance.now())) return undefined
    try {
      const draw = await drawer()
      const began = performance.now()
      const drawn = await draw?.(wanted)
      shares[of].take(performance.now() - began)
      return drawn
    } catch (error) {
      onError(error)
      return undefined
    }
  }
}
