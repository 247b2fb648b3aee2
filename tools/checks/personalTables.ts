import type { Exceptions } from './exceptions.ts'
import type { Source } from './sources.ts'

type Tables = Readonly<Record<string, readonly string[]>>
/** Returns the columns of each table and view, as the database gave them to db/schema.ts. */
export const catalogIn = (sources: readonly Source[]): Tables => {
  const { text } = sources.find(({ path }) => path === 'db/schema.ts')!
  const bodyOf = (name: string) => new RegExp(`^export interface ${name} \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(text)![1]!
  return Object.fromEntries(
    [...bodyOf('DB').matchAll(/^ {2}(\w+): (\w+);/gm)].map(([, table, type]) => [
      table!,
      [...bodyOf(type!).matchAll(/^ {2}(\w+)\??:/gm)].map(([, column]) => column!),
    ]),
  )
}

/**
 * The names of columns that lead to a person: to an account, a registration, a result, a number or a bib.
 */
const leading =
  /^(uid|registrationid|captain|successorid|holderid|resultid|idnum_ix|document_ix|mobile_ix|app_ix|target|bib)$/
/** Columns that name the member of staff who did something. */
const working = /^staffid$|_by$/

export const tablesOfPeople = (catalog: Tables): string[] =>
  Object.entries(catalog)
    .filter(([, columns]) => columns.some((column) => leading.test(column)))
    .map(([table]) => table)
export const tablesOfStaff = (catalog: Tables): string[] =>
  Object.entries(catalog)
    .filter(([, columns]) => !columns.some((column) => leading.test(column)))
    .filter(([, columns]) => columns.some((column) => working.test(column)))
    .map(([table]) => table)

const ofNobody = 'it holds the id of a registration, which names nobody any more once that is erased'
/** Tables with a person's id that no `personal` of a room needs to describe, each with the reason. */
export const needNone: Exceptions = {
  bans: 'a ban counts until its last day, whatever a person erases; it ends by itself',
  suspicions: 'it holds bibs, which name nobody any more once their results are erased',
  sightings: 'it holds bibs, which name nobody any more once their results are erased',
  appointments: ofNobody,
  bulk_rows: ofNobody,
  disruption_choices: ofNobody,
  ballot_entries: `${ofNobody}; the published list must stay as it was`,
  gear_ticks: ofNobody,
  registration_moves: ofNobody,
  hall_blocks: 'it holds the id of a result, which loses its name with its registration',
  hall_jobs: 'a picture in line after the finish, by its result, which loses its name with its registration',
  mobile_codes: 'an index of a number, gone an hour after its code',
  photo_bibs: 'a bib; whose it is stands in registrations and results alone',
  result_corrections: 'a bib; whose it is stands in registrations and results alone',
  teams: 'its captain is the id of a registration, which names nobody any more once that is erased',
  timing_chips: 'a chip and its bib',
  waitlist_entries: ofNobody,
}

/** Returns the tables that name an account. A merge of two accounts must move their rows. */
export const tablesOfAccounts = (catalog: Tables): string[] =>
  Object.entries(catalog)
    .filter(([, columns]) => columns.includes('uid'))
    .map(([table]) => table)
/** Tables that name an account and whose rows a merge does not move, each with the reason. */
export const notMerged: Exceptions = {}
