import { type KeyObject, createSign, createVerify } from 'node:crypto'

/** Signs the UTF-8 bytes of a text by RSA with SHA-256. Returns the signature in base64. */
export const signRsa = (text: string, privateKey: KeyObject): string =>
  createSign('RSA-SHA256').update(text, 'utf8').sign(privateKey, 'base64')

/** Tells whether a signature belongs to this text. Malformed base64 gives false. */
export const verifyRsa = (
  text: string,
  signature: string,
  publicKey: KeyObject,
  algorithm: 'RSA-SHA256' | 'RSA-SHA1' = 'RSA-SHA256',
): boolean => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false
  return createVerify(algorithm).update(text, 'utf8').verify(publicKey, signature, 'base64')
}
