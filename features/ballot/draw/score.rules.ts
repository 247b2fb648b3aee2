/**
 * The hash that a draw computes millions of times: SHA-256 (FIPS 180-4) of exactly 50 bytes, seed ‖ unit id ‖ segment ‖
 * ticket. With its padding the input is one block. The code allocates nothing, and computes the rounds of the seed only
 * once, so it takes a third of the time of a general SHA-256.
 */

const K = Int32Array.from(
  (
    '428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174 ' +
    'e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da 983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 ' +
    '27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 ' +
    '19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2'
  )
    .split(' ')
    .map((word) => Number.parseInt(word, 16) | 0),
)
const H = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19].map(
  (word) => word | 0,
)
/** The number of first rounds that depend only on the seed. */
const SEEDED = 8
const BITS = 50 * 8

/**
 * Computes the rounds on the eight working words in `v`. The first round is `from`, and the last round is the round
 * before `to`.
 */
const rounds = (v: Int32Array, w: Int32Array, from: number, to: number): void => {
  let [a, b, c, d, e, f, g, h] = [v[0]!, v[1]!, v[2]!, v[3]!, v[4]!, v[5]!, v[6]!, v[7]!]
  for (let t = from; t < to; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const one = (h + s1 + ((e & f) ^ (~e & g)) + K[t]! + w[t]!) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  v[0] = a
  v[1] = b
  v[2] = c
  v[3] = d
  v[4] = e
  v[5] = f
  v[6] = g
  v[7] = h
}

export type Scorer = {
  /**
   * Writes the score of a unit into `into` as eight words. The score is the smallest hash of the unit's tickets.
   * `place` is the position of the unit's 16 bytes in `ids`.
   */
  score: (ids: Uint8Array, place: number, segment: number, weight: number, into: Uint32Array) => void
}

export const scorerFor = (seed: Uint8Array): Scorer => {
  const w = new Int32Array(64)
  const bytes = new DataView(seed.buffer, seed.byteOffset, 32)
  for (let word = 0; word < SEEDED; word++) w[word] = bytes.getInt32(word * 4)
  const begun = Int32Array.from(H)
  rounds(begun, w, 0, SEEDED)
  const v = new Int32Array(8)

  const hash = (): void => {
    for (let t = 16; t < 64; t++) {
      const x = w[t - 15]!
      const y = w[t - 2]!
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
      w[t] = (w[t - 16]! + s0 + w[t - 7]! + s1) | 0
    }
    v.set(begun)
    rounds(v, w, SEEDED, 64)
  }
  return {
    score: (ids, place, segment, weight, into) => {
      for (let word = 0; word < 4; word++) {
        const at = place + word * 4
        w[8 + word] = (ids[at]! << 24) | (ids[at + 1]! << 16) | (ids[at + 2]! << 8) | ids[at + 3]!
      }
      w[13] = 0
      w[14] = 0
      w[15] = BITS
      for (let ticket = 0; ticket < weight; ticket++) {
        w[12] = (segment << 24) | (ticket << 16) | 0x8000
        hash()
        let smaller = ticket === 0
        for (let word = 0; word < 8; word++) {
          const now = (v[word]! + H[word]!) >>> 0
          if (!smaller) {
            const best = into[word]!
            if (now > best) break
            if (now === best) continue
            smaller = true
          }
          into[word] = now
        }
      }
    },
  }
}
