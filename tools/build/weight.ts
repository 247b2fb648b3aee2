import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>
export type Weight = { js: number; css: number; files: Record<string, number> }

/**
 * The limits, in bytes after gzip. `js` and `css` are the scripts and styles of a first visit of the query page.
 * `screen` is the scripts of each further screen beyond the scripts of that visit. `files` is the most files of scripts
 * and styles at a first visit of any page. 3 kB of the styles are the figures of the display font (ui/look/look.css).
 */
export const budget = { js: 130_000, css: 9_700, screen: 30_000, files: 12 } as const
/** The first pages of most visits, by the address under which the server preloads their files. */
export const firstPages = [
  '/finder',
  '/',
  '/home',
  '/baoming',
  '/pay',
  '/querydetail',
  '/report',
  '/score',
  '/photos',
  '/ballot',
  '/personallist',
] as const
/** The base of a first visit: the entry and the query page's own screen. */
export const firstVisit = ['index.html', '../features/lookups/web/QueryPage.tsx'] as const

const sizes = new Map<string, number>()
/** Returns the bytes of a built file, gzipped. The name of the file contains a hash of its content. */
const sizeIn = (dist: string, file: string): number => {
  const path = join(dist, file)
  const size = sizes.get(path) ?? gzipSync(readFileSync(path), { level: 9 }).length
  sizes.set(path, size)
  return size
}

/**
 * Returns the bytes that these parts of a built app fetch before the page shows them, with all their imports. The
 * browser already has the files in `known`.
 */
export const weigh = (dist: string, parts: readonly string[], known: readonly string[] = []): Weight => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const size = (file: string): number => sizeIn(dist, file)
  const files: Record<string, number> = {}
  const sheets: Record<string, number> = {}
  const follow = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the build knows nothing of ${key}`)
    if (chunk.file in files || known.includes(chunk.file)) return
    files[chunk.file] = size(chunk.file)
    for (const sheet of chunk.css ?? []) sheets[sheet] = size(sheet)
    for (const next of chunk.imports ?? []) follow(next)
  }
  for (const part of parts) follow(part)
  const sum = (all: Record<string, number>) => Object.values(all).reduce((total, each) => total + each, 0)
  return { js: sum(files), css: sum(sheets), files }
}

/**
 * Returns the weight of a first visit of a page. `screen` is the bytes of the page's scripts beyond the scripts of the
 * query page. `files` is the number of all files of scripts and styles. The page's files are in screens.json.
 */
export const weighPage = (dist: string, address: string): { screen: number; files: number } => {
  const screens = JSON.parse(readFileSync(join(dist, 'screens.json'), 'utf8')) as Record<string, string[]>
  const own = screens[address]
  if (!own) throw new Error(`the build knows no page ${address}`)
  const known = new Set(Object.keys(weigh(dist, firstVisit).files))
  const size = (file: string): number => sizeIn(dist, file)
  const scripts = own.filter((file) => file.endsWith('.js') && !known.has(file))
  return {
    screen: scripts.reduce((total, file) => total + size(file), 0),
    files: new Set([...Object.keys(weigh(dist, ['index.html']).files), ...own]).size,
  }
}
