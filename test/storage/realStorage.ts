import { randomBytes } from 'node:crypto'
import { type S3Settings } from '#integrations/files/objectStorage.ts'
import { sha256, signS3 } from '#integrations/files/signing.ts'

/**
 * A real server of the S3 protocol outside of the project, for `npm run prove -- storage` (docs/object-storage.md). All
 * other runs have none. `S3_SERVER` is the address of the server with key and secret:
 * `http://key:secret@127.0.0.1:8014`.
 */
const address = process.env.S3_SERVER ? new URL(process.env.S3_SERVER) : undefined

export const hasRealStorage = address !== undefined

/**
 * Makes an empty bucket on the real server. Returns the settings of the bucket, or undefined if there is no real
 * server.
 */
export const makeRealBucket = async (): Promise<S3Settings | undefined> => {
  if (!address) return undefined
  const settings = {
    endpoint: `${address.protocol}//${address.host}`,
    bucket: `startline-${randomBytes(6).toString('hex')}`,
    region: 'us-east-1',
    keyId: decodeURIComponent(address.username),
    keySecret: decodeURIComponent(address.password),
    pathStyle: true,
    resizes: false,
  }
  const url = new URL(`/${settings.bucket}`, settings.endpoint)
  const headers = await signS3({ method: 'PUT', url, payload: sha256('') }, settings, new Date())
  const { status } = await fetch(url, { method: 'PUT', headers })
  if (status !== 200) throw new Error(`The storage of S3_SERVER makes no bucket (${status})`)
  return settings
}
