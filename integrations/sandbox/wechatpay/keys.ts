import { createPrivateKey, randomBytes } from 'node:crypto'
import { selfSigned } from '../payment/certificate.ts'
import { keptKeys, rsaPem } from '../payment/keys.ts'

/** The keys of both sides: the merchant's, and the sandbox platform's own. */
export type SandboxKeys = {
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

const make = (): SandboxKeys => {
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
    platformCertificatePem: selfSigned(createPrivateKey(platformKeyPem), 'Sandbox Pay', platformSerial),
  }
}

export const sandboxKeys = (folder: string): SandboxKeys => keptKeys(folder, 'wechatpay', make)
