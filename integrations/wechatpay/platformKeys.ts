import { X509Certificate, type KeyObject } from 'node:crypto'
import * as z from 'zod/mini'
import { openSealed, publicKeyFrom, signedFrom, whyNotSigned } from './crypto.ts'

/** The keys by which the gateway's answers and notices are verified, by serial number. */
export type PlatformKeys = {
  /**
   * Returns the known keys. If there are none, the client fetches keys. For an unknown serial it fetches the keys
   * again, at most once a minute.
   */
  forSerial: (serial: string) => Promise<ReadonlyMap<string, KeyObject>>
  /** The id of the gateway's public key, which each request must name. Unset if certificates verify the answers. */
  publicKeyId?: string
}

export const fixedKey = (publicKeyId: string, pem: string): PlatformKeys => {
  const keys = new Map([[publicKeyId, publicKeyFrom(pem)]])
  return { forSerial: async () => keys, publicKeyId }
}

const Certificates = z.object({
  data: z.array(
    z.object({
      serial_no: z.string(),
      encrypt_certificate: z.object({
        algorithm: z.string(),
        nonce: z.string(),
        associated_data: z.string(),
        ciphertext: z.string(),
      }),
    }),
  ),
})

const REFRESH = 12 * 3600_000
const PAUSE = 60_000

export type SignedAnswer = { headers: Readonly<Record<string, string | undefined>>; body: string }

/**
 * Returns the keys of certificates that the client fetches from the gateway and opens with the APIv3 key. The client
 * accepts certificates only if one of them signed the list that brought them. If the last fetch was more than half a
 * day ago, the next use fetches the certificates again. The gateway uses old and new certificates side by side for
 * longer than half a day.
 */
export const fetchedKeys = (
  apiV3Key: string,
  fetchList: () => Promise<SignedAnswer>,
  clock: () => Date,
): PlatformKeys => {
  let keys: ReadonlyMap<string, KeyObject> = new Map()
  let triedAt = Number.NEGATIVE_INFINITY
  let under: Promise<void> | undefined

  const renew = async () => {
    const now = clock()
    triedAt = now.getTime()
    const { headers, body } = await fetchList()
    const fresh = new Map<string, KeyObject>()
    for (const one of Certificates.parse(JSON.parse(body)).data) {
      const certificate = new X509Certificate(openSealed(apiV3Key, one.encrypt_certificate))
      const valid = certificate.validFromDate <= now && now < certificate.validToDate
      if (valid && certificate.serialNumber === one.serial_no.toUpperCase())
        fresh.set(one.serial_no, certificate.publicKey)
    }
    const signed = signedFrom(headers, body)
    const why = signed ? whyNotSigned(signed, fresh, now) : 'unsigned'
    if (why) throw new Error(`the list of the gateway's certificates is not believed: ${why}`)
    keys = fresh
  }

  return {
    forSerial: async (serial) => {
      const age = clock().getTime() - triedAt
      const renews = keys.size === 0 || age > REFRESH || (!keys.has(serial) && age > PAUSE)
      if (renews) await (under ??= renew().finally(() => (under = undefined)))
      return keys
    },
  }
}
