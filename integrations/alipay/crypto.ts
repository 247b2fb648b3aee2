import { type KeyObject, X509Certificate, createHash, createPrivateKey, createPublicKey } from 'node:crypto'

/** The signatures of Alipay's open platform (RSA2), its keys and the numbers of its certificates. */

/**
 * Returns the signed text: `name=value` sorted by name, joined by &, without empty values. Notices also leave
 * `sign_type` out; requests include it.
 */
export const signedText = (fields: Readonly<Record<string, string>>, without: readonly string[] = ['sign']): string =>
  Object.keys(fields)
    .filter((name) => !without.includes(name) && fields[name] !== '')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')

/**
 * Returns the fields of a notice or of a signed address, read as a form: + is a space. Undefined if a name comes twice,
 * because Alipay never sends the same name twice.
 */
export const signedFormFields = (text: string): Record<string, string> | undefined => {
  const fields: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(fields, name)) return undefined
    fields[name] = value
  }
  return fields
}

/**
 * Returns the members of an answer's outermost object, each as the exact text of the answer. Alipay signs that text and
 * not the text that a parser would write again. Undefined if the answer is no object.
 */
export const rawMembers = (json: string): Record<string, string> | undefined => {
  try {
    if (!json.trimStart().startsWith('{')) return undefined
    const names = Object.keys(JSON.parse(json) as object)
    const members: Record<string, string> = {}
    let at = json.indexOf('{') + 1
    for (const name of names) {
      const [afterName, said] = pieceFrom(json, at)
      if (JSON.parse(said) !== name) return undefined
      const [end, value] = pieceFrom(json, json.indexOf(':', afterName) + 1)
      members[name] = value
      at = json.indexOf(',', end) + 1
    }
    return members
  } catch {
    return undefined
  }
}

/**
 * Returns the JSON value that begins at or after `from`, and the position of its end. The caller knows that the text is
 * JSON.
 */
const pieceFrom = (json: string, from: number): [end: number, piece: string] => {
  let at = from
  while (/\s/.test(json[at]!)) at++
  const start = at
  let depth = 0
  do {
    const sign = json[at]!
    if (sign === '"') {
      at++
      while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
    } else if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') depth--
    else if (depth === 0) {
      while (at + 1 < json.length && !/[\s,}\]]/.test(json[at + 1]!)) at++
    }
    at++
  } while (depth > 0)
  return [at, json.slice(start, at)]
}

/** Reads a private key. Alipay's tools save keys as bare base64, PKCS#8 or PKCS#1. Other tools save PEM. */
export const privateKeyFrom = (text: string): KeyObject => {
  if (text.includes('-----BEGIN')) return createPrivateKey(text)
  const key = Buffer.from(text, 'base64')
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  } catch {
    return createPrivateKey({ key, format: 'der', type: 'pkcs1' })
  }
}
export const publicKeyFrom = (text: string): KeyObject =>
  text.includes('-----BEGIN')
    ? createPublicKey(text)
    : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })

/**
 * Returns the number by which Alipay names a certificate: MD5 over the issuer's name, with the innermost part of the
 * name first, and the decimal serial number. This hash protects nothing.
 */
const numberOf = (certificate: X509Certificate): string => {
  const issuer = certificate.issuer
    .split('\n')
    .reverse()
    .map((part) => part.replaceAll(/\\(.)/g, '$1'))
    .join(',')
  return createHash('md5')
    .update(issuer + BigInt(`0x${certificate.serialNumber}`).toString(10), 'utf8')
    .digest('hex')
}
const certificatesIn = (pem: string): X509Certificate[] =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)].map(
    ([one]) => new X509Certificate(one),
  )

/** Returns `app_cert_sn` or `alipay_cert_sn` of the first certificate in a file. */
export const certificateNumber = (pem: string): string => {
  const [first] = certificatesIn(pem)
  if (!first) throw new RangeError('There is no certificate in this file.')
  return numberOf(first)
}
/** Returns `alipay_root_cert_sn`: the numbers of all RSA certificates of the root file. */
export const rootNumber = (pem: string): string =>
  certificatesIn(pem)
    .filter(({ signatureAlgorithmOid }) => signatureAlgorithmOid?.startsWith('1.2.840.113549.1.1.'))
    .map(numberOf)
    .join('_')
/**
 * Returns the key of the platform's certificate, the first in its file. Alipay hands out this certificate alone,
 * without the certificate between it and the root. The product trusts this certificate, as it trusts a bare public key,
 * because the merchant put it on this disk. If the file holds the chain too, a root in `rootPem` must have signed the
 * chain.
 */
export const keyOfCertificate = (pem: string, rootPem: string): KeyObject => {
  const [own, ...chain] = certificatesIn(pem)
  if (!own) throw new RangeError('There is no certificate in this file.')
  const issuers = chain.map((one) => [one])
  if (chain.length > 0) issuers.push(certificatesIn(rootPem))
  let issuedOne = own
  for (const known of issuers) {
    if (!known.some((issuer) => issuedOne.checkIssued(issuer) && issuedOne.verify(issuer.publicKey)))
      throw new RangeError("The certificates in the file of Alipay's certificate do not come from the given root.")
    issuedOne = known[0]!
  }
  return own.publicKey
}
