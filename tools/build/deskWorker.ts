import { createHash } from 'node:crypto'

/** The part of a service worker's surroundings that the desk's worker uses. */
export type WorkerScope = {
  registration: { scope: string }
  location: { origin: string }
  caches: CacheStorage
  fetch: typeof fetch
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  addEventListener: (name: 'install' | 'activate' | 'fetch', listener: (event: WorkerEvent) => void) => void
}
export type WorkerEvent = {
  request: { url: string; method: string; mode: string }
  waitUntil: (work: Promise<unknown>) => void
  respondWith: (answer: Promise<Response>) => void
}

/**
 * Runs as the service worker of one desk. The worker keeps only the page of this desk and the built files in `files`.
 * With network the page comes from the server, so nobody works with a stale build. The kept page comes only if the
 * server fails or does not answer in time. The name of each file contains a hash of its content. The build writes the
 * text of this function into the worker, so the function uses nothing outside of itself.
 */
export const deskWorker = (self: WorkerScope, build: string, files: readonly string[]): void => {
  const page = new URL(self.registration.scope).pathname
  const own = `desk ${page} `
  const name = own + build
  const kept = new Set(files)
  const fromServer = async (): Promise<Response | undefined> => {
    const stop = new AbortController()
    const patience = setTimeout(() => stop.abort(), 4000)
    try {
      const answer = await self.fetch(page, { signal: stop.signal, cache: 'no-cache', credentials: 'same-origin' })
      return answer.status < 500 ? answer : undefined
    } catch {
      return undefined
    } finally {
      clearTimeout(patience)
    }
  }
  self.addEventListener('install', (event) =>
    event.waitUntil(
      (async () => {
        const cache = await self.caches.open(name)
        await cache.addAll([page, ...files])
        await self.skipWaiting()
      })(),
    ),
  )
  self.addEventListener('activate', (event) =>
    event.waitUntil(
      (async () => {
        const names = await self.caches.keys()
        await Promise.all(
          names.filter((one) => one.startsWith(own) && one !== name).map((one) => self.caches.delete(one)),
        )
        await self.clients.claim()
      })(),
    ),
  )
  self.addEventListener('fetch', (event) => {
    const { url, method, mode } = event.request
    const address = new URL(url)
    if (method !== 'GET' || address.origin !== self.location.origin) return
    const keptAnswer = async (of: string) => (await self.caches.open(name)).match(of, { ignoreVary: true })
    const keptPage = async () => {
      const answer = await keptAnswer(page)
      if (!answer) return undefined
      // The header tells the moment of the answer. A kept page would set the clock of the app back to that moment.
      const headers = new Headers(answer.headers)
      headers.delete('server-timing')
      return new Response(answer.body, { status: answer.status, headers })
    }
    if (mode === 'navigate' && address.pathname === page)
      event.respondWith((async () => (await fromServer()) ?? (await keptPage()) ?? Response.error())())
    else if (kept.has(address.pathname))
      event.respondWith((async () => (await keptAnswer(address.pathname)) ?? self.fetch(address.pathname))())
  })
}

type Chunk = { file: string; css?: string[]; assets?: string[]; imports?: string[]; dynamicImports?: string[] }
export type ChunkManifest = Readonly<Record<string, Chunk>>
/** The sources of the screens that the worker keeps: the desk and the gate. */
const SCREEN = /^(?:\.\.\/)?features\/(?:desks\/console\/PickupPage|tickets\/console\/gate\/GatePage)\.tsx$/
/**
 * Lists the built files of the screens of the desk and the gate: the files of the app's entry, of each screen, and of
 * the parts that the screen loads later. The files of other pages are not in the list.
 */
export const filesOfDesk = (manifest: ChunkManifest): string[] => {
  const files = new Set<string>()
  const seen = new Set<string>()
  const gather = (name: string, later: boolean): void => {
    const chunk = manifest[name]
    if (!chunk || seen.has(`${name} ${later}`)) return
    seen.add(`${name} ${later}`)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(`/console/${file}`)
    // The entry loads every page on demand. The worker keeps only the pages of the desk and the gate.
    for (const one of chunk.imports ?? []) gather(one, later && one !== 'index.html')
    if (later) for (const one of chunk.dynamicImports ?? []) gather(one, true)
  }
  gather('index.html', false)
  for (const name of Object.keys(manifest)) if (SCREEN.test(name)) gather(name, true)
  return [...files].sort()
}

/**
 * Writes the text of the worker. The text contains a hash of the page and of the files' names, so a browser sees every
 * new build.
 */
export const workerText = (files: readonly string[], html: string): string => {
  const build = createHash('sha256').update(JSON.stringify(files)).update(html).digest('hex').slice(0, 16)
  return `(${String(deskWorker)})(self, ${JSON.stringify(build)}, ${JSON.stringify(files)})\n`
}
