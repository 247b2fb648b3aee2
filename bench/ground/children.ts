import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Connection } from '#db/db.ts'
import type { ServerUse } from './processor.ts'

/**
 * Starts a child process. The child makes all its requests before it sends the first one. `file` is a path below
 * bench/.
 */
export const startChild = async <Report>(file: string, request: unknown): Promise<{ fire: () => Promise<Report> }> => {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, '..', file)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const next = () =>
    new Promise<unknown>(
      (resolve, reject) =>
        void child.once('message', resolve).once('exit', () => reject(new Error('The load generator ended'))),
    )
  child.send(request as object)
  await next()
  return {
    fire: async () => {
      child.send('go')
      const report = (await next()) as Report
      child.disconnect()
      return report
    },
  }
}

/** Starts a server in a process of its own, over a database that runs already. */
export const startServer = async (connection: Connection) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../servers/serverProcess.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ask = <Answer>(message: object | string) =>
    new Promise<Answer>((resolve, reject) => {
      const failed = () => reject(new Error('The server ended'))
      child.once('exit', failed)
      child.once('message', (answer) => {
        child.off('exit', failed)
        resolve(answer as Answer)
      })
      child.send(message)
    })
  return {
    port: await ask<number>(connection),
    used: () => ask<ServerUse>('used'),
    close: () =>
      new Promise<void>((resolve) => {
        child.once('exit', () => resolve())
        child.send('end')
      }),
  }
}
