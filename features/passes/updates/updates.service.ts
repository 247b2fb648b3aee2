import { createHash, timingSafeEqual } from 'node:crypto'
import { raceScope } from '#db/sealing/seal.ts'
import { readRace } from '#features/races/service.ts'
import { readTicketCode } from '#features/tickets/gate.rules.ts'
import type { WalletPass } from '#integrations/wallets/pass.ts'
import type { Parts } from '#seam/server/handle.ts'
import { endedFacts, factsOfLink } from '../facts.service.ts'
import { walletPassOf } from '../files.service.ts'
import type { PassFacts } from '../pass.rules.ts'
import { type SavedPass, readSerial, readToken, passSerial, signedPartOfToken, tokenText } from './serial.rules.ts'
import { keepPass } from './updates.store.ts'

type Ground = Pick<Parts, 'db' | 'seal' | 'origin'>
const FIELD = 'pass token'
/** The text that stands for the contents of a pass that is over. */
const ENDED = 'ended'

const signatureOf = (seal: Parts['seal'], serial: string, { raceid, lang, own }: SavedPass): Buffer =>
  seal.blind(raceScope(raceid), FIELD, signedPartOfToken(serial, lang, own))

/** Returns the fingerprint of the contents that a wallet shows. */
const fingerprintOf = (pass: WalletPass | undefined): Buffer => {
  if (!pass) return createHash('sha256').update(ENDED).digest()
  const { pictures: _, service: __, code, ...contents } = pass
  // Each signature of a ticket's code is different, and all of them are valid. The fingerprint therefore leaves the
  // signature out.
  const signed = readTicketCode(code)?.signed ?? code
  return createHash('sha256')
    .update(JSON.stringify({ ...contents, code: signed }))
    .digest()
}
const passFrom = (facts: PassFacts | undefined): WalletPass | undefined =>
  facts && facts.code !== null ? walletPassOf(facts, facts.code) : undefined

/**
 * Returns the pass for Apple Wallet, with the address and the token for its updates. Apple calls only addresses with
 * HTTPS.
 */
export const applePassFor = async (parts: Ground, pass: SavedPass, facts: PassFacts): Promise<WalletPass> => {
  const made = walletPassOf(facts, facts.code ?? '')
  if (!parts.origin.startsWith('https:')) return made
  await parts.seal.prepare(raceScope(pass.raceid))
  const serial = passSerial(pass)
  const signature = signatureOf(parts.seal, serial, pass).toString('base64url')
  const service = {
    url: `${parts.origin}/passes/apple/${pass.raceid}`,
    token: tokenText(pass.lang, pass.own, signature),
  }
  return { ...made, service }
}

/** Keeps a pass whose address for Google Wallet was given, because somebody may save it. */
export const keepSaved = (
  { db, now }: { db: Parts['db']; now: Date },
  pass: SavedPass,
  facts: PassFacts,
): Promise<void> =>
  keepPass(db, { serial: passSerial(pass), pass, fingerprint: fingerprintOf(passFrom(facts)), google: true, now })

/**
 * Finds the pass that a phone asks for, by the token in its header. Returns undefined if the token does not belong to
 * the pass.
 */
export const authorisedPass = async (
  { db, seal }: Pick<Parts, 'db' | 'seal'>,
  { raceid, serial, header, now }: { raceid: number; serial: string; header: string | undefined; now: Date },
): Promise<SavedPass | undefined> => {
  const [read, token] = [readSerial(serial), readToken(header)]
  if (!read || !token || read.raceid !== raceid) return undefined
  // The server makes a key at its first use, so it first checks that the race exists.
  if (!(await readRace(db, raceid, now))) return undefined
  await seal.prepare(raceScope(raceid))
  const pass = { ...read, lang: token.lang, own: token.own }
  const [right, given] = [signatureOf(seal, serial, pass), Buffer.from(token.signature, 'base64url')]
  return given.length === right.length && timingSafeEqual(given, right) ? pass : undefined
}

/** Returns the present contents of a pass with their fingerprint. `facts` is undefined for a pass that is over. */
export const presentPass = async (parts: Ground, pass: SavedPass, now: Date) => {
  const facts = await factsOfLink(parts, { ...pass, until: 0 }, now)
  const shown = passFrom(facts)
  return { facts: shown ? facts : undefined, shown, fingerprint: fingerprintOf(shown) }
}
/**
 * Returns the newest version of a pass, or the version that tells that the pass is over. Returns undefined if there is
 * no such race.
 */
export const newestPass = async (parts: Ground, pass: SavedPass, now: Date): Promise<WalletPass | undefined> => {
  const { facts } = await presentPass(parts, pass, now)
  const latest = facts ?? (await endedFacts(parts, pass, passSerial(pass), now))
  return latest && applePassFor(parts, pass, latest)
}
