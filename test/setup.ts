import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { placeTemplate, programs } from './template.ts'
import { watchOver } from './watchdog.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket folder of the run's own database server. */
    databaseHost: string
    /** The files of worlds lie here. They are removed with the run even where a world was never closed. */
    worlds: string
  }
}

/** One database server for the whole run, in a temporary folder. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), 'startline-test-'))
  // The user of an older PostgreSQL must enter it.
  if (programs !== undefined) chmodSync(folder, 0o711)
  const worlds = join(folder, 'worlds')
  mkdirSync(worlds)
  project.provide('worlds', worlds)
  await placeTemplate(folder)
  const server = await startEmbedded({ folder, durable: false, programs })
  const watchdog = watchOver(server.pid(), folder)
  if ('host' in server.connection) project.provide('databaseHost', server.connection.host)
  return async () => {
    await server.stop()
    watchdog.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}
