import { type KeyObject, createSign, createVerify } from 'node:crypto'

/** RSA signatures as all gateways write them: in base64, over a text in UTF-8. */

export const signRsa = (text: string, privateKey: KeyObject): string =>
  createSign('RSA-SHA256').update(text, 'utf8').sign(privateKey, 'base64')

/** False for everything that is not a signature of this text, malformed base64 included. */
export const verifyRsa = (
  text: string,
  signature: string,
  publicKey: KeyObject,
  algorithm: 'RSA-SHA256' | 'RSA-SHA1' = 'RSA-SHA256',
): boolean => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false
  return createVerify(algorithm).update(text, 'utf8').verify(publicKey, signature, 'base64')
}
