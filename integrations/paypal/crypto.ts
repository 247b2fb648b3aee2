import { type KeyObject, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** The signatures of PayPal's webhooks, and the masking of a payer's mail address. */

/** The facts about a transmission in the headers of a webhook. */
export type Transmission = { id: string; time: string; certUrl: string; algorithm: string; signature: string }

export const transmissionFrom = (headers: Readonly<Record<string, string | undefined>>): Transmission | undefined => {
  const [id, time, certUrl, algorithm, signature] = ['id', 'time']
    .map((name) => headers[`paypal-transmission-${name}`])
    .concat(headers['paypal-cert-url'], headers['paypal-auth-algo'], headers['paypal-transmission-sig'])
  return id && time && certUrl && algorithm && signature ? { id, time, certUrl, algorithm, signature } : undefined
}

/**
 * Returns the signed text: the transmission's id and time, the webhook's id, and the checksum of the body's exact
 * bytes.
 */
export const webhookText = (id: string, time: string, webhookid: string, body: string): string =>
  `${id}|${time}|${webhookid}|${crc32(body)}`

/** Tells whether an address may serve certificates: on one of these hosts, in their folder of certificates. */
export const isCertUrl = (given: string, hosts: readonly string[], protocol: 'https:' | 'http:'): boolean => {
  const url = URL.parse(given)
  return (
    url !== null &&
    url.protocol === protocol &&
    hosts.includes(url.host) &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === '' &&
    /^\/v1\/notifications\/certs\/CERT-[\w-]{1,100}$/.test(url.pathname)
  )
}

/**
 * Returns the key of the first certificate in a file. Undefined if the certificate is not issued for `name`, or is not
 * valid at `now`.
 */
export const keyOfSigner = (pem: string, name: string, now: Date): KeyObject | undefined => {
  try {
    const certificate = new X509Certificate(pem)
    const made = certificate.subject.split('\n').includes(`CN=${name}`)
    return made && certificate.validFromDate <= now && now <= certificate.validToDate
      ? certificate.publicKey
      : undefined
  } catch {
    return undefined
  }
}

/** Returns the part of a payer's mail address that the server may keep: the first character and the domain. */
export const maskedEmail = (address: string): string | undefined => {
  const found = /^(.)[^@]*(@[^@]+)$/u.exec(address)
  return found ? `${found[1]}***${found[2]}` : undefined
}
