import { createHash } from 'node:crypto'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import type { HolderKind } from '../activity/activity.contract.ts'

/** The holder of a certificate: a result, a registration, or the sign-up for a trail or a challenge. */
export type NumberHolder = { raceid: number; kind: HolderKind; id: number }

/** The letters of Crockford's base 32, which has no I, L, O or U. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const toLetters = (value: bigint, count: number): string => {
  let text = ''
  for (let rest = value, at = 0; at < count; at++, rest >>= 5n) text = letters[Number(rest & 31n)]! + text
  return text
}
const fromLetters = (text: string): bigint | undefined => {
  let value = 0n
  for (const letter of text) {
    const digit = letters.indexOf(letter)
    if (digit < 0) return undefined
    value = (value << 5n) | BigInt(digit)
  }
  return value
}

// A number has 80 bits in 16 letters. 1 bit is the kind, and 34 bits are the id. 25 bits sign the holder, and 20 bits
// sign the facts that are official when the server makes the number. A trail has the same bit as a result, and a
// challenge has the same bit as a registration. The signature of the holder shows which of the two kinds it is.
const ID = 34n
const kindBits = { timing: 0n, trail: 0n, reg: 1n, challenge: 1n } as const satisfies Record<HolderKind, bigint>
const WHOSE = 25n
const FACTS = 20n
const first = (bytes: Buffer, bits: bigint): bigint =>
  BigInt(`0x${bytes.subarray(0, 8).toString('hex')}`) >> (64n - bits)

const signatures = (seal: Seal, { raceid, kind, id }: NumberHolder, facts: string) => ({
  whose: first(seal.blind(raceScope(raceid), 'certificate number', `${kind}\n${id}`), WHOSE),
  facts: first(
    seal.blind(
      raceScope(raceid),
      'certificate facts',
      `${kind}\n${id}\n${createHash('sha256').update(facts).digest('hex')}`,
    ),
    FACTS,
  ),
})

const inFours = (text: string): string => text.match(/.{1,4}/g)!.join('-')

/**
 * Returns the number on a certificate, signed with a key of the race. The form is `72-7K3M-9QXA-22FC-HT5W`: the race
 * and sixteen letters. `facts` are all official facts on the certificate, as one text. The caller awaits `seal.prepare`
 * first.
 */
export const numberFor = (seal: Seal, holder: NumberHolder, facts: string): string => {
  const id = BigInt(holder.id)
  if (id < 0n || id >> ID) throw new RangeError(`The id ${holder.id} does not fit into a certificate's number`)
  const signed = signatures(seal, holder, facts)
  const body = (((kindBits[holder.kind] << ID) | id) << (WHOSE + FACTS)) | (signed.whose << FACTS) | signed.facts
  return `${toLetters(BigInt(holder.raceid), 7).replace(/^0+(?=.)/, '')}-${inFours(toLetters(body, 16))}`
}

/**
 * Reads a typed number. The function ignores case, dashes and spaces, and reads O as 0, and I and L as 1. Returns
 * undefined if the text does not have the form of a number.
 */
export const readCertificateNumber = (
  typed: string,
): { holder: NumberHolder; signed: { whose: bigint; facts: bigint }; number: string } | undefined => {
  const text = typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  if (text.length < 17 || text.length > 23) return undefined
  const [race, body] = [fromLetters(text.slice(0, -16)), fromLetters(text.slice(-16))]
  if (race === undefined || body === undefined || race < 1n || race > 0x7fffffffn) return undefined
  const mask = (bits: bigint) => (1n << bits) - 1n
  const holder: NumberHolder = {
    raceid: Number(race),
    kind: body >> (ID + WHOSE + FACTS) ? 'reg' : 'timing',
    id: Number((body >> (WHOSE + FACTS)) & mask(ID)),
  }
  return {
    holder,
    signed: { whose: (body >> FACTS) & mask(WHOSE), facts: body & mask(FACTS) },
    number: `${text.slice(0, -16)}-${inFours(text.slice(-16))}`,
  }
}

/**
 * Tells whether the number is ours, and whether its facts are still official. `facts` holds each set of facts that is
 * official now.
 */
export const judgeNumber = (
  seal: Seal,
  read: { holder: NumberHolder; signed: { whose: bigint; facts: bigint } },
  facts: readonly string[],
): 'forged' | 'genuine' | 'corrected' => {
  if (read.signed.whose !== signatures(seal, read.holder, '').whose) return 'forged'
  return facts.some((one) => signatures(seal, read.holder, one).facts === read.signed.facts) ? 'genuine' : 'corrected'
}
