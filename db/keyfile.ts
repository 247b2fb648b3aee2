import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const nameOf = (folder: string) => join(folder, 'startline.key')
const nextOf = (folder: string) => join(folder, 'startline.key.next')

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

/** A rotation writes the new key first, then rewraps, then puts the new key in the old one's place; a kill between is mended here. */
export const nextKey = (folder: string): { key: Buffer; settle: () => void } => {
  const path = nextOf(folder)
  if (!existsSync(path)) writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600, flush: true })
  chmodSync(path, 0o600)
  return { key: readKey(path), settle: () => renameSync(path, nameOf(folder)) }
}

export const hasNextKey = (folder: string): boolean => existsSync(nextOf(folder))
