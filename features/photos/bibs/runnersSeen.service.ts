import { bibsAsPrinted } from '#features/registrations/lookup/findingBibs.service.ts'
import type { Db, Tx } from '#db/db.ts'
import { knownBibs } from './tags.store.ts'

/**
 * Finds the printed bibs of the race's runners among these texts from a camera or a photographer. A bib in a text may
 * lack its prefix. It may not lack the zeros at its beginning, because a short figure in a file's name is often no bib
 * but the number of the picture.
 */
export const runnersSeen = async (
  on: Db | Tx,
  raceid: number,
  bibs: readonly string[],
): Promise<Map<string, string>> => {
  const exact = await knownBibs(on, raceid, bibs)
  const others = bibs.filter((bib) => !exact.has(bib))
  const printed = await bibsAsPrinted(on, raceid, others, { zeros: 'kept' })
  const known = await knownBibs(on, raceid, [...new Set(printed.values())])
  return new Map([...[...exact].map((bib) => [bib, bib] as const), ...[...printed].filter(([, bib]) => known.has(bib))])
}

/** Returns typed bibs in their printed form. Bibs of results without a registration stay unchanged. */
export const printedBibs = async (
  on: Db | Tx,
  raceid: number,
  bibs: readonly string[],
): Promise<Map<string, string>> => {
  const exact = await knownBibs(on, raceid, bibs)
  const others = bibs.filter((bib) => !exact.has(bib))
  return new Map([...exact].map((bib) => [bib, bib] as const).concat([...(await bibsAsPrinted(on, raceid, others))]))
}
export const printedBibOf = async (on: Db | Tx, raceid: number, bib: string): Promise<string> =>
  (await printedBibs(on, raceid, [bib])).get(bib)!
