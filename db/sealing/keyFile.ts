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

/** The key that is kept in the data folder; made, readable to its owner only, where there is none. */
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
 * A rotation writes the new key first, then rewraps, then puts the new key in the old one's place; a kill between is
 * mended at the next start.
 */
export const nextKey = (folder: string): { key: Buffer; settle: () => void } => {
  const path = nextOf(folder)
  if (!existsSync(path))
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600, flush: true })
  chmodSync(path, 0o600)
  return {
    key: readKey(path),
    settle: () => {
      // Backups from before the rotation are opened by the former key alone.
      if (existsSync(nameOf(folder))) renameSync(nameOf(folder), formerOf(folder))
      renameSync(path, nameOf(folder))
    },
  }
}

export const hasNextKey = (folder: string): boolean => existsSync(nextOf(folder))

/** Forgets a key that was made only to find that the database has another. */
export const forgetKey = (folder: string): void => rmSync(nameOf(folder), { force: true })

/**
 * Every STARTLINE_KEY at hand, the current one first. Those in the data folder are read anew each time, so that a
 * running server meets a rotation; those of the environment stand as they came.
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
