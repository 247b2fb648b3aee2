import { createPrivateKey, randomInt } from 'node:crypto'
import { selfSigned } from '../payment/certificate.ts'
import { rsaPem } from '../payment/keys.ts'

export type AlipayKeys = {
  appid: string
  sellerid: string
  merchantKeyPem: string
  merchantCertificatePem: string
  platformKeyPem: string
  platformCertificatePem: string
}

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('')
export const makeAlipayKeys = (): AlipayKeys => {
  const [merchantKeyPem, platformKeyPem] = [rsaPem(), rsaPem()]
  const certificate = (pem: string, name: string) => selfSigned(createPrivateKey(pem), name, `2A${digits(30)}`)
  return {
    appid: `2021${digits(12)}`,
    sellerid: `2088${digits(12)}`,
    merchantKeyPem,
    merchantCertificatePem: certificate(merchantKeyPem, 'Sandbox Merchant'),
    platformKeyPem,
    platformCertificatePem: certificate(platformKeyPem, 'Sandbox Alipay'),
  }
}
