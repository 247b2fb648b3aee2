import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { drawingShareOf } from './drawing.rules.ts'

const folder = join(import.meta.dirname, '../../dist/drawn')
type Wanted = { pathname: string; search: string; wide: boolean; now: Date; first: object }
type Draw = (page: Wanted) => Promise<string | undefined>

/** Returns the file that draws pages, from the newest build. */
const newestFile = (): string | undefined =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.js'))
        .map((name) => join(folder, name))
        .toSorted((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)[0]
    : undefined

/** The time between two searches for a new build, so that the server does not read the folder for each page. */
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
 * The part of the process's time that the drawing of pages for everybody may take at most. The drawing of pages for one
 * person may take another part of the same size. A drawing takes about five milliseconds of processor time, and in a
 * rush (an opening, the evening of the results) calls matter more than drawings.
 */
export const usualShare = 0.2

/**
 * Draws a page as the runner app first draws it (web/drawn.tsx). Returns undefined if the page cannot be drawn, or if
 * the share of time for drawing is used up. The page then shows its skeleton until the app has loaded.
 */
export const pageDrawer = (share: number, onError: (error: unknown) => void) => {
  const shares = { shared: drawingShareOf(share, performance.now()), own: drawingShareOf(share, performance.now()) }
  return async (page: Wanted, of: keyof typeof shares): Promise<string | undefined> => {
    if (!shares[of].isLeft(performance.now())) return undefined
    try {
      const draw = await drawer()
      const began = performance.now()
      const drawn = await draw?.(page)
      shares[of].take(performance.now() - began)
      return drawn
    } catch (error) {
      onError(error)
      return undefined
    }
  }
}
