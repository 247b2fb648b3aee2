import { type ECDH, createDecipheriv, createHmac, createPublicKey, verify } from 'node:crypto'

const hmac = (key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer =>
  parts.reduce((sum, part) => sum.update(part), createHmac('sha256', key)).digest()

/**
 * Opens a push message with the keys of its browser (RFC 8291 over RFC 8188, one record). Throws if the message was
 * sealed for other keys or has a wrong format.
 */
export const openPush = (sealed: Buffer, browser: ECDH, auth: Uint8Array): string => {
  const salt = sealed.subarray(0, 16)
  const recordSize = sealed.readUInt32BE(16)
  const keyLength = sealed.readUInt8(20)
  if (keyLength !== 65) throw new Error('the key of the sender has another length than 65')
  const sender = sealed.subarray(21, 21 + keyLength)
  const record = sealed.subarray(21 + keyLength)
  if (record.length > recordSize) throw new Error('more than one record')
  const shared = browser.computeSecret(sender)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender, Buffer.from([1])])
  const keying = hmac(hmac(auth, shared), info)
  const secret = hmac(salt, keying)
  const key = hmac(secret, Buffer.from('Content-Encoding: aes128gcm\0\u0001')).subarray(0, 16)
  const nonce = hmac(secret, Buffer.from('Content-Encoding: nonce\0\u0001')).subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 })
  decipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // A byte 2 ends the text of the last record. Zeros may follow this byte.
  const end = plain.findLastIndex((byte) => byte !== 0)
  if (end < 0 || plain[end] !== 2) throw new Error('no end of the last record')
  return plain.subarray(0, end).toString('utf8')
}

const partOf = (text: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(text ?? '', 'base64url').toString('utf8')) as Record<string, unknown>
const DAY_SECONDS = 86_400

/**
 * Names the rule of RFC 8292 that an Authorization header breaks. `audience` is the origin of the push service, and
 * `key` the key for which the browser subscribed.
 */
export const brokenVapid = (
  header: string | undefined,
  { audience, key, now }: { audience: string; key: string; now: number },
): string | undefined => {
  const [, token, sent] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/i.exec(header ?? '') ?? []
  if (token === undefined || sent === undefined) return 'no vapid'
  if (sent !== key) return 'another key'
  const [head, claims, signature] = token.split('.')
  if (partOf(head).alg !== 'ES256') return 'another algorithm'
  const { aud, exp, sub } = partOf(claims)
  if (aud !== audience) return 'another audience'
  if (typeof exp !== 'number' || exp <= now / 1000) return 'too old'
  if (exp > now / 1000 + DAY_SECONDS) return 'too long'
  if (typeof sub !== 'string' || !/^(mailto:.+@.+|https:\/\/.+)/.test(sub)) return 'no subject'
  const point = Buffer.from(key, 'base64url')
  const holder = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: holder, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature ?? '', 'base64url'),
  )
  return signed ? undefined : 'another signature'
}
