/**
 * `npm run dev`. The database, Vite for both apps and the ports live in this process. The server is a child process,
 * which is replaced when one of its sources changes.
 */
import { type Server as HttpServer, createServer } from 'node:http'
import { join, relative } from 'node:path'
import { type ViteDevServer, createServer as createVite } from 'vite'
import { listMigrations, migrate, migrationsHash } from '#db/migrate.ts'
import { sentenceOf } from '#db/operatorError.ts'
import { type Config, configHere } from '#server/config/config.ts'
import { prepareFolder } from '#server/config/folder.ts'
import { checkPort, listenReason } from '#server/config/port.ts'
import { type Ground, prepareGround } from '#server/ground.ts'
import { stepsBack } from '#server/stopping/stepsBack.ts'
import { makeFront } from './dev/front.ts'
import { type ServerProcess, keepServer } from './dev/serverProcess.ts'

const help = `npm run dev: the runner app at http://localhost:5173 and the console at http://localhost:5174/console/, both changing while
you write, and everything together at http://localhost:3000 (PORT). A change of a screen shows at once, a change of a
server file starts another server process; the database stays. Settings as for npm start; with PORT=0 there is one
port, any free one.

Ctrl-C (or SIGTERM) ends all of it.
`
const root = join(import.meta.dirname, '..')
const WEB = 5173
const CONSOLE = 5174
const SETTLED_MS = 40

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/**
 * Fills the database with the demo races. Filling loads every room, and this process would keep an outdated copy of the
 * rooms. So the rooms are loaded only for an empty database.
 */
const fill = async (config: Config, ground: Ground): Promise<void> => {
  const [{ fillDemo }, { seedDemo }] = await Promise.all([import('#server/start.ts'), import('./seed.ts')])
  await fillDemo(config, ground, say, seedDemo)
}

const listen = (server: HttpServer, config: Config): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenReason(config, error)))
    server.listen(config.port, config.host, () => resolve((server.address() as { port: number }).port))
  })

const startVite = (mode: 'web' | 'console', front: HttpServer): Promise<ViteDevServer> =>
  createVite({
    configFile: join(root, 'vite.config.ts'),
    mode,
    appType: 'spa',
    clearScreen: false,
    server: { middlewareMode: true, ws: { server: front } },
  })

/**
 * Starts another server when one of the server's files has changed. Several files that are saved together count as one
 * change.
 */
const follow = (watcher: ViteDevServer['watcher'], server: ServerProcess, { connection }: Ground): void => {
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let known = listMigrations().then(migrationsHash)
  const migrateIfChanged = async () => {
    const now = await listMigrations().then(migrationsHash)
    if (now === (await known)) return
    const applied = await migrate(connection)
    known = Promise.resolve(now)
    for (const name of applied) say(`The database took ${name}.`)
  }
  const restart = async () => {
    const [file = ''] = [...changed].filter((one) => /[/\\]migrations[/\\]|\.env$/.test(one) || server.concerns(one))
    changed.clear()
    if (!file) return
    const name = relative(root, file)
    const done = await server.restart(() => migrateIfChanged().catch((error: unknown) => say(sentenceOf(error))))
    if (done) say(`${name} changed: another server (process ${done.pid}) after ${(done.ms / 1000).toFixed(2)} s.`)
    else if ((await server.running()) === undefined) say(`${name} changed: no server yet. The next change tries again.`)
  }
  watcher.add([
    ...['server', 'contract', 'db', 'features', 'seam', 'integrations'].map((one) => join(root, one)),
    '.env',
  ])
  watcher.on('all', (event, file) => {
    if (!/^(add|change|unlink)$/.test(event) || !/\.(ts|tsx|sql|json)$|\.env$/.test(file)) return
    changed.add(file)
    clearTimeout(timer)
    timer = setTimeout(() => void restart(), SETTLED_MS)
  })
}

const run = async (config: Config, back: ReturnType<typeof stepsBack>): Promise<void> => {
  await checkPort(config)
  prepareFolder(config.folder)
  const front = makeFront()
  const doors = config.port === 0 ? [] : [WEB, CONSOLE]
  back.add(async () => front.server.closeAllConnections())
  const port = await listen(front.server, config)
  for (const door of doors) {
    // This server gives the same answers at another address.
    const other = createServer((...call) => front.server.emit('request', ...call))
    other.on('upgrade', (...call) => front.server.emit('upgrade', ...call))
    back.add(async () => other.closeAllConnections())
    await listen(other, { ...config, port: door })
  }
  const [{ ground, stop }, web, console] = await Promise.all([
    prepareGround(config, say, (empty) => fill(config, empty)),
    startVite('web', front.server),
    startVite('console', front.server),
  ])
  back.add(stop)
  for (const vite of [web, console]) back.add(() => vite.close())
  const origin = `http://localhost:${port}`
  const server = keepServer(ground.connection, origin, () => say('The server ended. The next change starts another.'))
  back.add(server.stop)
  front.open({ web, console }, server.running)
  const started = await server.restart()
  follow(web.watcher, server, ground)
  say('')
  say(`Startline is at ${origin}, the console at ${origin}/console/`)
  if (doors.length > 0)
    say(`The runner app is also at http://localhost:${WEB}, the console at http://localhost:${CONSOLE}/console/`)
  for (const line of started?.up.lines ?? []) say(line)
  say(started ? `The server is process ${started.pid}.` : 'The server does not start yet. The next change tries again.')
  say('Ctrl-C ends all of it.')
}

const main = async (): Promise<void> => {
  const back = stepsBack()
  const started = Promise.withResolvers<void>()
  let stopping = false
  /** Stops everything. If a start is under way, `stop` waits for its end. Otherwise some parts would keep running. */
  const stop = (code: number) => {
    if (stopping) process.exit(130)
    stopping = true
    void started.promise.then(back.run).finally(() => process.exit(code))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))
  try {
    await run(configHere(), back)
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`)
    stop(1)
  } finally {
    started.resolve()
  }
}

if (process.argv.includes('--help')) process.stdout.write(help)
else await main()
