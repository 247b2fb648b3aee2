import { randomFillSync } from 'node:crypto'
import { keyFrom } from '#contract/scalars.ts'

/**
 * Makes a function that returns `bytes` random bytes from a buffer. One call of the system's generator fills the buffer
 * for `aPage` calls of the function. A caller uses the bytes at once, because the next filling overwrites them.
 */
export const randomPool = (bytes: number, aPage = 1024): (() => Buffer) => {
  const page = Buffer.alloc(bytes * aPage)
  let used = page.length
  return () => {
    if (used === page.length) {
      randomFillSync(page)
      used = 0
    }
    used += bytes
    return page.subarray(used - bytes, used)
  }
}

/** Makes the random part of a key or a payment number. */
export const randomKeyBytes = randomPool(22)
/** Makes a new public key for a race. Race 0 means the platform. */
export const newKey = (raceid: number): string => keyFrom(raceid, randomKeyBytes())
