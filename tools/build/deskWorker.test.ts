import { expect, test } from 'vitest'
import { type WorkerEvent, type WorkerScope, deskWorker, filesOfDesk, workerText } from './deskWorker.ts'

const ORIGIN = 'https://race.example'
const PAGE = '/console/226/desk'
/** Makes caches that outlive a worker, and a network that can be cut. */
const makeBrowser = () => {
  const kept = new Map<string, Map<string, Response>>()
  const network = { cut: false, page: 'first build', status: 200, asked: [] as string[] }
  const fetchOne = async (given: unknown): Promise<Response> => {
    const address = String(given)
    network.asked.push(address)
    if (network.cut) throw new TypeError('no network')
    const headers = { 'server-timing': 'now;desc="1"', 'content-security-policy': 'x' }
    return new Response(address === PAGE ? network.page : address, { status: network.status, headers })
  }
  const caches = {
    open: async (name: string) => {
      const cache = kept.get(name) ?? new Map<string, Response>()
      kept.set(name, cache)
      return {
        addAll: async (all: string[]) => {
          for (const one of all) cache.set(one, await fetchOne(one))
        },
        match: async (one: string) => cache.get(one)?.clone(),
      }
    },
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
  }
  const start = async (build: string, files: readonly string[], page = PAGE) => {
    const listeners = new Map<string, (event: WorkerEvent) => void>()
    deskWorker(
      {
        registration: { scope: ORIGIN + page },
        location: { origin: ORIGIN },
        caches: caches as unknown as CacheStorage,
        fetch: fetchOne as typeof fetch,
        skipWaiting: async () => undefined,
        clients: { claim: async () => undefined },
        addEventListener: (name, listener) => void listeners.set(name, listener),
      } satisfies WorkerScope,
      build,
      files,
    )
    for (const name of ['install', 'activate']) {
      let work: Promise<unknown> = Promise.resolve()
      listeners.get(name)!({ waitUntil: (given) => void (work = given) } as WorkerEvent)
      await work
    }
    /** Asks as a page does. Returns undefined if the worker leaves the request to the browser. */
    const answerTo = async (url: string, { mode = 'cors', method = 'GET' } = {}): Promise<Response | undefined> => {
      let answer: Promise<Response> | undefined
      listeners.get('fetch')!({
        request: { url: new URL(url, ORIGIN).href, method, mode },
        respondWith: (given) => void (answer = given),
        waitUntil: () => undefined,
      })
      return answer
    }
    const ask = async (url: string, how?: { mode?: string; method?: string }) => (await answerTo(url, how))?.text()
    return Object.assign(ask, { answerTo })
  }
  return { kept, network, start }
}
const open = { mode: 'navigate' }

test('without network the desk opens with its files, and with network it comes from the server', async () => {
  const { network, start } = makeBrowser()
  const ask = await start('one', ['/console/assets/desk-1.js'])
  network.page = 'second build'
  expect(await ask(PAGE, open)).toBe('second build')
  network.status = 502
  expect(await ask(PAGE, open)).toBe('first build')
  network.cut = true
  expect(await ask(`${PAGE}?lang=en`, open)).toBe('first build')
  expect(await ask('/console/assets/desk-1.js')).toBe('/console/assets/desk-1.js')
})

test('a kept page does not show the moment of its answer as the present moment', async () => {
  const { network, start } = makeBrowser()
  const { answerTo } = await start('one', [])
  expect((await answerTo(PAGE, open))!.headers.get('server-timing')).toBe('now;desc="1"')
  network.cut = true
  const { headers } = (await answerTo(PAGE, open))!
  expect([headers.get('server-timing'), headers.get('content-security-policy')]).toEqual([null, 'x'])
})

test('the worker leaves calls, other pages, other files and other origins to the browser', async () => {
  const { kept, start } = makeBrowser()
  const ask = await start('one', ['/console/assets/desk-1.js'])
  for (const [url, how] of [
    ['/console/desks/device/load', { method: 'POST' }],
    ['/console/226/desks', open],
    ['/console/226/overview', open],
    ['/console/assets/other-1.js', {}],
    ['/files/226/photo.jpg', {}],
    ['https://elsewhere.example/console/assets/desk-1.js', {}],
    [PAGE, { method: 'POST', mode: 'navigate' }],
  ] as const)
    expect(await ask(url, how), url).toBeUndefined()
  expect([...kept.values()].flatMap((cache) => [...cache.keys()])).toEqual([PAGE, '/console/assets/desk-1.js'])
})

test('a new build replaces the old build, and the desk of another race stays', async () => {
  const { kept, network, start } = makeBrowser()
  await start('one', ['/console/assets/desk-1.js'])
  await start('one', ['/console/assets/desk-1.js'], '/console/227/desk')
  network.page = 'second build'
  const ask = await start('two', ['/console/assets/desk-2.js'])
  network.cut = true
  expect(await ask(PAGE, open)).toBe('second build')
  expect([...kept.keys()]).toEqual(['desk /console/227/desk one', `desk ${PAGE} two`])
})

test('the files are the files of the entry and of the screen, and each build has its own stamp', () => {
  const manifest = {
    'index.html': { file: 'assets/index-1.js', css: ['assets/index-1.css'], imports: ['_kit'], dynamicImports: ['a'] },
    _kit: { file: 'assets/kit-1.js' },
    a: { file: 'assets/otherPage-1.js' },
    camera: { file: 'assets/camera-1.js', assets: ['assets/reader.wasm'], dynamicImports: ['../ui/media/decoder.ts'] },
    '../features/desks/console/PickupPage.tsx': {
      file: 'assets/PickupPage-1.js',
      imports: ['_kit', '_part', 'index.html'],
    },
    '../features/desks/console/supervisor/DesksPage.tsx': { file: 'assets/DesksPage-1.js' },
    _part: { file: 'assets/part-1.js', dynamicImports: ['camera'], assets: ['assets/font.woff2'] },
    '../ui/media/decoder.ts': { file: 'assets/decoder-1.js' },
  }
  const files = filesOfDesk(manifest)
  expect(files).toEqual(
    [
      'PickupPage-1.js',
      'camera-1.js',
      'decoder-1.js',
      'font.woff2',
      'index-1.css',
      'index-1.js',
      'kit-1.js',
      'part-1.js',
      'reader.wasm',
    ].map((name) => `/console/assets/${name}`),
  )
  expect(workerText(files, '<html>')).not.toBe(workerText(files, '<html lang>'))
  expect(workerText(files, '')).not.toBe(workerText(files.slice(1), ''))
  // A worker is plain script, and the browser reads the function from its text.
  expect(() => new Function('self', workerText(files, ''))).not.toThrow()
})
