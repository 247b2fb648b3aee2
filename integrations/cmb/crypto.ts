import { type KeyObject, createHash, createPublicKey } from 'node:crypto'
import { beijingDigits, validMoment } from '../payment/moments.ts'
import { verifyRsa } from '../payment/signature.ts'

/** Returns the signed text: `name=value` sorted by the name in lower case, joined by &. */
export const sortedText = (fields: Readonly<Record<string, string>>): string =>
  Object.keys(fields)
    .sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1))
    .map((name) => `${name}=${fields[name]}`)
    .join('&')

/** Returns the signature of a request: SHA-256 over its fields and the key that merchant and bank share. */
export const signShared = (fields: Readonly<Record<string, string>>, key: string): string =>
  createHash('sha256')
    .update(`${sortedText(fields)}&${key}`, 'utf8')
    .digest('hex')
    .toUpperCase()

/** Tells whether the signature of a notice is the bank's own (RSA with SHA-1). The bank chose the algorithm. */
export const verifyBank = (fields: Readonly<Record<string, string>>, signature: string, key: KeyObject): boolean =>
  verifyRsa(sortedText(fields), signature, key, 'RSA-SHA1')
export const bankKeyFrom = (base64: string): KeyObject =>
  createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })

/**
 * Writes our number of a trade in the bank's form. The bank's numbers consist of letters and digits. A capital O, which
 * none of our numbers has, stands for our hyphen.
 */
export const orderNoOf = (tradeno: string): string => tradeno.replaceAll('-', 'O')
export const tradenoOf = (orderNo: string): string => orderNo.replaceAll('O', '-')
/**
 * Returns the bank's number of a refund: the part of our number after the number of the payment. The bank's number is
 * unique only within the order.
 */
export const refundSerialOf = (refundno: string, tradeno: string): string => refundno.slice(tradeno.length + 1)

export const bankDate = (at: Date): string => beijingDigits(at).slice(0, 8)
/** Reads a time of Beijing, such as `20261120083136`. Undefined if the text is no such time. */
export const momentOfDigits = (given: string): Date | undefined => {
  const found = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(given)
  return validMoment(
    found ? `${found[1]}-${found[2]}-${found[3]}T${found[4]}:${found[5]}:${found[6]}+08:00` : undefined,
  )
}

/**
 * Reads the rows of a list from the bank. After the heading there is one line for each row, and a backtick stands
 * before each value.
 */
export const rowsOf = (list: string): string[][] =>
  list
    .split('\r\n')
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) =>
      line
        .replace(/^`/, '')
        .split(',`')
        .map((value) => value.trim()),
    )
