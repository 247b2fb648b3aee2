/** The number of rounds of PBKDF2. A tablet needs about half a second for these rounds. */
const ROUNDS = 600_000
const IV = 12

type Bytes = Uint8Array<ArrayBuffer>
const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))
const aes = (bytes: Bytes) => crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])

const seal = async (key: CryptoKey, plain: Bytes): Promise<Bytes> => {
  const iv = random(IV)
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain))
  const whole = new Uint8Array(IV + sealed.length)
  whole.set(iv)
  whole.set(sealed, IV)
  return whole
}
const unseal = async (key: CryptoKey, whole: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: whole.subarray(0, IV) }, key, whole.subarray(IV)))

const through = async (bytes: Bytes, by: CompressionStream | DecompressionStream): Promise<Bytes> =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(by)).arrayBuffer())
/** Seals a value. The value is compressed first, because a list of 30,000 runners holds the same words many times. */
export const sealValue = async (key: CryptoKey, value: unknown): Promise<Bytes> =>
  seal(key, await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream('deflate-raw')))
export const unsealValue = async <Value>(key: CryptoKey, sealed: Bytes): Promise<Value> =>
  JSON.parse(
    new TextDecoder().decode(await through(await unseal(key, sealed), new DecompressionStream('deflate-raw'))),
  ) as Value

/**
 * The lock of a device's store. `wrapped` is the store's key, sealed by a key of the PIN and then by `held`, which no
 * script can export. A PIN is short, so `wrapped` alone must not be enough to try all PINs.
 */
export type SealedLock = { held: CryptoKey; salt: Bytes; rounds: number; wrapped: Bytes; tries: number }

const keyOfPin = async (pin: string, { salt, rounds }: Pick<SealedLock, 'salt' | 'rounds'>): Promise<CryptoKey> => {
  const typed = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    typed,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}
export const makeLock = async (pin: string, rounds = ROUNDS): Promise<{ key: CryptoKey; lock: SealedLock }> => {
  const salt = random(16)
  const held = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const plain = random(32)
  const wrapped = await seal(held, await seal(await keyOfPin(pin, { salt, rounds }), plain))
  const key = await aes(plain)
  plain.fill(0)
  return { key, lock: { held, salt, rounds, wrapped, tries: 0 } }
}
/** Opens a lock. Returns undefined if the PIN is wrong. */
export const openLock = async (pin: string, lock: SealedLock): Promise<CryptoKey | undefined> => {
  const ofPin = await keyOfPin(pin, lock)
  const inner = await unseal(lock.held, lock.wrapped)
  try {
    return await aes(await unseal(ofPin, inner))
  } catch {
    return undefined
  }
}
