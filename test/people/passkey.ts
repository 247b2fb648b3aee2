import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Options = Record<string, unknown>
const text64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const counterBytes = (count: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(count)
  return bytes
}

/** Returns an authenticator in software that makes one passkey (ES256) and signs with it as a phone does. */
export const softPasskey = (origin: string, rpID = new URL(origin).hostname) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0
  const clientData = (type: string, challenge: unknown) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const known = { id: text64(id), rawId: text64(id), type: 'public-key' as const }
  return {
    id: known.id,
    /** Sets the number of signatures back, as if an older copy of the authenticator signed. */
    rewind: (to: number) => void (counter = to),
    make: ({ challenge }: Options) => {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
        ]) as never,
      )
      // The flags say that the person was present and verified, and that a new credential follows.
      const authData = Buffer.concat([
        hashOf(rpID),
        Buffer.from([0x45]),
        counterBytes(counter),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      ])
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]) as never,
      )
      return {
        ...known,
        response: {
          clientDataJSON: text64(clientData('webauthn.create', challenge)),
          attestationObject: text64(attestation),
          transports: ['internal'],
        },
      }
    },
    signIn: ({ challenge }: Options, { verified = true, handle }: { verified?: boolean; handle?: string } = {}) => {
      counter++
      const authenticatorData = Buffer.concat([
        hashOf(rpID),
        Buffer.from([verified ? 0x05 : 0x01]),
        counterBytes(counter),
      ])
      const client = clientData('webauthn.get', challenge)
      return {
        ...known,
        response: {
          clientDataJSON: text64(client),
          authenticatorData: text64(authenticatorData),
          signature: text64(sign('sha256', Buffer.concat([authenticatorData, hashOf(client)]), privateKey)),
          ...(handle === undefined ? {} : { userHandle: handle }),
        },
      }
    },
  }
}
