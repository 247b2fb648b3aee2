import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Starts a script that ends a database and removes its folder when this process ends for any reason. The script waits
 * for the end of a pipe that only this process holds open. A process that has ended the database by itself kills the
 * script.
 */
export const watchOver = (pid: number, folder: string): ChildProcess =>
  spawn(
    'sh',
    [
      '-c',
      'cat > /dev/null; kill -QUIT "$0" 2> /dev/null; sleep 0.3; rm -rf "$1"; sleep 3; rm -rf "$1"',
      String(pid),
      folder,
    ],
    { detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
  )
