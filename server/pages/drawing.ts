import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

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

let loaded: { file: string; draw: Promise<Draw> } | undefined
const drawer = async (): Promise<Draw | undefined> => {
  const file = newestFile()
  if (file === undefined) return undefined
  if (loaded?.file !== file)
    loaded = {
      file,
      draw: import(pathToFileURL(file).href).then((made: { draw: Draw }) => made.draw),
    }
  return loaded.draw
}

/**
 * A page as the runner app draws it at first (web/drawn.tsx), or undefined: then its skeleton stands until the app is
 * there. A page that cannot be drawn is no reason not to be served.
 */
export const drawPage = async (wanted: Wanted, told: (error: unknown) => void): Promise<string | undefined> => {
  try {
    return await (
      await drawer()
    )?.(wanted)
  } catch (error) {
    told(error)
    return undefined
  }
}
