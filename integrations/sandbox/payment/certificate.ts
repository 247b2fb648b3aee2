import { type KeyObject, createPublicKey, createSign } from 'node:crypto'

/** The maker of X.509 certificates for the sandboxes, in DER. Node reads certificates but makes none. */

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  const size =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const utcTime = (text: string) => der(0x17, Buffer.from(text, 'ascii'))

const SHA256_WITH_RSA = sequence(oid('2a864886f70d01010b'), der(0x05))
const COMMON_NAME = '550403'
const nameOf = (commonName: string) =>
  sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from(commonName, 'utf8')))))

type Issuer = { privateKey: KeyObject; commonName: string }
/**
 * Issues a certificate that is valid from 2020 to the end of 2049. `serial` is in hexadecimal digits, and the first
 * digit is 1–7 so that the number is positive.
 */
export const issued = (privateKey: KeyObject, commonName: string, serial: string, issuer: Issuer): string => {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const signed = sequence(
    der(0x02, Buffer.from(serial, 'hex')),
    SHA256_WITH_RSA,
    nameOf(issuer.commonName),
    sequence(utcTime('200101000000Z'), utcTime('491231235959Z')),
    nameOf(commonName),
    publicKey,
  )
  const signature = createSign('RSA-SHA256').update(signed).sign(issuer.privateKey)
  const whole = sequence(signed, SHA256_WITH_RSA, der(0x03, Buffer.from([0]), signature)).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${whole.match(/.{1,64}/g)!.join('\n')}\n-----END CERTIFICATE-----\n`
}
export const selfSigned = (privateKey: KeyObject, commonName: string, serial: string): string =>
  issued(privateKey, commonName, serial, { privateKey, commonName })
