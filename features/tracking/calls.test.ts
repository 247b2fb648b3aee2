import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { routes as controlRoutes } from '#features/racecontrol/routes.ts'
import { room } from './room.ts'

const root = resolve(import.meta.dirname, '../..')
/** The calls that docs/endpoints.txt lists in the areas `livetracking` and `applive`. */
const area = new Set(
  readFileSync(join(root, 'docs/endpoints.txt'), 'utf8')
    .split('\n')
    .flatMap((line) => (/^(?:livetracking|applive)\t/.test(line) ? [line.split('\t')[1]!] : [])),
)
/** Calls of the pages that are not about positions: web push, and the caller's own data, account and messages. */
const beside = /^\/(push|mydata|account|messages)\//

const importsOf = (file: string): { name: string; from: string }[] =>
  [...readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from '([^']*contract\.ts)'/g)].flatMap(
    ([, names, from]) =>
      names!
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '))
        .map((name) => ({
          name,
          from: from!.startsWith('#') ? join(root, from!.slice(1)) : join(dirname(file), from!),
        })),
  )
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value

test('the live pages and the map of race control use the calls of the area and no others', async () => {
  expect(area.size).toBe(22)
  const files = ['features/tracking/web/**/*.{ts,tsx}', 'features/racecontrol/console/map/*.{ts,tsx}']
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(30)
  const used = new Map<string, string>()
  for (const file of files)
    for (const { name, from } of importsOf(join(root, file))) {
      const value = ((await import(from)) as Record<string, unknown>)[name]
      if (isEndpoint(value)) used.set(value.path, file)
    }
  expect(used.size).toBeGreaterThan(12)
  const strange = [...used].filter(([path]) => !area.has(path) && !beside.test(path))
  expect(strange).toEqual([])
})

test('every read of the area that many people share is also a GET with an ETag', () => {
  const all = [...(room.routes ?? []), ...controlRoutes].map(({ endpoint }) => endpoint)
  const own = all.filter(({ path }) => area.has(path))
  expect(own.length).toBe(22)
  const shared = own.filter((endpoint) => endpoint.shared !== undefined).map(({ path }) => path)
  expect(shared.toSorted()).toEqual(
    [
      '/live/gps',
      '/live/gps/history',
      '/live/gps/positions',
      '/live/runners',
      '/live/timing/fetch',
      '/live/timing/report',
      '/live/timing/stations',
      '/track/fetch/',
    ].toSorted(),
  )
})
