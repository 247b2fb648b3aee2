import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { freeBytes, needRoom } from './disk.ts'

/** Where uploaded pictures lie. Names are `<raceid>/<name>`, made by the room of files and never by a caller. */
export type FileStore = {
  /** Undefined where there is no such file. */
  read: (name: string) => Promise<Buffer | undefined>
  /** Whole or not at all; the same name always means the same bytes. */
  write: (name: string, bytes: Uint8Array) => Promise<void>
  /** The same piece by piece, for what is too large to be held. Where the pieces fail nothing is written. */
  writeFrom: (name: string, pieces: AsyncIterable<Uint8Array>) => Promise<void>
  /** A file to be passed on without holding it; undefined where there is none. */
  stream: (name: string) => Promise<{ bytes: number; content: Readable } | undefined>
  /** Gone for good; not an error where there is none. */
  remove: (name: string) => Promise<void>
  /**
   * Where browsers may fetch a public file themselves, `process` being the resize suffix (`image/resize,w_640`);
   * undefined where only we can serve it. Absent where nothing is served but by us.
   */
  addressOf?: (name: string, process?: string) => string | undefined
}

const safe = /^[0-9a-z]+(\/[0-9a-z][0-9a-z._-]*)+$/
export const isFileName = (name: string): boolean => safe.test(name) && !name.includes('..')

/** What is not written to for so long belonged to a server that was killed. */
const ABANDONED_MS = 3_600_000

/**
 * Files in a folder of this machine (or one that several servers share). What is being written lies in one folder of
 * it, out of everybody's way. A person who stores anything stores it here, so the disk is looked at here.
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
    // Once, and nobody waits for it: what cannot be swept now is swept by the next server.
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
