import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Works in a folder that is removed afterwards, even if the proof is broken off. */
export const inFolder = async <T>(name: string, work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), name))
  const leave = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  process.once('exit', leave)
  try {
    return await work(folder)
  } finally {
    process.off('exit', leave)
    leave()
  }
}
