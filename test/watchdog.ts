import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Two lines that end a database and remove its folder when this process is gone, however it went: they wait for the end
 * of a pipe that only this process holds open. Who has cleaned up by itself kills them.
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
