import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { bare, pages } from '#web/routes.ts'
import { addresses } from '#seam/web/paths.ts'
import { type Node, childrenOf, nodeName, treeOf } from '../checks/syntax.ts'

export type ScreenManifest = Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }>

const root = join(import.meta.dirname, '../..')
const app = 'web'

/** Returns the first address that code below a node imports when it runs; undefined if it imports none. */
const importedBelow = (node: Node): string | undefined => {
  if (node.type === 'ImportExpression') return String((node.source as Node).value)
  for (const child of childrenOf(node)) {
    const found = importedBelow(child)
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns the name of a file in the manifest, which is its path from the folder of the app. */
const keyOf = (written: string): string =>
  relative(join(root, app), written.startsWith('#') ? join(root, written.slice(1)) : join(root, app, written))

/** Returns the file of each page in a table of routes, by the name of its address. */
export const filesOfPages = (text: string): Map<string, string> => {
  const files = new Map<string, string>()
  const visit = (node: Node): void => {
    const address = node.type === 'Property' ? importedBelow(node.value as Node) : undefined
    if (address === undefined) childrenOf(node).forEach(visit)
    else files.set(nodeName(node.key)!, keyOf(address))
  }
  visit(treeOf({ path: 'routes.ts', text }))
  return files
}

/**
 * Returns a page's own file and the files of all its imports, without the file of the app's start. Throws if the build
 * lacks one of these files.
 */
const filesWith = (manifest: ScreenManifest, key: string): string[] => {
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry)
  const seen = new Map<string, string>()
  const follow = (at: string): void => {
    const chunk = manifest[at]
    if (!chunk) throw new Error(`the build knows nothing of ${at}`)
    if (seen.has(at) || chunk.file === entry?.file) return
    seen.set(at, chunk.file)
    for (const next of chunk.imports ?? []) follow(next)
  }
  follow(key)
  return [...seen.values()]
}

/**
 * Finds for each address of the runner app the files that its screen needs beyond the entry, so that the server can
 * preload them.
 */
export const screensOf = (manifest: ScreenManifest): Record<string, string[]> => {
  const files = filesOfPages(readFileSync(join(root, app, 'routes.ts'), 'utf8'))
  const sheet = manifest[keyOf('#seam/web/screens.css')]
  if (!sheet) throw new Error('the build has no style sheet of the screens')
  const sheets = [sheet.file, ...(sheet.css ?? [])].filter((file) => file.endsWith('.css'))
  const withFiles = (...keys: string[]): string[] => keys.flatMap((key) => filesWith(manifest, key))
  const screens: Record<string, string[]> = {}
  for (const name of Object.keys(pages) as (keyof typeof pages)[]) {
    const file = files.get(name)
    if (file === undefined) throw new Error(`${app}/routes.ts has no file for ${name}`)
    screens[addresses[name].toLowerCase()] = bare.has(name) ? withFiles(file) : [...sheets, ...withFiles(file)]
  }
  // The address that catches all other addresses shows the query page. The front page shows one of two other pages.
  screens['/$'] = screens[addresses.query]!
  const front = files.get('events')!
  screens[addresses.events] = [...sheets, ...withFiles(front, keyOf('#features/finder/web/EventsPage.tsx'))]
  screens['/finder'] = [...sheets, ...withFiles(front, keyOf('#features/finder/web/FinderPage.tsx'))]
  return Object.fromEntries(Object.entries(screens).map(([path, all]) => [path, [...new Set(all)]]))
}
