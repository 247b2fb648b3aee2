import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>
export type Weight = { js: number; css: number; files: Record<string, number> }

/** What a first visit of the query page may fetch of scripts and of styles, in bytes gzipped. */
export const budget = { js: 130_000, css: 6_000 } as const
/** What such a visit stands on: the entry and the query page's own screen. */
export const firstVisit = ['index.html', '../features/lookups/web/QueryPage.tsx'] as const

/**
 * What these parts of a built app fetch before they stand: their files and all that these name, each once; `known` is
 * there already.
 */
export const weigh = (dist: string, parts: readonly string[], known: readonly string[] = []): Weight => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const size = (file: string): number => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
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
