import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rooms } from '#server/features.ts'
import { RACE, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { fill } from '#test/upgrade/filled.ts'
import { type World, makeWorld } from '#test/world.ts'

/** The longest time for which a cache between server and browser may answer a shared read. */
const MOST_SECONDS = 60
let world: World
let token: string
beforeAll(async () => {
  world = await makeWorld({ keepsShared: true })
  await openRace(world)
  await fill(world)
  token = (await runnerSession(world)).token
})
afterAll(() => world?.close())

const endpoints = rooms.flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint))
const shared = endpoints.filter((endpoint) => endpoint.shared !== undefined)
const own = endpoints.filter(({ kind, shared: seconds }) => kind === 'get' && seconds === undefined)
const raw = rooms.flatMap(({ rawRoutes = [] }) => rawRoutes.filter(({ method }) => method === 'GET'))

const at = (path: string) => path.replaceAll(/\{raceid\}|:raceid/g, String(RACE)).replaceAll(/[:{]\w+\}?/g, '1')
const read = (url: string, headers: Record<string, string> = {}) => {
  const gone = new AbortController()
  setTimeout(() => gone.abort(), 3000).unref()
  return world.app.inject({
    method: 'GET',
    url,
    headers: { accept: 'application/json', ...headers },
    signal: gone.signal,
  })
}
/** Files and pages that are the same for everybody. */
const open: ReadonlySet<string> = new Set([
  '/ballots/:raceid/:id/list.txt',
  '/ballots/:raceid/:id/outcome.txt',
  '/certificate/paper',
  '/embed',
  '/embed.js',
  '/embed-inner.js',
  '/oembed',
  '/races.ics',
])
const answeredWell: string[] = []

describe.each(shared.map((endpoint) => [endpoint.path, endpoint] as const))('%s', (path, endpoint) => {
  test('is the same for everybody, with an ETag and a short time, and no cache keeps its refusals', async () => {
    expect(endpoint.access).toBe('anyone')
    expect(endpoint.shared).toBeLessThanOrEqual(MOST_SECONDS)
    const url = `${at(path)}?raceid=${RACE}&eventid=1&id=1&seriesid=1`
    const answered = await read(url)
    const cache = String(answered.headers['cache-control'])
    if (answered.json<{ code: string }>().code !== '200') return expect(cache).toContain('no-store')
    answeredWell.push(path)
    expect(cache).toBe(`public, max-age=${endpoint.shared}`)
    expect(answered.headers['set-cookie']).toBeUndefined()
    const session = await read(`${url}&_token=${token}`, { cookie: `startline=${token}` })
    expect(session.headers.etag).toBe(answered.headers.etag)
    const again = await read(url, { 'if-none-match': String(answered.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

test('enough shared reads found data for an answer', () => {
  expect(answeredWell.length).toBeGreaterThanOrEqual(10)
})

test.each(own.map(({ path }) => [path]))('%s is kept by no cache', async (path) => {
  for (const query of ['', `?raceid=${RACE}&eventid=1&id=1`, `?raceid=${RACE}&eventid=1&id=1&_token=${token}`]) {
    const answered = await read(`${at(path)}${query}`)
    expect(String(answered.headers['cache-control']), query).toContain('no-store')
  }
})

test.each(raw.map(({ path }) => [path]).filter(([path]) => !path!.includes('stream') && !path!.includes('/live')))(
  '%s is kept only if the file is open to everybody',
  async (path) => {
    for (const query of ['', `?raceid=${RACE}&eventid=1&id=1`, `?raceid=${RACE}&id=1&_token=${token}`]) {
      const answered = await read(`${at(path!)}${query}`).catch(() => undefined)
      if (!answered) continue
      const cache = String(answered.headers['cache-control'])
      if (answered.statusCode < 300 && open.has(path!)) expect(cache, query).toMatch(/^public, max-age=\d+/)
      else expect(cache, `${query} ${answered.statusCode}`).toMatch(/no-store/)
    }
  },
)
