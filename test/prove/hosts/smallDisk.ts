import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

const MB = 1024 ** 2
/**
 * The size of the small disk. It is a little more than the 768 MB that a ready server needs, so a small file makes the
 * disk too full.
 */
const DISK_MB = 1000

/**
 * Mounts a small disk of its own at `folder`. Returns the function that unmounts the disk, or undefined if this process
 * may not mount.
 */
export const mountSmallDisk = (folder: string): (() => void) | undefined => {
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  const unmount = () => {
    process.off('exit', unmount)
    execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
  }
  // If somebody stops the proof early, this handler unmounts the disk, before another handler removes the folder.
  process.prependListener('exit', unmount)
  return unmount
}

/** Fills a disk until 400 MB are free, which is less than a server needs to be ready. */
export const fillDisk = async (folder: string): Promise<{ close: () => Promise<void> }> => {
  const path = join(folder, 'filling')
  const file = await open(path, 'w')
  const piece = Buffer.alloc(16 * MB, 1)
  while (statfsSync(folder).bavail * statfsSync(folder).bsize > 400 * MB) await file.write(piece)
  await file.close()
  return { close: async () => rmSync(path, { force: true }) }
}
