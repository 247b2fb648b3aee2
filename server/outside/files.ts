import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where uploaded pictures lie. Names are `<raceid>/<name>`, made by the room of files and never by a caller. */
export type FileStore = {
  /** Undefined where there is no such file. */
  read: (name: string) => Promise<Buffer | undefined>
  /** Whole or not at all; the same name always means the same bytes. */
  write: (name: string, bytes: Uint8Array) => Promise<void>
}

const safe = /^[0-9a-z]+(\/[0-9a-z][0-9a-z._-]*)+$/

/** Files in a folder of this machine (or one that several servers share). */
export const localFiles = (folder: string): FileStore => {
  const at = (name: string) => {
    if (!safe.test(name)) throw new RangeError(`Not a file's name: ${name}`)
    return join(folder, name)
  }
  return {
    read: async (name) => {
      try {
        return await readFile(at(name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    write: async (name, bytes) => {
      const path = at(name)
      const beside = `${path}.${randomUUID()}.part`
      await mkdir(dirname(path), { recursive: true })
      await writeFile(beside, bytes)
      await rename(beside, path)
    },
  }
}
