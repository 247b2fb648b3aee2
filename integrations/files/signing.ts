import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { percentEncoded } from '#contract/written.ts'

export type S3Credentials = { keyId: string; keySecret: string; region: string }
export type S3Request = {
  method: string
  url: URL
  /** The SHA-256 of the body, in hexadecimal. */
  payload: string
}

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Returns the path of an object as it is signed and sent. Each part is encoded, and the slashes are not. */
export const s3Path = (name: string): string => name.split('/').map(percentEncoded).join('/')

/** Returns the headers to send with a request, signed by Signature Version 4 of the S3 protocol. */
export const signS3 = async (
  { method, url, payload }: S3Request,
  { keyId, keySecret, region }: S3Credentials,
  now: Date,
  headers: Readonly<Record<string, string>> = {},
): Promise<Headers> => {
  const signed = await new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': payload },
    accessKeyId: keyId,
    secretAccessKey: keySecret,
    service: 's3',
    region,
    datetime: now.toISOString().replace(/[-:]|\.\d{3}/g, ''),
    allHeaders: true,
  }).sign()
  return signed.headers
}
