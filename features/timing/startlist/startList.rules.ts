import type { Text } from '#contract/words.ts'
import type { ImportRow, RowPlan } from '#seam/server/imports.ts'
import type { TimedRunnerRow } from '../course/runners.store.ts'
import type { ChipLine } from '../reads/chips.store.ts'
import { type ListedRunner, isBib, runnerIn } from '../reads/lists.rules.ts'
import { startWords as words } from './startList.words.ts'

export type Starter = ListedRunner & { eventid: number }
/** The content of a row: a runner of another system, a chip, or a runner and a chip. */
export type StarterItem = { runner: Starter | undefined; chip: ChipLine | undefined }
export type StartersKnown = {
  /** Events by name, in lower case. */
  events: ReadonlyMap<string, number>
  /** The day of each event, for ages. */
  days: ReadonlyMap<number, string>
  /** The event for rows that name no event. */
  into: number | undefined
  /** Bibs as they are printed, by the bib as written. */
  printed: ReadonlyMap<string, string>
  /** The runners whom the race knows, by printed bib. */
  runners: ReadonlyMap<string, TimedRunnerRow>
  /** The bibs of known chips. */
  chips: ReadonlyMap<string, string>
}

const refused = (line: number, why: Text, values?: Record<string, string>): RowPlan<StarterItem> => ({
  line,
  state: 'refused',
  why,
  ...(values ? { values } : {}),
})
/** Returns a name in the form in which names are compared. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')
const compared = ['eventid', 'name', 'gender', 'age', 'age_in_year', 'club', 'zone', 'field'] as const
const differs = (starter: Starter, there: TimedRunnerRow | undefined): boolean =>
  !there || compared.some((name) => starter[name] !== there[name])

export const bibIn = ({ cells }: ImportRow): string => runnerIn((title) => cells[title]).bib
export const chipIn = ({ cells }: ImportRow): string => (cells['chip'] ?? '').normalize('NFKC').trim().toUpperCase()

/** Fills the blank cells of a row with the values of an earlier list. */
const filledFrom = (starter: Starter, there: TimedRunnerRow | undefined): Starter =>
  there
    ? {
        ...starter,
        name: starter.name ?? there.name,
        gender: starter.gender ?? there.gender,
        age: starter.age ?? there.age,
        age_in_year: starter.age_in_year ?? there.age_in_year,
        club: starter.club ?? there.club,
        zone: starter.zone ?? there.zone,
        field: starter.field || there.field,
      }
    : starter

/**
 * Reads a row as a runner with a printed bib. If it finds no valid bib or no event for the row, it returns the row as
 * refused.
 */
const starterIn = (
  { line, cells }: ImportRow,
  { events, days, into, printed, runners }: StartersKnown,
): Starter | RowPlan<StarterItem> => {
  const given = (cells['event'] ?? '').trim()
  const written = runnerIn((title) => cells[title]).bib
  if (!isBib(written)) return refused(line, words.wrong_bib)
  const bib = printed.get(written) ?? written
  const eventid = given === '' ? (into ?? runners.get(bib)?.eventid) : events.get(given.toLowerCase())
  if (eventid === undefined)
    return given === ''
      ? refused(line, words.event_missing)
      : refused(line, words.event_unknown, { given: given.slice(0, 60) })
  const runner = runnerIn((title) => cells[title], days.get(eventid))
  return { ...runner, bib, eventid }
}

/**
 * Plans the rows of a start list. A runner who is registered here keeps the data of the registration, and the file
 * gives only the chip. A bib may be in several rows, one for each chip of the same runner.
 */
export const planStarters = (rows: readonly ImportRow[], known: StartersKnown): RowPlan<StarterItem>[] => {
  const [seen, given] = [new Map<string, string>(), new Map<string, string>()]
  return rows.map((row): RowPlan<StarterItem> => {
    const { line } = row
    const starter = starterIn(row, known)
    if ('state' in starter) return starter
    const { bib } = starter
    const chip = chipIn(row)
    if (chip !== '' && !/^[\w-]{1,40}$/.test(chip)) return refused(line, words.wrong_chip)
    if (chip !== '' && (given.get(chip) ?? bib) !== bib) return refused(line, words.chip_twice)
    const there = known.runners.get(bib)
    const ours = there !== undefined && there.registrationid !== null
    if (ours && starter.name !== null && there.name !== null && nameKey(starter.name) !== nameKey(there.name))
      return refused(line, words.other_name, { name: there.name })
    if (ours && there.eventid !== starter.eventid) return refused(line, words.other_event, { name: there.name ?? bib })
    const said = JSON.stringify(starter)
    if ((seen.get(bib) ?? said) !== said) return refused(line, words.bib_twice)
    const again = seen.has(bib)
    seen.set(bib, said)
    if (chip !== '') given.set(chip, bib)
    const was = chip === '' ? bib : known.chips.get(chip)
    const filled = filledFrom(starter, there)
    const item = {
      runner: !ours && !again && differs(filled, there) ? filled : undefined,
      chip: was === bib ? undefined : { chip, bib },
    }
    if (!item.runner && !item.chip) return { line, state: 'same' }
    const isNew = item.runner ? there === undefined : was === undefined
    return { line, state: isNew ? 'added' : 'changed', item }
  })
}
