import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { langs } from '#contract/words.ts'
import { type Scope, keysFrom, masterFrom, sealOver } from '#db/sealing/seal.ts'
import { recompute } from '#features/ballot/draw/recompute.rules.ts'
import { type BallotRules, type ListedEntry, ballotListText } from '#features/ballot/list/list.rules.ts'
import { judgeNumber, numberFor, readCertificateNumber } from '#features/certificates/issue/number.service.ts'
import { consentHash } from '#features/registrations/signup/consents.service.ts'
import { consentsFor } from '#features/registrations/signup/wording.rules.ts'

type Bytes = { scope: Scope; field: string; text: string; bytes: string }
/**
 * The formats that the code of November 2026 wrote. A change makes databases, certificates and ballots of that time
 * unreadable.
 */
type Formats = {
  /** A key of 32 bytes in hexadecimal. It is the data key of every scope, and the key over all keys. */
  key: string
  fingerprint: string
  sealed: Bytes[]
  blind: Bytes[]
  certificates: { raceid: number; kind: 'timing' | 'reg'; id: number; facts: string; number: string }[]
  ballot: { rules: BallotRules; entries: ListedEntry[]; said: string; list: string; outcome: string }
  /** The hashes of the built-in wordings, by name and language. */
  consents: Record<string, string>
}
const golden = JSON.parse(readFileSync(new URL('formats.json', import.meta.url), 'utf8')) as Formats

const key = Buffer.from(golden.key, 'hex')
const seal = sealOver(() => Promise.resolve(keysFrom(key)))

test('a sealed value opens, and its index is found', async () => {
  expect(masterFrom(key).fingerprint.toString('hex')).toBe(golden.fingerprint)
  expect(golden.sealed.length).toBeGreaterThan(0)
  for (const { scope, field, text, bytes } of golden.sealed) {
    await seal.prepare(scope)
    expect(seal.open(scope, field, Buffer.from(bytes, 'hex'))).toBe(text)
  }
  expect(golden.blind.length).toBeGreaterThan(0)
  for (const { scope, field, text, bytes } of golden.blind)
    expect(seal.blind(scope, field, text).toString('hex'), field).toBe(bytes)
})

test('a certificate keeps its number', async () => {
  expect(golden.certificates.length).toBeGreaterThan(0)
  for (const { facts, number, ...holder } of golden.certificates) {
    await seal.prepare(`race:${holder.raceid}`)
    expect(numberFor(seal, holder, facts)).toBe(number)
    expect(judgeNumber(seal, readCertificateNumber(number)!, [facts])).toBe('genuine')
  }
})

test('a published ballot is drawn again to the byte', () => {
  const { rules, entries, said, list, outcome } = golden.ballot
  expect(ballotListText(rules, entries)).toBe(list)
  const { drawn } = recompute(Buffer.from(list), said)
  expect(Buffer.from(drawn!.outcome).toString()).toBe(outcome)
})

test('a consent keeps the hash that finds its wording', () => {
  const now = langs.flatMap((lang) =>
    consentsFor(lang).map((consent): [string, string] => [`${consent.name} ${lang}`, consentHash(consent, lang)]),
  )
  expect(Object.fromEntries(now)).toEqual(golden.consents)
})
