import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const nameOf = (folder: string) => join(folder, 'startline.key')
const nextOf = (folder: string) => join(folder, 'startline.key.next')
const formerOf = (folder: string) => join(folder, 'startline.key.former')

const readKey = (path: string): Buffer => {
  const bytes = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url')
  if (bytes.length !== 32) throw new Error(`${path} does not hold a key of 32 bytes. Put back the one that was there.`)
  return bytes
}

/**
 * Returns the key that is kept in the data folder. If the folder has none, the call makes a key that only its owner may
 * read.
 */
export const keptKey = (folder: string): { key: Buffer; made: boolean; path: string } => {
  const path = nameOf(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (existsSync(path)) return { key: readKey(path), made: false, path }
  const key = randomBytes(32)
  try {
    writeFileSync(path, `${key.toString('base64url')}\n`, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return { key: readKey(path), made: false, path }
  }
  return { key, made: true, path }
}

/**
 * Returns the new key of a rotation. A rotation first writes the new key to a file. Then it wraps the data keys with
 * the new key. At last it puts the file in the place of the old key (`settle`). If the rotation is killed after the
 * wrapping, the next start of the server puts the file in place. If the rotation is killed before the wrapping,
 * the next rotation uses the same new key.
 */
export const nextKey = (folder: string): { key: Buffer; settle: () => void } => {
  const path = nextOf(folder)
  if (!existsSync(path))
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600, flush: true })
  chmodSync(path, 0o600)
  return {
    key: readKey(path),
    settle: () => {
      // Only the former key opens backups from before the rotation.
      if (existsSync(nameOf(folder))) renameSync(nameOf(folder), formerOf(folder))
      renameSync(path, nameOf(folder))
    },
  }
}

export const hasNextKey = (folder: string): boolean => existsSync(nextOf(folder))

/** Removes a key that was made although the database has another key. */
export const forgetKey = (folder: string): void => rmSync(nameOf(folder), { force: true })

/**
 * Returns a function that gives the STARTLINE_KEYs of this process, the current key first. If `key` is undefined, each
 * call of the returned function reads the keys in the data folder, so that a running server notices a rotation.
 */
export const keyringOf = ({
  key,
  formerKeys,
  folder,
}: {
  key: Buffer | undefined
  formerKeys: readonly Buffer[]
  folder: string
}): (() => readonly Buffer[]) => {
  if (key) return () => [key, ...formerKeys]
  return () => [
    ...[nameOf(folder), nextOf(folder), formerOf(folder)].filter((path) => existsSync(path)).map(readKey),
    ...formerKeys,
  ]
}
