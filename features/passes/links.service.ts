import { timingSafeEqual } from 'node:crypto'
import { raceScope } from '#db/sealing/seal.ts'
import { readRace } from '#features/races/service.ts'
import type { Context, Parts } from '#seam/server/handle.ts'
import { factsOfLink } from './facts.service.ts'
import { walletPassOf } from './files.service.ts'
import { keepSaved } from './updates/updates.service.ts'
import { type Extension, LINK_MS, type PassLink, readPassLink, signedPartOf } from './links.rules.ts'

const FIELD = 'pass link'

/**
 * Returns the addresses of the files of one pass. The race's key signs each address of this server, so that nobody can
 * make an address for another pass. An address is null if there is no such file.
 */
export const linksOf = async (
  parts: Pick<Context<never>, 'db' | 'seal' | 'origin' | 'integrations' | 'now'>,
  given: Omit<PassLink, 'until'>,
) => {
  const { seal, origin, now, integrations } = parts
  const link = { ...given, until: now.getTime() + LINK_MS }
  const facts = await factsOfLink(parts, link, now)
  if (!facts) return { calendar: null, pdf: null, apple: null, google: null }
  await seal.prepare(raceScope(link.raceid))
  const signed = signedPartOf(link)
  const signature = seal.blind(raceScope(link.raceid), FIELD, signed).toString('base64url')
  const address = (extension: Extension) => `/passes/file/${signed}.${signature}.${extension}`
  const { apple, google } = integrations.wallets
  const { code } = facts
  if (code !== null && google) await keepSaved(parts, given, facts)
  return {
    calendar: address('ics'),
    pdf: code === null ? null : address('pdf'),
    apple: code !== null && apple ? address('pkpass') : null,
    google: code !== null && google ? google.link(walletPassOf(facts, code), origin, now) : null,
  }
}

/** Opens an address of a file. Returns undefined if the address is wrong or no longer valid. */
export const openLink = async (
  { db, seal }: Pick<Parts, 'db' | 'seal'>,
  name: string,
  now: Date,
): Promise<{ link: PassLink; extension: Extension } | undefined> => {
  const read = readPassLink(name)
  if (!read || read.link.until <= now.getTime()) return undefined
  // The server makes a key at its first use, so it first checks that the race exists.
  if (!(await readRace(db, read.link.raceid, now))) return undefined
  await seal.prepare(raceScope(read.link.raceid))
  const right = seal.blind(raceScope(read.link.raceid), FIELD, read.signed)
  const given = Buffer.from(read.signature, 'base64url')
  return given.length === right.length && timingSafeEqual(given, right) ? read : undefined
}
