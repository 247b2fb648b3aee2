import { hash } from 'node:crypto'
import { breather, inTurns } from '#db/sharing/batch.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import type { EventRow } from '#features/events/service.ts'
import { lookupsOf } from '#features/people/rules.ts'
import { bibFinder, printedBib, writtenBib } from '#features/registrations/bib.rules.ts'
import { derivedFrom } from './reading/compare.rules.ts'
import { type Reading, withoutDoubles } from './reading/rows.rules.ts'
import { type RowProblem, type ResultRead, lettersLost } from './reading/row.rules.ts'
import { type Derived, rankingOf } from '../rules.ts'
import type { Entrant, StoredResult } from '../store.ts'

/** A result of the event after the import, from the file or kept from before. */
export type MatchedResult = {
  read?: ResultRead
  stored?: StoredResult
  derived: Derived
  agegroup_given: boolean
  registrationid: number | null
  document_ix: Buffer | null
  fingerprint: string | null
  same: boolean
}

const sameName = (a: string, b: string | null): boolean =>
  b !== null && a.toLowerCase().replace(/[\s,.·•]/g, '') === b.toLowerCase().replace(/[\s,.·•]/g, '')

/** A row of the file with its registration. */
type Meant = {
  read: ResultRead
  /** The bib as the file writes it. */
  written: string
  entrant: Entrant | undefined
  document_ix: Buffer | null
}

/**
 * Finds the registration of a row, by the document or else by the bib. If the row has the registration's bib in another
 * spelling, the result gets the printed bib. Photos, timing and look-ups then find the result.
 */
const meaner = (entrants: readonly Entrant[], rowsHaveBibs: boolean) => {
  const { one } = bibFinder(
    rowsHaveBibs ? entrants.flatMap((entrant) => (entrant.bib === null ? [] : [{ ...entrant, bib: entrant.bib }])) : [],
  )
  const byNumber = new Map(entrants.map((entrant) => [entrant.idnum_ix.toString('base64'), entrant]))
  return (read: ResultRead, document_ix: Buffer | null): Meant => {
    const worn = one(read.bib)
    const entrant = (document_ix && byNumber.get(document_ix.toString('base64'))) || worn
    const bib = worn && worn.id === entrant!.id ? writtenBib(printedBib(worn)) : read.bib
    return { read: bib === read.bib ? read : { ...read, bib }, written: read.bib, entrant, document_ix }
  }
}

/**
 * Fills missing values of a row from its registration. Reports a bib without a registration, and a name that differs
 * from the name in the registration.
 */
const filledIn = (
  { read, entrant }: Meant,
  known: boolean,
  problems: RowProblem[],
): { read: ResultRead; registrationid: number | null } => {
  const { line, bib } = read
  if (!entrant) {
    if (known) problems.push({ line, bib, severity: 'doubtful', word: 'unknown_bib' })
    return { registrationid: null, read }
  }
  const name = read.name !== null && lettersLost(read.name) ? null : read.name
  if (name !== null && !sameName(name, entrant.name) && !sameName(name, entrant.enname))
    problems.push({ line, bib, severity: 'doubtful', word: 'name_differs', given: name })
  const gender = entrant.gender === null ? null : entrant.gender === 'male' ? 'M' : 'F'
  return {
    registrationid: entrant.id,
    read: {
      ...read,
      name: name ?? entrant.name,
      gender: read.gender ?? gender,
      age: read.age ?? entrant.age_on_race_day,
      age_in_year: read.age_in_year ?? entrant.age_in_race_year,
    },
  }
}

const blindOf = (seal: Seal, raceid: number, document: string): Buffer =>
  seal.blind(raceScope(raceid), 'idnum', lookupsOf(document).at(-1)!)

type Matched = ReturnType<typeof filledIn> & Pick<Meant, 'written' | 'document_ix'>
/**
 * Matches the rows of a file with their runners. If two rows write the bib of one runner in two ways, they count as two
 * rows with one bib.
 */
const matchRows = async (
  reading: Reading,
  entrants: readonly Entrant[],
  { raceid, seal, numberRows }: { raceid: number; seal: Seal; numberRows: boolean },
) => {
  const breathe = breather()
  const means = meaner(entrants, !numberRows)
  const known = !numberRows && entrants.some(({ bib }) => bib !== null)
  const meant = new Map<ResultRead, Meant>()
  for (const read of reading.results) {
    const one = means(read, read.document === null ? null : blindOf(seal, raceid, read.document))
    meant.set(one.read, one)
    await breathe()
  }
  const rows = await inTurns(withoutDoubles([...meant.keys()], reading.problems))
  const matched: Matched[] = []
  for (const row of rows) {
    const { written, document_ix } = meant.get(row)!
    matched.push({ written, document_ix, ...filledIn(meant.get(row)!, known, reading.problems) })
    await breathe()
  }
  return matched
}

/**
 * Finds the stored result of a row. A runner's result may be under another bib: the runner submitted it before the bib
 * was given, or an older file spelt the bib differently. The new row then replaces the runner's result, and links to it
 * stay valid.
 */
const earlierFinder = (
  matched: readonly Matched[],
  stored: readonly StoredResult[],
  before: ReadonlyMap<string, StoredResult>,
) => {
  const named = new Set(matched.map(({ read }) => read.bib))
  const handed = new Map(
    stored
      .filter((one) => one.handed_in && one.registrationid !== null && !named.has(one.bib))
      .map((one) => [one.registrationid!, one]),
  )
  return ({ read, written, registrationid }: Matched): StoredResult | undefined => {
    if (before.has(read.bib)) return before.get(read.bib)
    const own = registrationid === null ? undefined : handed.get(registrationid)
    if (own && before.has(own.bib)) return own
    const spelt = written === read.bib || named.has(written) ? undefined : before.get(written)
    return spelt && (spelt.registrationid === null || spelt.registrationid === registrationid) ? spelt : undefined
  }
}

const asStored = (one: StoredResult): MatchedResult => ({
  stored: one,
  derived: fromStored(one),
  agegroup_given: one.agegroup_given,
  registrationid: one.registrationid,
  document_ix: null,
  fingerprint: null,
  same: true,
})

/**
 * Joins the rows of the file with the existing results. A result without a row stays, or is removed if the import
 * replaces results. An accepted submission is removed only if the file has a result of its runner.
 */
export const matchResults = async (
  reading: Reading,
  entrants: readonly Entrant[],
  stored: readonly StoredResult[],
  event: EventRow,
  order: { seal: Seal; replace: boolean; numberRows: boolean; readAs: string },
): Promise<MatchedResult[]> => {
  const { replace, readAs } = order
  const breathe = breather()
  const before = new Map<string, StoredResult>()
  for (const one of stored) {
    before.set(one.bib, one)
    await breathe()
  }
  const matched = await matchRows(reading, entrants, { ...order, raceid: event.raceid })
  const earlierOf = earlierFinder(matched, stored, before)
  const agegroup_given = matched.some(({ read }) => read.agegroup !== null)
  const derived = derivedFrom(
    matched.map(({ read }) => read),
    rankingOf(event.ranking),
  )
  const results: MatchedResult[] = []
  for (const [at, row] of matched.entries()) {
    await breathe()
    const { read, registrationid, document_ix } = row
    const fingerprint = hash('md5', `${readAs}\t${registrationid}\t${read.bib}\t${read.raw}`)
    const was = earlierOf(row)
    if (was) before.delete(was.bib)
    const same = was?.imported === fingerprint
    results.push({
      read,
      ...(was ? { stored: was } : {}),
      derived: same ? fromStored(was!) : derived[at]!,
      agegroup_given,
      registrationid,
      document_ix,
      fingerprint,
      same,
    })
  }
  const read = new Set(results.map(({ registrationid }) => registrationid))
  const stays = (one: StoredResult): boolean =>
    one.handed_in ? one.registrationid === null || !read.has(one.registrationid) : !replace
  return [...results, ...[...before.values()].filter(stays).map(asStored)]
}
const fromStored = (one: StoredResult): Derived => ({
  field: one.field,
  gender: one.gender,
  agegroup: one.agegroup,
  outcome: one.outcome,
  gun_ms: one.gun_ms,
  net_ms: one.net_ms,
  tiebreak: one.published_overall,
})
