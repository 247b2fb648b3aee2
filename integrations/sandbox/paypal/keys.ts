import { createPrivateKey, randomBytes, randomInt } from 'node:crypto'
import { selfSigned } from '../payment/certificate.ts'
import { rsaPem } from '../payment/keys.ts'

export type PaypalKeys = {
  clientid: string
  secret: string
  webhookid: string
  merchantid: string
  certificateid: string
  keyPem: string
  certificatePem: string
}
/** The name for which the sandbox certificates are issued. */
export const SIGNER = 'messageverificationcerts.pretend.invalid'

export const makePaypalKeys = (): PaypalKeys => {
  const keyPem = rsaPem()
  const hex = (bytes: number) => randomBytes(bytes).toString('hex')
  return {
    clientid: `A${hex(20)}`,
    secret: `E${hex(20)}`,
    webhookid: hex(9).toUpperCase(),
    merchantid: `P${hex(6).toUpperCase()}`,
    certificateid: `CERT-${hex(4)}-${hex(4)}`,
    keyPem,
    certificatePem: selfSigned(createPrivateKey(keyPem), SIGNER, `2B${String(randomInt(10 ** 9)).padStart(10, '0')}`),
  }
}
