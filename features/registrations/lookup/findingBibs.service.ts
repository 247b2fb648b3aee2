import type { Db, Tx } from '#db/db.ts'
import { bibFinder, looseForms, bibNumbersIn, printedBib, writtenBib } from '../bib.rules.ts'
import { listByNumbers } from '../bib.store.ts'

type Among = {
  /** The event to which the search is limited. */
  eventid?: number | undefined
  zeros?: 'kept' | 'lost'
}

/** Finds, for each written bib, the printed bibs of all registrations that it could mean (bib.rules.ts). */
export const printedBibsFor = async (
  on: Db | Tx,
  raceid: number,
  written: readonly string[],
  { eventid, zeros }: Among = {},
): Promise<Map<string, string[]>> => {
  const numbers = [...new Set(written.flatMap(bibNumbersIn))]
  const { all } = bibFinder(await listByNumbers(on, raceid, numbers, eventid ?? null), zeros)
  return new Map(written.map((bib) => [bib, all(bib).map((one) => writtenBib(printedBib(one)))]))
}

/**
 * Writes bibs in the printed form of their registrations. A bib that means no runner, or possibly several, stays as it
 * is written.
 */
export const bibsAsPrinted = async (
  on: Db | Tx,
  raceid: number,
  written: readonly string[],
  among: Among = {},
): Promise<Map<string, string>> =>
  new Map(
    [...(await printedBibsFor(on, raceid, written, among))].map(([bib, meant]) => [
      bib,
      meant.length === 1 ? meant[0]! : writtenBib(bib),
    ]),
  )
export const bibAsPrinted = async (on: Db | Tx, raceid: number, written: string, among: Among = {}): Promise<string> =>
  (await bibsAsPrinted(on, raceid, [written], among)).get(written)!

/** Lists every registration that a written bib could mean, so that a person can choose. */
export const registrationsOfBib = async (
  on: Db | Tx,
  raceid: number,
  written: string,
  { eventid }: Pick<Among, 'eventid'> = {},
): Promise<number[]> =>
  bibFinder(await listByNumbers(on, raceid, bibNumbersIn(written), eventid ?? null))
    .all(written)
    .map(({ id }) => id)

/** Lists other ways to write these printed bibs. Spellings that could mean another runner of the race are left out. */
export const otherSpellings = async (
  on: Db | Tx,
  raceid: number,
  printed: readonly string[],
): Promise<Map<string, string[]>> => {
  const exact = new Set(printed)
  const numbers = new Set(printed.flatMap(bibNumbersIn))
  const worn = await listByNumbers(on, raceid, [...numbers], null)
  // After a prefix that ends in figures, a number without its zeros can look like another number.
  const read = worn.filter(({ prefix_bib }) => /\d$/.test(prefix_bib ?? '')).flatMap(looseForms)
  const unseen = [...new Set(read.flatMap(bibNumbersIn))].filter((number) => !numbers.has(number))
  const finder = bibFinder([...worn, ...(await listByNumbers(on, raceid, unseen, null))])
  return new Map(
    worn.flatMap((one) => {
      const bib = writtenBib(printedBib(one))
      return exact.has(bib) ? [[bib, looseForms(one).filter((form) => finder.one(form) === one)] as const] : []
    }),
  )
}
