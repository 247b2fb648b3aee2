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
 * The names of columns that lead to a person: to an account, a registration, a result, a number, a bib, a network or a
 * device.
 */
const leading =
  /^(\w*uid|registrationid|captain|successorid|holderid|resultid|idnum_ix|document_ix|mobile_ix|app_ix|target|bib|network|device|device_ix|browser|asker)$/
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
  wallet_devices: 'a phone that shows a pass; it goes with the pass, and the ticket of a pass has an account',
}

/** Removes the property `merge` of each object, because a merge moves rows and does not end them. */
const withoutMerge = (text: string): string => {
  const at = text.search(/\bmerge: \{/)
  return at < 0 ? text : text.slice(0, at) + withoutMerge(text.slice(endOf(text, at)))
}
/** Finds the position after the first pair of curly brackets at or behind `from`. */
const endOf = (text: string, from: number): number => {
  let depth = 0
  for (let at = text.indexOf('{', from); at < text.length; at++)
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at + 1
  return text.length
}
const [DESCRIBES, WORKS] = [/\/(personal\.service|room)\.ts personal$/, /\/(\w+\.)?jobs\.ts /]
/**
 * Finds the tables of a room's `personal` that no erasure of the room writes, and whose rows no job of the room
 * deletes. It begins with the descriptions and the jobs, and follows the names of the room's functions to their
 * statements. The functions of a merge do not count.
 */
export const tablesWithoutEnd = (sources: readonly Source[], room: string, tables: readonly string[]): string[] => {
  const own = sources.filter(
    ({ path }) => path.startsWith(`features/${room}/`) && /(?<!test|routes|contract)\.ts$/.test(path),
  )
  const blocks = new Map(
    own.flatMap(({ path, text }) => {
      // The value of a room also names its routes, and only its description counts here.
      const inline = text.indexOf('  personal: {')
      const whole = !path.endsWith('/room.ts')
        ? text
        : inline < 0
          ? ''
          : `const personal = ${text.slice(inline, endOf(text, inline))}`
      return withoutMerge(whole)
        .split(/^(?=(?:export )?const )/m)
        .flatMap((block): [string, string][] => {
          const name = /^(?:export )?const (\w+)/.exec(block)?.[1]
          return name ? [[`${path} ${name}`, block]] : []
        })
    }),
  )
  const named = Map.groupBy(blocks.keys(), (key) => key.split(' ')[1]!)
  const textFrom = (starts: RegExp): string => {
    const reached = new Set<string>()
    const reach = (key: string): void => {
      if (reached.has(key)) return
      reached.add(key)
      for (const word of new Set(blocks.get(key)!.match(/\w+/g))) named.get(word)?.forEach(reach)
    }
    for (const key of blocks.keys()) if (starts.test(key)) reach(key)
    return [...reached].map((key) => blocks.get(key)!).join('\n')
  }
  const [erasing, working] = [textFrom(DESCRIBES), textFrom(WORKS)]
  return tables.filter(
    (table) =>
      !new RegExp(`(delete from|update|deleteFrom\\('|updateTable\\(')\\s*${table}\\b`).test(erasing) &&
      !new RegExp(`(delete from|deleteFrom\\(')\\s*${table}\\b`).test(working),
  )
}

const asOrder = 'the law demands to keep it like the order that it belongs to; it names only the account'
/** Tables of a `personal` that no erasure and no job of the room ends, each with the reason. */
export const endElsewhere: Exceptions = {
  sessions: 'db/sessions.ts ends the sessions of an account, and the erasure calls it',
  sold_items: asOrder,
  deposits: asOrder,
  ticket_moves: 'the chain of owners of a ticket, by account; an erased account names nobody',
  consent_changes: 'the proof of a consent, by account; an erased account names nobody',
  erasures: 'the proof that a person asked for an erasure, by account; an erased account names nobody',
  coupons: 'it counts for the pieces of its batch and for its order, by account; an erased account names nobody',
  exports: 'a link of ten minutes with the account alone; the next link removes it',
}

/** Returns the tables that name an account. A merge of two accounts must move their rows. */
export const tablesOfAccounts = (catalog: Tables): string[] =>
  Object.entries(catalog)
    .filter(([, columns]) => columns.includes('uid'))
    .map(([table]) => table)
/** Tables that name an account and whose rows a merge does not move, each with the reason. */
export const notMerged: Exceptions = {}
