import type { Db, Tx } from '#db/db.ts'
import { bibFinder, looseForms, numbersIn, printedBib, writtenBib } from '../bib.rules.ts'
import { listByNumbers } from '../bib.store.ts'

type Among = { /** Only among the runners of one event. */ eventid?: number | undefined; zeros?: 'kept' | 'lost' }

/** The printed bibs of all registrations that each written bib could mean (bib.rules.ts). */
export const bibsMeant = async (
  on: Db | Tx,
  raceid: number,
  written: readonly string[],
  { eventid, zeros }: Among = {},
): Promise<Map<string, string[]>> => {
  const numbers = [...new Set(written.flatMap(numbersIn))]
  const { all } = bibFinder(await listByNumbers(on, raceid, numbers, eventid ?? null), zeros)
  return new Map(written.map((bib) => [bib, all(bib).map((one) => writtenBib(printedBib(one)))]))
}

/**
 * Bibs in the printed form of their registrations; as they are written where they mean no runner, or not surely one.
 */
export const bibsAsPrinted = async (
  on: Db | Tx,
  raceid: number,
  written: readonly string[],
  among: Among = {},
): Promise<Map<string, string>> =>
  new Map(
    [...(await bibsMeant(on, raceid, written, among))].map(([bib, meant]) => [
      bib,
      meant.length === 1 ? meant[0]! : writtenBib(bib),
    ]),
  )
export const bibAsPrinted = async (on: Db | Tx, raceid: number, written: string, among: Among = {}): Promise<string> =>
  (await bibsAsPrinted(on, raceid, [written], among)).get(written)!

/** Every registration that a written bib could mean: for lists from which a person chooses. */
export const registrationsOfBib = async (
  on: Db | Tx,
  raceid: number,
  written: string,
  { eventid }: Pick<Among, 'eventid'> = {},
): Promise<number[]> =>
  bibFinder(await listByNumbers(on, raceid, numbersIn(written), eventid ?? null))
    .all(written)
    .map(({ id }) => id)

/** Other ways to write these printed bibs that mean no other runner of the race. */
export const otherForms = async (
  on: Db | Tx,
  raceid: number,
  printed: readonly string[],
): Promise<Map<string, string[]>> => {
  const asked = new Set(printed)
  const numbers = new Set(printed.flatMap(numbersIn))
  const worn = await listByNumbers(on, raceid, [...numbers], null)
  // Behind a prefix that ends in figures, a number without its zeros may be read as another number.
  const read = worn.filter(({ prefix_bib }) => /\d$/.test(prefix_bib ?? '')).flatMap(looseForms)
  const unseen = [...new Set(read.flatMap(numbersIn))].filter((number) => !numbers.has(number))
  const finder = bibFinder([...worn, ...(await listByNumbers(on, raceid, unseen, null))])
  return new Map(
    worn.flatMap((one) => {
      const bib = writtenBib(printedBib(one))
      return asked.has(bib) ? [[bib, looseForms(one).filter((form) => finder.one(form) === one)] as const] : []
    }),
  )
}
