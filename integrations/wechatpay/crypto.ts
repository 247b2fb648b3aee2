import { type KeyObject, createCipheriv, createDecipheriv, createPublicKey, randomBytes } from 'node:crypto'
import { signRsa, verifyRsa } from '../payment/signature.ts'

/** The cryptography of WeChat Pay's APIv3: WECHATPAY2-SHA256-RSA2048 and AEAD_AES_256_GCM. This file makes no calls. */

const SCHEMA = 'WECHATPAY2-SHA256-RSA2048'
/**
 * The largest difference between the time of a notice or an answer and the server's clock. The server refuses notices
 * and answers with a larger difference.
 */
export const SKEW_SECONDS = 300
const TAG = 16

export const nonce = (): string => randomBytes(16).toString('hex').toUpperCase()
export const unixSeconds = (at: Date): string => String(Math.floor(at.getTime() / 1000))

/** Returns the signed text of a request. `url` is the path with its query, without the host. */
export const requestText = (method: string, url: string, timestamp: string, nonceText: string, body: string): string =>
  `${method}\n${url}\n${timestamp}\n${nonceText}\n${body}\n`
/** Returns the signed text of an answer or a notice. */
export const signedAnswerText = (timestamp: string, nonceText: string, body: string): string =>
  `${timestamp}\n${nonceText}\n${body}\n`
/** Returns the signed text of the webview's payment call (paySign). */
export const bridgeText = (appid: string, timestamp: string, nonceText: string, packageText: string): string =>
  `${appid}\n${timestamp}\n${nonceText}\n${packageText}\n`

export type WechatSigner = { mchid: string; serial: string; privateKey: KeyObject }

/** Writes the Authorization header of a request, with its fields in the vendor's order. */
export const authorization = (
  signer: WechatSigner,
  method: string,
  url: string,
  body: string,
  timestamp: string,
  nonceText: string,
): string => {
  const signature = signRsa(requestText(method, url, timestamp, nonceText, body), signer.privateKey)
  const fields = [
    `mchid="${signer.mchid}"`,
    `nonce_str="${nonceText}"`,
    `timestamp="${timestamp}"`,
    `serial_no="${signer.serial}"`,
    `signature="${signature}"`,
  ]
  return `${SCHEMA} ${fields.join(',')}`
}

export const readAuthorization = (
  header: string,
): Record<'mchid' | 'nonce_str' | 'timestamp' | 'serial_no' | 'signature', string> | undefined => {
  if (!header.startsWith(`${SCHEMA} `)) return undefined
  const fields = Object.fromEntries(
    [...header.slice(SCHEMA.length + 1).matchAll(/(\w+)="([^"]*)"/g)].map((found) => [found[1]!, found[2]!]),
  )
  const { mchid, nonce_str, timestamp, serial_no, signature } = fields
  if (!mchid || !nonce_str || !timestamp || !serial_no || !signature) return undefined
  return { mchid, nonce_str, timestamp, serial_no, signature }
}

export const freshEnough = (timestamp: string, now: Date): boolean => {
  if (!/^\d{1,12}$/.test(timestamp)) return false
  return Math.abs(now.getTime() / 1000 - Number(timestamp)) <= SKEW_SECONDS
}

/** An encrypted resource as it stands in notices and in the list of certificates. */
export type Sealed = { algorithm?: string; ciphertext: string; nonce: string; associated_data?: string }

/**
 * Returns the cipher for a key. APIv3 keys have 32 bytes, the vendor's own test vectors 16, so the length selects the
 * cipher.
 */
const cipherFor = (key: string) => {
  const bytes = Buffer.from(key, 'utf8')
  if (bytes.length === 32) return { name: 'aes-256-gcm' as const, bytes }
  if (bytes.length === 16) return { name: 'aes-128-gcm' as const, bytes }
  throw new RangeError('An APIv3 key has 32 bytes.')
}

/** Opens an encrypted resource. Throws on a wrong key, altered bytes, or anything that is not ciphertext. */
export const openSealed = (key: string, { ciphertext, nonce: iv, associated_data = '' }: Sealed): string => {
  const { name, bytes } = cipherFor(key)
  const sealed = Buffer.from(ciphertext, 'base64')
  if (sealed.length < TAG) throw new RangeError('This is too short to be a ciphertext.')
  const decipher = createDecipheriv(name, bytes, Buffer.from(iv, 'utf8'), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(associated_data, 'utf8'))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG))
  return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG)), decipher.final()]).toString('utf8')
}

export const sealText = (key: string, plain: string, associated: string): Required<Sealed> => {
  const { name, bytes } = cipherFor(key)
  const iv = randomBytes(6).toString('hex')
  const cipher = createCipheriv(name, bytes, Buffer.from(iv, 'utf8'), { authTagLength: TAG })
  cipher.setAAD(Buffer.from(associated, 'utf8'))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { algorithm: 'AEAD_AES_256_GCM', ciphertext: body.toString('base64'), nonce: iv, associated_data: associated }
}

export type Signed = { timestamp: string; nonce: string; serial: string; signature: string; body: string }

/** Returns the body and the four signature headers of an answer or a notice, or undefined if a header is missing. */
export const signedFrom = (headers: Readonly<Record<string, string | undefined>>, body: string): Signed | undefined => {
  const of = (name: string) => headers[`wechatpay-${name}`] ?? ''
  const signed = {
    timestamp: of('timestamp'),
    nonce: of('nonce'),
    serial: of('serial'),
    signature: of('signature'),
    body,
  }
  return signed.timestamp && signed.nonce && signed.serial && signed.signature ? signed : undefined
}

/** Returns the reason why these bytes are not the gateway's. */
export const whyNotSigned = (
  signed: Signed,
  keys: ReadonlyMap<string, KeyObject>,
  now: Date,
): 'stale' | 'unknown_serial' | 'bad_signature' | undefined => {
  if (!freshEnough(signed.timestamp, now)) return 'stale'
  const key = keys.get(signed.serial)
  if (!key) return 'unknown_serial'
  return verifyRsa(signedAnswerText(signed.timestamp, signed.nonce, signed.body), signed.signature, key)
    ? undefined
    : 'bad_signature'
}

export const publicKeyFrom = (pem: string): KeyObject => createPublicKey(pem)
