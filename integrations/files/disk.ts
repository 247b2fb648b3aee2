import { statfs } from 'node:fs/promises'

/** The free bytes below which the product stores no file, because the database needs the rest. */
export const LEAST_FREE_BYTES = 2 * 1024 ** 3
const KEPT_MS = 5000
const seen = new Map<string, { at: number; free: number }>()

/** Returns the free bytes of the disk of a folder. Infinity if the system does not report them. */
export const freeBytes = async (folder: string): Promise<number> => {
  const known = seen.get(folder)
  const at = performance.now()
  if (known && at - known.at < KEPT_MS) return known.free
  const free = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  )
  seen.set(folder, { at, free })
  return free
}
export const isNearlyFull = async (folder: string, least = LEAST_FREE_BYTES): Promise<boolean> =>
  (await freeBytes(folder)) < least
/**
 * Throws the system's error for a full disk as soon as too few bytes are free, so that the database keeps some space.
 */
export const needRoom = async (folder: string, free = freeBytes): Promise<void> => {
  if ((await free(folder)) < LEAST_FREE_BYTES)
    throw Object.assign(new Error(`Less than ${LEAST_FREE_BYTES} bytes are free in ${folder}`), { code: 'ENOSPC' })
}
