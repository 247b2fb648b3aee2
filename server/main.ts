import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import cluster from 'node:cluster'
import type { Seed } from './start.ts'

// The cache halves the loading time from the second start on. It does nothing if the folder cannot be written.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node'))

const help =
  async (): Promise<string> => `npm start: Startline, its database, its jobs, the apps and the API on one port.

Ctrl-C (or SIGTERM) stops it: calls under way are finished, then the database is closed.
It is set by these variables, from the environment or a file .env:

${(await import('./config/config.ts')).exampleText()}`

/** Reads the settings before it loads the rest, so that a fault in them is reported at once. */
const run = async (seed: Seed): Promise<void> => {
  if (process.argv.includes('--help')) return void process.stdout.write(await help())
  const { configHere } = await import('./config/config.ts')
  const { refuseSilentSandboxes } = await import('./config/sandboxes.ts')
  const config = configHere()
  refuseSilentSandboxes(config)
  if (!cluster.isWorker) {
    await (await import('./config/port.ts')).checkPort(config)
    ;(await import('./config/folder.ts')).prepareFolder(config.folder)
  }
  await (await import('./boot.ts')).boot(config, seed)
}

/** Runs the server as a process until a signal ends it. `seed` fills an empty database with the demo races. */
export const main = (seed: Seed): Promise<void> =>
  run(seed).catch(async (error: unknown) => {
    const { OperatorError } = await import('#db/operatorError.ts')
    process.stderr.write(
      `${error instanceof OperatorError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    )
    process.exit(1)
  })
