import { randomBytes, timingSafeEqual } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { AuthenticatorTransport } from '@simplewebauthn/server'
import type { Seal } from '#db/sealing/seal.ts'
import type { NewPasskey, SignedPasskey } from './contract.ts'
import type { PasskeyRow } from './store.ts'

/** The time in which a person must answer the browser's question. */
const LIFE = 5 * 60_000
/** Returns the host and the origin of the installation, for which passkeys are valid. */
const placeOf = (origin: string) => ({ rpID: new URL(origin).hostname, origin: new URL(origin).origin })

const markOf = (seal: Seal, staffid: number | null, head: Buffer): Buffer =>
  seal.blind('accounts', 'staff challenge', `${staffid ?? 'log-in'}\n${head.toString('base64url')}`)
/**
 * Makes a challenge for one person. Null as `staffid` means a log-in. The challenge contains its time of expiry and a
 * keyed hash. So the server stores nothing before somebody signs the challenge.
 */
const newChallenge = (seal: Seal, staffid: number | null, now: Date): Uint8Array<ArrayBuffer> => {
  const head = Buffer.alloc(24)
  head.writeBigUInt64BE(BigInt(now.getTime() + LIFE))
  randomBytes(16).copy(head, 8)
  return new Uint8Array(Buffer.concat([head, markOf(seal, staffid, head)]))
}
/** Reads when a challenge expires. Returns undefined if it is not ours, is for somebody else, or has expired. */
export const endOfChallenge = (seal: Seal, staffid: number | null, challenge: string, now: Date): Date | undefined => {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== 40 || bytes.toString('base64url') !== challenge) return undefined
  const head = bytes.subarray(0, 24)
  if (!timingSafeEqual(bytes.subarray(24), markOf(seal, staffid, head))) return undefined
  const end = new Date(Number(head.readBigUInt64BE()))
  return end > now ? end : undefined
}
/** Reads the challenge that the browser signed; '' if there is none. */
export const challengeIn = (clientDataJSON: string): string => {
  try {
    const said = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as { challenge?: unknown }
    return typeof said.challenge === 'string' ? said.challenge : ''
  } catch {
    return ''
  }
}

/** Returns the id of a person for authenticators. The id tells nothing about the person. */
export const handleOf = (seal: Seal, staffid: number): Buffer => seal.blind('accounts', 'staff handle', String(staffid))

type Making = { seal: Seal; origin: string; now: Date }
export const optionsToAdd = async (
  { seal, origin, now }: Making,
  person: { staffid: number; login: string; name: string; platform: string },
  passkeys: readonly PasskeyRow[],
): Promise<Record<string, unknown>> => ({
  ...(await generateRegistrationOptions({
    rpName: person.platform,
    rpID: placeOf(origin).rpID,
    userID: new Uint8Array(handleOf(seal, person.staffid)),
    userName: person.login,
    userDisplayName: person.name,
    challenge: newChallenge(seal, person.staffid, now),
    excludeCredentials: passkeys.map(({ credential, transports }) => ({ id: credential, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: LIFE,
  })),
})
export const optionsToLogIn = async ({ seal, origin, now }: Making): Promise<Record<string, unknown>> => ({
  ...(await generateAuthenticationOptions({
    rpID: placeOf(origin).rpID,
    challenge: newChallenge(seal, null, now),
    userVerification: 'required',
    timeout: LIFE,
  })),
})

/** Checks a new passkey against its challenge. Returns undefined if anything about the passkey is wrong. */
export const checkedPasskey = async (
  origin: string,
  { response: { transports: _transports, ...signed }, ...given }: NewPasskey,
  challenge: string,
): Promise<{ credential: string; public_key: Buffer; counter: number } | undefined> => {
  const { rpID, origin: expectedOrigin } = placeOf(origin)
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...given, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID: rpID,
      requireUserVerification: true,
    })
    if (!verified) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    return { credential: id, public_key: Buffer.from(publicKey), counter }
  } catch {
    // The library throws for each part that does not fit: origin, challenge, format, or signature.
    return undefined
  }
}
/**
 * Checks a signature of a passkey, and returns the passkey's new count of signatures. Returns undefined if anything
 * about the signature is wrong.
 */
export const checkedSignature = async (
  origin: string,
  { response: { userHandle, ...signed }, ...given }: SignedPasskey,
  challenge: string,
  row: PasskeyRow,
  seal: Seal,
): Promise<number | undefined> => {
  const { rpID, origin: expectedOrigin } = placeOf(origin)
  if (userHandle && userHandle !== handleOf(seal, row.staffid).toString('base64url')) return undefined
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...given, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: row.credential,
        publicKey: new Uint8Array(row.public_key),
        counter: row.counter,
        transports: row.transports as AuthenticatorTransport[],
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}
