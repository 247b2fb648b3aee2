import { type Params, addressOf, paramsIn, pathOfOurs } from './address.js'
import { decoded } from './address.ts'

/**
 * The page that a launch means. `scene` is a scene that the server resolves to a page. `path` is a page of ours.
 * `foreign` is an address elsewhere, which the mini-program does not open.
 */
export type Target = { scene: string } | { path: string } | { foreign: string }

/** Returns the scene in the path of an ordinary code of ours: `/s/{scene}`. */
const sceneInPath = (path: string): string | undefined => /^\/s\/([^/?#]{1,96})/.exec(path)?.[1]

/** Reads a link: a page of ours, an ordinary code of a scene, or an address elsewhere. */
export const targetOfLink = (link: string, origin: string): Target => {
  const path = pathOfOurs(link, origin)
  if (path === undefined) return { foreign: link }
  const scene = sceneInPath(path)
  return scene === undefined ? { path } : { scene: decoded(scene) }
}

/** Parameters that the launch itself uses. All other parameters go to the page. */
const used: ReadonlySet<string> = new Set(['scene', 'q', 'link', 'url', 'page', 'scancode_time'])

/**
 * Reads the parameters of a launch. A code of the mini-program brings `scene`, an ordinary code brings its address as
 * `q`, a shared card brings `link`. Without one of them, the launch means the page in `page`, the race's home, or the
 * list of races.
 */
export const targetOfLaunch = (given: Params, origin: string): Target => {
  const { scene, q, link, url, page } = given
  if (scene) return { scene: decoded(scene) }
  const address = q ?? link ?? url
  if (address) return targetOfLink(decoded(address), origin)
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !used.has(name)))
  const path = page ? decoded(page) : rest.raceid || rest.r ? '/home' : '/'
  return { path: addressOf(pathOfOurs(path, origin) ?? '/', { ...paramsIn(path), ...rest }) }
}

/**
 * Reads a scanned text. A code of the mini-program arrives as a path of the mini-program, any other code as its text.
 * The text is a link or a scene.
 */
export const targetOfScan = (scanned: { result: string; path?: string | undefined }, origin: string): Target => {
  if (scanned.path) return targetOfLaunch(paramsIn(scanned.path), origin)
  const text = scanned.result.trim()
  return /^[0-9a-z]{1,6}[.-][1-9A-HJ-NP-Za-km-z]{20,22}$/.test(text) ? { scene: text } : targetOfLink(text, origin)
}
