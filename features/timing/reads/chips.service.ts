import {
  bibAsPrinted,
  bibsAsPrinted,
  printedBibsFor,
  otherSpellings,
} from '#features/registrations/lookup/findingBibs.service.ts'
import type { Db, Tx } from '#db/db.ts'
import { writtenBib } from '#features/registrations/bib.rules.ts'
import { findResult, hiddenOf, listUnclaimed } from './log.store.ts'
import { linesOfBibs, linesOfChips } from './chips.store.ts'
import { listListed, listRunners } from '../course/runners.store.ts'

/** Finds the printed bibs of registrations. A bib in a start list of another source stays as it is. */
const worn = async (on: Db | Tx, raceid: number, bibs: readonly string[]): Promise<Map<string, string>> => {
  const printed = await bibsAsPrinted(on, raceid, bibs)
  const moved = bibs.filter((bib) => printed.get(bib) !== bib)
  const listed = new Set(moved.length === 0 ? [] : await listListed(on, raceid, moved))
  for (const bib of moved) if (listed.has(bib)) printed.set(bib, bib)
  return printed
}

/** Finds the runner of each chip. A chip that no list names is itself the runner's bib. */
export const bibsOfChips = async (
  on: Db | Tx,
  raceid: number,
  chips: readonly string[],
): Promise<Map<string, string>> => {
  const lines = new Map((await linesOfChips(on, raceid, chips)).map(({ chip, bib }) => [chip, bib]))
  const bibs = new Map(chips.map((chip) => [chip, lines.get(chip) ?? chip]))
  const printed = await worn(on, raceid, [...new Set(bibs.values())])
  return new Map([...bibs].map(([chip, bib]) => [chip, printed.get(bib)!]))
}

/**
 * Finds the chips that may have been read for these bibs: the chips that a list of chips gives to a bib, and the bib
 * itself in any spelling. A chip that no list names is itself a bib.
 */
export const chipsOfBibs = async (
  on: Db | Tx,
  raceid: number,
  bibs: readonly string[],
): Promise<Map<string, string[]>> => {
  const others = await otherSpellings(on, raceid, bibs)
  const forms = [...others.values()].flat()
  const listed = new Set(forms.length === 0 ? [] : await listListed(on, raceid, forms))
  const owner = new Map(bibs.map((bib) => [bib, bib]))
  for (const [bib, written] of others) for (const form of written) if (!listed.has(form)) owner.set(form, bib)
  const spelt = [...owner.keys()]
  const chips = new Map(bibs.map((bib) => [bib, [] as string[]]))
  const lines = new Map((await linesOfChips(on, raceid, spelt)).map(({ chip, bib }) => [chip, bib]))
  // If a list of chips names a chip with the same text as the bib, the list decides whose chip it is.
  for (const [form, bib] of owner) if (!lines.has(form)) chips.get(bib)!.push(form)
  for (const { chip, bib } of await linesOfBibs(on, raceid, spelt)) chips.get(owner.get(bib)!)!.push(chip)
  return chips
}

/** Lists chips that were read and that belong to nobody, or could belong to two runners. */
export const ghostsOf = async (db: Db, raceid: number): Promise<string[]> => {
  const unclaimed = await listUnclaimed(db, raceid)
  const meant = await printedBibsFor(db, raceid, [...new Set(unclaimed.map(({ bib }) => bib))])
  return unclaimed.filter(({ bib }) => meant.get(bib)!.length !== 1).map(({ chip }) => chip)
}

/**
 * Finds the printed bib that a typed text means. A text that is already the bib of a result of the event, or of a
 * runner of the race, stays as it is.
 */
export const bibFromText = async (
  db: Db,
  { raceid, eventid }: { raceid: number; eventid?: number | undefined },
  typedBib: string,
): Promise<string> => {
  const written = writtenBib(typedBib)
  const known =
    (eventid !== undefined && (await findResult(db, raceid, eventid, written)) !== undefined) ||
    (await listRunners(db, raceid, [written])).length > 0
  return known ? written : bibAsPrinted(db, raceid, written, { eventid })
}

/**
 * Finds which of another firm's bibs belong to runners who hide their names. A bib that could mean two runners counts
 * as hidden if one of them hides the name.
 */
export const hiddenBibs = async (db: Db, raceid: number, bibs: readonly string[]): Promise<Set<string>> => {
  const meant = await printedBibsFor(db, raceid, bibs)
  const hidden = await hiddenOf(db, raceid, [...new Set([...bibs, ...[...meant.values()].flat()])])
  return new Set(bibs.filter((bib) => [bib, ...meant.get(bib)!].some((one) => hidden.has(one))))
}
