/** The rules for human checks that need no database. */

/** Letters and digits that do not look alike. */
export const pictureAlphabet = '2345679ACDEFHJKMNPRTVWXY'
export const pictureLength = 5
/** The number of spoken digits. A guess is right once in a million tries. */
export const soundLength = 6
/** Characters that people confuse with a letter or digit of the alphabet. */
const readAs: Readonly<Record<string, string>> = { Z: '2', S: '5', G: '6', '0': 'D', O: 'D', Q: 'D', U: 'V' }
/** Brings a picture's answer into comparable form: upper case, no blanks, and look-alikes replaced. */
export const normalCheckAnswer = (given: string): string => {
  const plain = given.normalize('NFKC').replace(/\s/g, '').toUpperCase()
  // A person heard digits, so no look-alike is replaced.
  return /^\d+$/.test(plain) && plain.length === soundLength
    ? plain
    : [...plain].map((letter) => readAs[letter] ?? letter).join('')
}

/**
 * Computes SHA-256 of a short ASCII text as eight words. The browsers' own function is not synchronous, and does not
 * exist on plain HTTP.
 */
export const sha256Words = (ascii: string): Int32Array => {
  const length = ascii.length
  const blocks = ((length + 8) >> 6) + 1
  if (padded.length < blocks * 16) padded = new Int32Array(blocks * 16)
  const words = padded.fill(0, 0, blocks * 16)
  for (let at = 0; at < length; at++) words[at >> 2]! |= ascii.charCodeAt(at) << (24 - (at % 4) * 8)
  words[length >> 2]! |= 0x80 << (24 - (length % 4) * 8)
  words[blocks * 16 - 1] = length * 8
  const hash = Int32Array.from(START)
  for (let block = 0; block < blocks; block++) compress(hash, words.subarray(block * 16, block * 16 + 16), schedule)
  return hash
}
/** The buffer for all hashes. A device computes tens of thousands of hashes, so they share one buffer. */
let padded = new Int32Array(32)
const schedule = new Int32Array(64)

const compress = (hash: Int32Array, block: Int32Array, w: Int32Array) => {
  w.set(block)
  for (let at = 16; at < 64; at++) {
    const [x, y] = [w[at - 15]!, w[at - 2]!]
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10)
    w[at] = w[at - 16]! + s0 + w[at - 7]! + s1
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number]
  for (let at = 0; at < 64; at++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[at]! + w[at]!) | 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  const added = [a, b, c, d, e, f, g, h]
  for (let at = 0; at < 8; at++) hash[at] = hash[at]! + added[at]!
}
const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by))

/** The first primes. The fractional bits of their roots are the constants of the standard (FIPS 180-4). */
const primes = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && Array.from({ length: n - 2 }, (_, m) => m + 2).every((m) => n % m !== 0),
)
const bitsOf = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0
const START = primes.slice(0, 8).map((prime) => bitsOf(Math.sqrt(prime)))
const ROUND = primes.slice(0, 64).map((prime) => bitsOf(Math.cbrt(prime)))

/** Tells whether `answer` solves the work of this check: SHA-256 of both begins with enough zero bits. */
export const isWorkDone = (captchaid: string, answer: string, bits: number): boolean =>
  /^\d{1,12}$/.test(answer) && Math.clz32(sha256Words(`${captchaid}.${answer}`)[0]!) >= bits

/**
 * Searches `count` numbers from `from` on for the work's answer. A screen searches in pieces, so that it stays
 * responsive.
 */
export const findWork = (captchaid: string, from: number, count: number, bits: number): string | undefined => {
  for (let at = from; at < from + count; at++) if (isWorkDone(captchaid, String(at), bits)) return String(at)
  return undefined
}

/** Returns a stream of numbers in [0, 1). The same seed gives the same numbers, so a check keeps its picture. */
export const streamFrom = (seed: number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
