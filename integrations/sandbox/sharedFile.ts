import { DatabaseSync } from 'node:sqlite'

const WAIT_MS = 5000
const PAUSE_MS = 20

const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
const isLocked = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === 5

/**
 * Opens a SQLite file that several server processes write, and makes its tables. While another process switches the
 * file to SQLite's write-ahead log, SQLite refuses the same switch at once, and its busy timeout does not help. So this
 * function tries the switch again for five seconds.
 */
export const openSharedFile = (file: string, tables: string): DatabaseSync => {
  const db = new DatabaseSync(file, { timeout: WAIT_MS })
  for (const end = Date.now() + WAIT_MS; ;) {
    try {
      db.exec('pragma journal_mode = wal; pragma synchronous = normal')
      db.exec(tables)
      return db
    } catch (error) {
      if (!isLocked(error) || Date.now() > end) throw error
      sleep(PAUSE_MS)
    }
  }
}
