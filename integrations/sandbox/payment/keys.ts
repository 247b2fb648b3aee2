import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { selfSigned } from './pretendcertificate.ts'

/** Both sides' keys: the merchant's, and the pretend platform's own. */
export type PretendKeys = {
  appid: string
  mchid: string
  merchantSerial: string
  merchantKeyPem: string
  apiV3Key: string
  platformSerial: string
  platformKeyPem: string
  platformCertificatePem: string
}

const serial = () => `4A${randomBytes(18).toString('hex').toUpperCase()}`
export const rsaPem = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey

const make = (): PretendKeys => {
  const platformKeyPem = rsaPem()
  const platformSerial = serial()
  return {
    appid: `wxpretend${randomBytes(4).toString('hex')}`,
    mchid: '1900000109',
    merchantSerial: serial(),
    merchantKeyPem: rsaPem(),
    apiV3Key: randomBytes(16).toString('hex'),
    platformSerial,
    platformKeyPem,
    platformCertificatePem: selfSigned(createPrivateKey(platformKeyPem), 'Pretend Pay', platformSerial),
  }
}

export const pretendKeys = (folder: string): PretendKeys => keptKeys(folder, 'wechatpay', make)

/** Kept in the data folder, so that what was begun before a restart still verifies after it; of several processes the first one's count. */
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
