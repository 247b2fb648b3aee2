import { createHash, createHmac } from 'node:crypto'

/**
 * Signature Version 4 of the S3 protocol, over the headers of a request (Amazon S3 API reference, "Authenticating
 * requests: using the Authorization header").
 */
export type S3Credentials = { keyId: string; keySecret: string; region: string }
export type S3Request = {
  method: string
  url: URL
  /** Every header that is signed beside host, date and payload hash; names in lower case. */
  headers?: Readonly<Record<string, string>>
  /** SHA-256 of the body, hexadecimal. */
  payload: string
}

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Everything but unreserved characters, in capitals; stricter than encodeURIComponent. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
/** The path of an object as it is signed and sent: each part encoded, the slashes not. */
export const s3Path = (name: string): string => name.split('/').map(encoded).join('/')

const stamp = (now: Date) => now.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** The headers to send with the request: its own, the date, the payload's hash and the authorisation. */
export const signS3 = (
  { method, url, headers = {}, payload }: S3Request,
  { keyId, keySecret, region }: S3Credentials,
  now: Date,
): Record<string, string> => {
  const at = stamp(now)
  const sent: Record<string, string> = { ...headers, host: url.host, 'x-amz-content-sha256': payload, 'x-amz-date': at }
  const names = Object.keys(sent).sort()
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
  const canonical = [
    method,
    url.pathname,
    query,
    ...names.map((name) => `${name}:${sent[name]!.trim().replace(/\s+/g, ' ')}`),
    '',
    names.join(';'),
    payload,
  ].join('\n')
  const scope = `${at.slice(0, 8)}/${region}/s3/aws4_request`
  const key = [at.slice(0, 8), region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (so, part) => hmac(so, part),
    `AWS4${keySecret}`,
  )
  const signature = hmac(key as Buffer, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')).toString('hex')
  const { host: _host, ...rest } = sent
  const signed = `SignedHeaders=${names.join(';')},Signature=${signature}`
  return { ...rest, authorization: `AWS4-HMAC-SHA256 Credential=${keyId}/${scope},${signed}` }
}
