import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { type ChunkManifest, filesOfDesk, workerText } from './build/deskWorker.ts'
import { pushWorkerText } from './build/pushWorker.ts'
import type { ScreenManifest } from './build/screens.ts'
import { projectPaths } from './checks/sources.ts'

const root = join(import.meta.dirname, '..')
const stamp = join(root, 'dist/stamp')
/**
 * Tells whether a file is a test, or belongs to a layer that stays on the server (ARCHITECTURE.md). Such a file is no
 * source of the apps or of the description of the calls.
 */
const isOfServer = (path: string): boolean => /\.(test|store|service|routes|jobs)\.tsx?$/.test(path)
/** Returns one hash for all sources of the apps and of the description of the calls. */
const stateOfSources = (): string => {
  const hash = createHash('sha256')
  for (const file of projectPaths()) {
    if (!/\.(tsx?|css|html|svg|woff2|json)$/.test(file) || isOfServer(file)) continue
    hash.update(file).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

const compress = (folder: string): void => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|html|svg|json|webmanifest|wasm)$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const bytes = readFileSync(file)
    if (bytes.length < 512) continue
    if (existsSync(`${file}.br`) && /[\\/]assets[\\/]/.test(file)) continue // The name contains a hash of the content.
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  }
}

/** Removes files of earlier builds after a day. Until then an open page, or a running server, may ask for them. */
const sweepOld = (folder: string): void => {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder))
    if (statSync(join(folder, name)).mtimeMs < Date.now() - 86_400_000) rmSync(join(folder, name))
}

const lock = join(root, 'dist/building')
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
/**
 * Waits for another build, because two builds into one folder spoil each other. Does not wait for a killed builder.
 */
const takeTurn = async (): Promise<void> => {
  mkdirSync(join(root, 'dist'), { recursive: true })
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return
    } catch {
      const builder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
      if (builder > 0 && !isAlive(builder)) rmSync(lock, { force: true })
      else await wait(300)
    }
  }
}

/**
 * Builds both apps and the description of the calls into dist/, unless the present sources are built already. Returns
 * whether it built.
 */
export const buildApps = async (options: { force?: boolean; quiet?: boolean } = {}): Promise<boolean> => {
  if (!options.force && existsSync(stamp) && readFileSync(stamp, 'utf8') === stateOfSources()) return false
  await takeTurn()
  try {
    return await buildAlone(options)
  } finally {
    rmSync(lock, { force: true })
  }
}

/**
 * Writes the service worker of the desk into the folder of the console, because the worker keeps files of the console.
 */
const writeDeskWorker = (): void => {
  const folder = join(root, 'dist/console')
  const chunks = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as ChunkManifest
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  writeFileSync(join(folder, 'desk-worker.js'), workerText(filesOfDesk(chunks), html))
}

const buildAlone = async (options: { force?: boolean; quiet?: boolean }): Promise<boolean> => {
  const state = stateOfSources()
  if (!options.force && existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return false
  // The build is always a production build, because tests and benches measure what people get.
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    for (const mode of ['web', 'console', 'drawn'])
      await build({ configFile: join(root, 'vite.config.ts'), mode, logLevel: options.quiet ? 'error' : 'warn' })
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
  for (const name of ['web/assets', 'console/assets', 'drawn']) sweepOld(join(root, 'dist', name))
  const manifest = JSON.parse(readFileSync(join(root, 'dist/web/.vite/manifest.json'), 'utf8')) as ScreenManifest
  // These modules load the table of pages and every room, so a build that has nothing to do does not import them.
  const { screensOf } = await import('./build/screens.ts')
  writeFileSync(join(root, 'dist/web/screens.json'), JSON.stringify(screensOf(manifest)))
  writeDeskWorker()
  writeFileSync(join(root, 'dist/web/push-worker.js'), pushWorkerText())
  const { openApiDocument } = await import('./openapi/document.ts')
  writeFileSync(join(root, 'dist/web/openapi.json'), JSON.stringify(await openApiDocument()))
  for (const name of ['web', 'console']) compress(join(root, 'dist', name))
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, state)
  return true
}

if (import.meta.main) {
  if (process.argv.includes('--help'))
    process.stdout.write(
      'node tools/build.ts [--force]: builds the runner app, the console and openapi.json into dist/ ' +
        'when their sources have changed\n',
    )
  else {
    const built = await buildApps({ force: process.argv.includes('--force') })
    process.stdout.write(built ? 'The apps are built.\n' : 'The apps are up to date.\n')
  }
}
