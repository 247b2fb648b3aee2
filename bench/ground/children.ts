import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/** Starts a child process. It makes all its requests before it sends the first one. `file` is a path below bench/. */
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
