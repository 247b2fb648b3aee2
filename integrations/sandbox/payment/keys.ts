import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The keys of sandbox vendors and of their merchants. */

export const rsaPem = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey

/**
 * Returns the keys in the folder, or makes and stores keys. The keys thus survive a restart. If several processes make
 * keys, the keys of the first process count.
 */
export const keptKeys = <Keys>(folder: string, name: string, make: () => Keys): Keys => {
  const file = join(folder, `${name}-keys.json`)
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Keys
  } catch {
    mkdirSync(folder, { recursive: true })
    const mine = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
    writeFileSync(mine, JSON.stringify(make()), { mode: 0o600 })
    try {
      linkSync(mine, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(mine)
    }
    return JSON.parse(readFileSync(file, 'utf8')) as Keys
  }
}
