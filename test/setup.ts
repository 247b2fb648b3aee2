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
    /** The folder for the files of worlds. It is removed with the run even if a test never closed its world. */
    worlds: string
  }
}

/** Starts one database server for the whole run, in a temporary folder. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), 'startline-test-'))
  // If root runs the tests, the PostgreSQL of `programs` runs as another user, who must be able to enter the folder.
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
