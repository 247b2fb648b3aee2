import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ArchiveStore } from './archiving.rules.ts'

/** Flushes a folder or file to the disk, so that a power cut does not undo the write. */
const flush = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Returns an archive in a folder, which should lie on another disk than the database. */
export const folderArchive = (folder: string): ArchiveStore => ({
  read: async (name) => {
    try {
      return await readFile(join(folder, name))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  },
  write: async (name, bytes) => {
    const path = join(folder, name)
    const beside = `${path}.new-${process.pid}`
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    try {
      const handle = await open(beside, 'w', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(beside, path)
    } catch (error) {
      await rm(beside, { force: true }).catch(() => undefined)
      throw error
    }
    await flush(dirname(path))
  },
})
