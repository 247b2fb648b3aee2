/**
 * One server process of `npm run dev`. It loads the packages ahead of time, and the sources when one of them has
 * changed. It answers calls once its parent says that the former server is gone.
 */
import { enableCompileCache, flushCompileCache, registerHooks } from 'node:module'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OperatorError } from '#db/operatorError.ts'
import type { Server } from '#server/start.ts'
import type { ServerNews, ServerOrder } from './serverProcess.ts'

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'))
if (existsSync('.env')) process.loadEnvFile('.env')

const send = (news: ServerNews): void => void process.send?.(news)

const isPackage = (address: string): boolean => address.includes('/node_modules/')

/** Reports to the parent the sources of this server, and the packages that they import. */
const watchImports = (): void => {
  let [files, packages]: [string[], string[]] = [[], []]
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context)
      if (!found.url.startsWith('file:') || isPackage(context.parentURL ?? '')) return found
      if (files.length + packages.length === 0)
        setImmediate(() => {
          send({ files, packages })
          ;[files, packages] = [[], []]
        })
      if (isPackage(found.url)) packages.push(found.url)
      else files.push(fileURLToPath(found.url))
      return found
    },
  })
}

let server: Promise<Server> | undefined

const start = async ({ connection, origin, first }: Extract<ServerOrder, { connection: unknown }>): Promise<void> => {
  const [{ startServer }, { readConfig }, { pagesOf, sharedCalls }] = await Promise.all([
    import('#server/start.ts'),
    import('#server/config/config.ts'),
    import('./pages.ts'),
  ])
  const config = readConfig(process.env)
  const own = { ...config, port: 0, host: '127.0.0.1', origin: config.origin ?? origin }
  server = startServer(own, { connection }, (line) => void process.stdout.write(`${line}\n`))
  const { address, lines } = await server
  send({
    port: Number(new URL(address).port),
    pages: pagesOf(),
    shared: sharedCalls(),
    lines: first ? [...(await lines())] : [],
  })
  // Node would otherwise write the cache at the end of this process, when the next process has already begun to load.
  flushCompileCache()
}

const stop = async (): Promise<void> => (await server?.catch(() => undefined))?.stop()

/**
 * Reports a fault. For an operator's mistake it prints one sentence. Node prints any other error with its place in the
 * file.
 */
const fail = (error: unknown): void => {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

/** Ends everything after the parent was killed. The database is a child of the parent too, and must not stay behind. */
const endAll = async (): Promise<void> => {
  await stop()
  const [{ openDatabase }, { readConfig }] = await Promise.all([
    import('#server/database.ts'),
    import('#server/config/config.ts'),
  ])
  await (await openDatabase(readConfig(process.env), 'tool')).stop()
}

process.on('SIGINT', () => undefined)
process.on('disconnect', () => void (server ? endAll() : Promise.resolve()).finally(() => process.exit(0)))
process.on('message', (order: ServerOrder) => {
  if ('stop' in order) void stop().finally(() => process.exit(0))
  else if ('connection' in order) void start(order).catch((error: unknown) => setImmediate(fail, error))
  else if ('load' in order) {
    watchImports()
    void import('#server/start.ts').catch((error: unknown) => setImmediate(fail, error))
  } else for (const one of order.packages) void import(one).catch(() => undefined)
})
