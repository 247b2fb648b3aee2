import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { freeBytes, needRoom } from './disk.ts'

/** The store of files: uploaded files, and files that the server makes. Each room makes the names of its own files. */
export type FileStore = {
  /** Reads a file. Undefined if no file has the name. */
  read: (name: string) => Promise<Buffer | undefined>
  /** Writes the whole file or nothing. The same name always means the same bytes. */
  write: (name: string, bytes: Uint8Array) => Promise<void>
  /** Writes a file piece by piece, for files that are too large for memory. If a piece fails, nothing is written. */
  writeFrom: (name: string, pieces: AsyncIterable<Uint8Array>) => Promise<void>
  /** Opens a file as a stream. Undefined if no file has the name. */
  stream: (name: string) => Promise<{ bytes: number; content: Readable } | undefined>
  /** Removes a file for good. A missing file is no error. */
  remove: (name: string) => Promise<void>
  /**
   * Returns the address from which browsers may fetch a public file themselves. `process` is the resize suffix
   * (`image/resize,w_640`). Undefined if only this server can serve the file.
   */
  addressOf?: (name: string, process?: string) => string | undefined
}

const safe = /^[0-9a-z]+(\/[0-9a-z][0-9a-z._-]*)+$/
export const isFileName = (name: string): boolean => safe.test(name) && !name.includes('..')

/** The time without a write after which an unfinished file counts as left by a killed server. */
const ABANDONED_MS = 3_600_000

/**
 * Makes a store of files in a folder of this machine, or in a folder that several servers share. Unfinished files lie
 * in a subfolder, apart from the other files. Before each write the store checks the free space.
 */
export const localFiles = (folder: string, free = freeBytes): FileStore => {
  const at = (name: string) => {
    if (!isFileName(name)) throw new RangeError(`Not a file's name: ${name}`)
    return join(folder, name)
  }
  const gone = (error: unknown): undefined => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const unfinished = join(folder, '.unfinished')
  const sweep = async () => {
    for (const name of (await readdir(unfinished).catch(gone)) ?? []) {
      const path = join(unfinished, name)
      const found = await stat(path).catch(gone)
      if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true })
    }
  }
  let swept: Promise<void> | undefined
  const put = async (name: string, content: Uint8Array | AsyncIterable<Uint8Array>) => {
    const path = at(name)
    const beside = join(unfinished, randomUUID())
    await Promise.all([mkdir(dirname(path), { recursive: true }), mkdir(unfinished, { recursive: true })])
    await needRoom(folder, free)
    // The sweep runs once for each start of the server, and no write waits for it. If it fails, the next start sweeps.
    swept ??= sweep().catch(() => undefined)
    try {
      await writeFile(beside, content)
      await rename(beside, path)
    } catch (error) {
      await rm(beside, { force: true })
      throw error
    }
  }
  return {
    read: async (name) => readFile(at(name)).catch(gone),
    write: put,
    writeFrom: put,
    stream: async (name) => {
      const found = await stat(at(name)).catch(gone)
      return found && { bytes: found.size, content: createReadStream(at(name)) }
    },
    remove: (name) => rm(at(name), { force: true }),
  }
}
