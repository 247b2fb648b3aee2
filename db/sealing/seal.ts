import { createCipheriv, createDecipheriv, createSecretKey, hash, hkdfSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { randomPool } from '../random.ts'

/** The owner of a key: a race, the accounts, the saved people and documents, or the runners who joined a series. */
export type Scope = `race:${number}` | 'accounts' | 'people' | 'series'

export const raceScope = (raceid: number): Scope => `race:${raceid}`

/**
 * Sealed columns (bytea) and their blind indexes. All functions but `prepare` are synchronous, so that the sign-up
 * batch can seal thousands of values a second.
 */
export type Seal = {
  /**
   * Fetches the scope's key, or makes and stores it, outside of the caller's transaction. The call returns at once if
   * this process has the key already.
   */
  prepare: (scope: Scope) => Promise<void>
  /**
   * Seals a text by AES-256-GCM, bound to scope and field. A value that somebody copies into another column or race
   * does not open.
   */
  seal: (scope: Scope, field: string, text: string) => Buffer
  /**
   * Opens sealed bytes. Throws SealError for bytes that this scope and field did not seal. Empty bytes are an erased
   * value and give ''.
   */
  open: (scope: Scope, field: string, bytes: Uint8Array) => string
  /**
   * Returns the blind index of a value: 16 bytes that are equal for equal values of one scope and field, and reveal
   * nothing else. `normalised` is the one canonical form of the value.
   */
  blind: (scope: Scope, field: string, normalised: string) => Buffer
}

/** The error for bytes that do not open. It never carries the sealed value. */
export class SealError extends Error {}

/** The keys that seal the values of one scope. `blinding` computes the HMAC-SHA256 of a text. */
export type ScopeKeys = { sealing: KeyObject; blinding: (text: string) => Buffer }

const FORMAT = 1
const IV = 12
const TAG = 16
const BLIND = 16

const derive = (secret: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), `startline ${purpose}`, 32))

const BLOCK = 64
/**
 * The bytes for a text in the buffer of a key. The buffer grows for a longer text. A character takes up to three bytes.
 */
const ROOM = 1024
/**
 * Returns a function that computes the HMAC-SHA256 of a text under a key (RFC 2104). A sign-up computes several blind
 * indexes. Two calls of `hash` are faster than Node's Hmac, because Hmac allocates its state and its result outside of
 * the heap.
 */
const hmacOf = (key: Uint8Array): ((text: string) => Buffer) => {
  let inner = Buffer.alloc(BLOCK + ROOM, 0x36)
  const outer = Buffer.alloc(BLOCK + 32, 0x5c)
  for (const [at, byte] of key.entries()) {
    inner[at]! ^= byte
    outer[at]! ^= byte
  }
  return (text) => {
    if (text.length * 3 > inner.length - BLOCK)
      inner = Buffer.concat([inner.subarray(0, BLOCK), Buffer.alloc(text.length * 3)])
    const end = BLOCK + inner.write(text, BLOCK)
    // A text of Latin-1 is the cheapest form in which Node returns a hash.
    outer.write(hash('sha256', inner.subarray(0, end), 'latin1'), BLOCK, 'latin1')
    return Buffer.from(hash('sha256', outer, 'latin1'), 'latin1')
  }
}

export const keysFrom = (dataKey: Uint8Array): ScopeKeys => ({
  sealing: createSecretKey(derive(dataKey, 'seal')),
  blinding: hmacOf(derive(dataKey, 'blind')),
})

const nextIv = randomPool(IV)

export const sealWith = (key: KeyObject | Buffer, context: string, plain: string | Uint8Array): Buffer => {
  const iv = nextIv()
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG })
  cipher.setAAD(Buffer.from(context))
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain)
  cipher.final()
  const sealed = Buffer.allocUnsafe(1 + IV + body.length + TAG)
  sealed[0] = FORMAT
  iv.copy(sealed, 1)
  body.copy(sealed, 1 + IV)
  cipher.getAuthTag().copy(sealed, 1 + IV + body.length)
  return sealed
}

export const openWith = (key: KeyObject | Buffer, context: string, sealed: Uint8Array): Buffer => {
  if (sealed.length < 1 + IV + TAG || sealed[0] !== FORMAT) throw new SealError('These bytes are not a sealed value.')
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + IV), { authTagLength: TAG })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG))
  const body = decipher.update(bytes.subarray(1 + IV, bytes.length - TAG))
  try {
    decipher.final()
  } catch {
    throw new SealError('A sealed value does not open: another key, scope or field sealed it, or it was altered.')
  }
  return body
}

/** The key that wraps data keys, and the eight bytes by which a database recognises its STARTLINE_KEY. */
export type Master = { wrapping: KeyObject; fingerprint: Buffer }

export const masterFrom = (startlineKey: Uint8Array): Master => ({
  wrapping: createSecretKey(derive(startlineKey, 'wrap')),
  fingerprint: derive(startlineKey, 'fingerprint').subarray(0, 8),
})

const contextOf = (scope: Scope, field: string) => `${scope}\n${field}`

/**
 * Makes a seal that works synchronously, over keys that are in memory already. `prepare` fetches a missing key by
 * `fetchKeys`, once for each scope.
 */
export const sealOver = (
  fetchKeys: (scope: Scope) => Promise<ScopeKeys>,
  known: Map<Scope, ScopeKeys> = new Map(),
): Seal => {
  const keysOf = (scope: Scope): ScopeKeys => {
    const keys = known.get(scope)
    if (!keys) throw new SealError(`The key of ${scope} is not in memory: await seal.prepare('${scope}') first.`)
    return keys
  }
  // Callers that come before the key is known share one request for it.
  const underWay = new Map<Scope, Promise<ScopeKeys>>()
  return {
    prepare: async (scope) => {
      if (known.has(scope)) return
      let asking = underWay.get(scope)
      if (!asking) underWay.set(scope, (asking = fetchKeys(scope).finally(() => underWay.delete(scope))))
      known.set(scope, await asking)
    },
    seal: (scope, field, text) => sealWith(keysOf(scope).sealing, contextOf(scope, field), text),
    open: (scope, field, bytes) =>
      bytes.length === 0 ? '' : openWith(keysOf(scope).sealing, contextOf(scope, field), bytes).toString('utf8'),
    blind: (scope, field, normalised) => keysOf(scope).blinding(`${field}\n${normalised}`).subarray(0, BLIND),
  }
}
