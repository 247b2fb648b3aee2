import { createHash } from 'node:crypto'
import { newKey } from '#db/random.ts'
import type { Encoding } from '#features/files/decoding.rules.ts'
import type { TableUnreadable } from '#features/files/tableFile.service.ts'
import type { Db, Tx } from '#db/db.ts'
import { type Seal } from '#db/sealing/seal.ts'
import { type EventRow, eventNow } from '#features/events/service.ts'
import { reapplyCorrections, holdResults, keepPlanned } from '../ranking/derived.service.ts'
import { moveCorrections } from '../ranking/derived.store.ts'
import { type MatchedResult, matchResults } from './matching.service.ts'
import type { ImportCounts, ResultToSend } from './comparing.service.ts'
import { type Plan, planImport } from './planning.service.ts'
import type { EventColumn, OnlyRows } from './reading/events.rules.ts'
import type { Mapping, ColumnQuestion } from './reading/columns.rules.ts'
import type { NeededColumn } from './headers/leftOver.rules.ts'
import type { Reading } from './reading/rows.rules.ts'
import type { FileDoubt, RowProblem, ReadingSettings } from './reading/row.rules.ts'
import { rankedBefore } from '../ranking/ranked.service.ts'
import { rankingOf, splitClockOf } from '../rules.ts'
import { type Copy, copyTransaction } from '#db/copying/copying.ts'
import type { Who } from '#seam/server/handle.ts'
import { protestMinutes, publish } from '../publication/publication.service.ts'
import { withDistances } from '../report/titles.rules.ts'
import {
  type WrittenRow,
  changeResults,
  findSheet,
  forgetSplits,
  insertImport,
  insertResults,
  listEntrants,
  listStored,
  nextIds,
  removeResults,
  saveSheet,
} from '../store.ts'

export const importSteps = ['read', 'match', 'rank', 'write'] as const
export type ImportStep = (typeof importSteps)[number]
export type ImportOrder = {
  raceid: number
  eventid: number
  filename: string
  bytes: Uint8Array
  encoding?: Encoding
  /** The name of the sheet, for a workbook. */
  sheet?: string
  mapping?: Mapping
  settings?: Partial<ReadingSettings>
  /** The rows to take, for a file of several events. */
  only?: OnlyRows
  /** True if the import makes its report and writes nothing. */
  dry?: boolean
  /** True if the import removes results that the file does not have, except for accepted submissions. */
  replace?: boolean
  /** True if the import publishes unpublished results as provisional results. */
  publish?: boolean
  /** The member of staff who publishes. */
  who?: Who
  staffid?: number | null
  now: Date
  onProgress?: (step: ImportStep, done: number, of: number) => void
}
export type ImportReport = {
  filename: string
  encoding: string
  repaired: boolean
  delimiter: string
  columns: { meaning: string; header: string; column: string }[]
  header: string[]
  /** The refused rows as the file has them, with their line numbers. */
  faulty: { rows: string[][]; lines: number[] }
  /** Every column with its name in a mapping, its title and one of its cells. */
  listed: ListedColumn[]
  unused: string[]
  unused_text: string[]
  missing: NeededColumn[]
  questions: ColumnQuestion[]
  points: string[]
  basis: 'gun' | 'net'
  counts: ImportCounts
  /** The comparison of published ranks with computed ranks. */
  agreement: Record<
    'overall' | 'gender' | 'agegroup',
    { given: number; exact: number; within: number; ordered: number }
  >
  problems: RowProblem[]
  /** Doubts about the file as a whole, which a person should read. */
  doubts: FileDoubt[]
  /** The last mapping for a file with these titles, if it differs from the present mapping. */
  remembered: Mapping | null
}
export type ListedColumn = { column: string; title: string; sample: string }
/** The refusal of the whole file, or the report about an accepted file. */
export type ImportOutcome =
  | {
      refused:
        | 'event_not_found'
        | 'file_empty'
        | TableUnreadable['unreadable']
        | 'no_bib_column'
        | 'no_time_column'
        | 'mapping_unknown'
        | 'points_differ'
        | 'several_events'
        | 'only_unknown'
        | 'columns_unclear'
        | 'field_unknown'
        | 'relay_unclear'
      names?: string[]
      /** The number of the line that shows the reason. */
      line?: number
      /** The sheets of the workbook, from which the person chooses. */
      sheets?: string[]
      /** The column that says which event a row belongs to. */
      several?: EventColumn
      listed?: ListedColumn[]
      questions?: ColumnQuestion[]
      /** The last mapping for a file with these titles, if a needed column was not found. */
      remembered?: Mapping | null
    }
  | { report: ImportReport }

const rowOf = (
  raceid: number,
  now: Date,
  id: number,
  { read, derived, agegroup_given, registrationid, document_ix, fingerprint }: MatchedResult,
  withSplits: boolean,
  keepsSplits: boolean,
): WrittenRow => {
  const { published, ...of } = read!
  return {
    id,
    _key: newKey(raceid),
    bib: of.bib,
    field: of.field,
    registrationid,
    document_ix,
    name: of.name,
    gender: of.gender,
    age: of.age,
    age_in_year: of.age_in_year,
    agegroup: derived.agegroup,
    agegroup_given,
    country: of.country,
    city: of.city,
    club: of.club,
    outcome: of.outcome,
    reason: of.reason,
    gun_ms: of.gun_ms,
    net_ms: of.net_ms,
    stopped_ms: of.stopped_ms,
    splits: withSplits ? of.splits : keepsSplits ? null : [],
    published_overall: published.overall?.rank ?? null,
    published_overall_of: published.overall?.of ?? null,
    published_gender: published.gender?.rank ?? null,
    published_gender_of: published.gender?.of ?? null,
    published_agegroup: published.agegroup?.rank ?? null,
    published_agegroup_of: published.agegroup?.of ?? null,
    imported: `\\x${fingerprint}`,
    updated_at: now,
  }
}

/** The parts of a report that the plan of an import gives. A dry run has the same parts. */
export type Written = Pick<ImportReport, 'basis' | 'counts' | 'agreement' | 'problems' | 'doubts'>

/**
 * Adds, changes and removes results as planned, and returns the id of each result. If the spelling of a bib changes,
 * its corrections move to the new spelling.
 */
const writeRows = async (
  tx: Tx,
  copy: Copy,
  order: ImportOrder,
  { reading, matched, changes, otherPoints }: Plan,
): Promise<number[]> => {
  const { raceid, eventid, now, onProgress } = order
  const { changed, removed } = changes
  const ids = await nextIds(tx, changes.added.length)
  const added = changes.added.map((one, at): ResultToSend => ({ id: ids[at]!, one }))
  const withSplits = reading.points.length > 0
  const sending = added.length + changed.length
  const rowsOf = (of: readonly ResultToSend[], keepsSplits: boolean) => ({
    of,
    rowOf: ({ id, one }: ResultToSend): WrittenRow => rowOf(raceid, now, id, one, withSplits, keepsSplits),
  })
  const sentAfter = (before: number) => (sent: number) => onProgress?.('write', before + sent, sending)
  onProgress?.('write', 0, sending)
  await removeResults(tx, raceid, removed)
  if (otherPoints)
    await forgetSplits(
      tx,
      raceid,
      matched.flatMap(({ read, stored: was }) => (!read && was ? [was.id] : [])),
    )
  await moveCorrections(
    tx,
    raceid,
    eventid,
    changed.flatMap(({ one: { read, stored: was } }) =>
      was!.bib === read!.bib ? [] : [{ from: was!.bib, to: read!.bib }],
    ),
  )
  await insertResults(tx, copy, raceid, eventid, rowsOf(added, false), sentAfter(0))
  await changeResults(tx, copy, raceid, rowsOf(changed, true), sentAfter(added.length))
  const fresh = new Map(added.map(({ id, one }) => [one, id]))
  return matched.map((one) => one.stored?.id ?? fresh.get(one)!)
}

/** Stores the planned ranking and the event's sheet, and records the import. */
const writeSheet = async (
  tx: Tx,
  order: ImportOrder,
  { ranking, reading, sheet, matched, compared, counts }: Plan,
  ids: readonly number[],
): Promise<void> => {
  const { raceid, eventid, now } = order
  const { clock, totals, problems } = compared
  const withSplits = reading.points.length > 0
  await keepPlanned(tx, raceid, eventid, ranking, sheet?.corrected ?? false, compared.ranked, ids)
  await saveSheet(tx, {
    raceid,
    eventid,
    points: withSplits ? reading.points : (sheet?.points ?? []),
    clock,
    split_clock: withSplits ? splitClockOf(matched.flatMap(({ read }) => read ?? [])) : (sheet?.split_clock ?? 'gun'),
    totals,
    imported_at: now,
    updated_at: now,
    corrected: sheet?.corrected ?? false,
    waiting_since: null,
    provisional: false,
  })
  await insertImport(tx, {
    raceid,
    eventid,
    staffid: order.staffid ?? null,
    filename: order.filename.slice(0, 200),
    sha256: createHash('sha256').update(order.bytes).digest(),
    counts,
    problems: problems.slice(0, 2000),
    created_at: now,
  })
}

/** Reads the facts that an import needs. The caller has locked the event's results. */
const findKnown = async (tx: Tx, seal: Seal, order: ImportOrder, { event: eventRead, read, readAs }: EventReading) => {
  const { raceid, eventid, onProgress } = order
  // Reads the event again, because its ranking settings and the positions of its points may have changed while the file
  // was read.
  const event = (await eventNow(tx, raceid, eventid)) ?? eventRead
  const reading = withDistances(event.settings, read)
  const sheet = await findSheet(tx, raceid, eventid)
  const stored = await listStored(tx, raceid, eventid)
  const replace = order.replace ?? false
  onProgress?.('match', 0, reading.results.length)
  const matched = await matchResults(reading, await listEntrants(tx, raceid, eventid), stored, event, {
    seal,
    readAs,
    replace,
    numberRows: order.settings?.numberRows ?? false,
  })
  const before = await rankedBefore(tx, raceid, eventid)
  return { ranking: rankingOf(event.ranking), reading, sheet, stored, matched, before, replace }
}

/** Publishes imported results as staff do by hand: with a version of the list and an entry in the log. */
const publishImported = async (tx: Tx, order: ImportOrder, minutes: number): Promise<void> => {
  const { raceid, eventid, who, staffid = null, now } = order
  await publish(tx, { raceid, eventid, to: 'provisional', note: '', despite: false, minutes, who, staffid, now })
}

/** Applies a plan in the transaction in which it was made. */
const applyPlan = async (tx: Tx, copy: Copy, order: ImportOrder, plan: Plan, minutes: number): Promise<void> => {
  const { raceid, eventid, now } = order
  const { sheet, changes, ranking } = plan
  const ids = await writeRows(tx, copy, order, plan)
  if (!sheet || changes.added.length + changes.changed.length + changes.removed.length > 0)
    await writeSheet(tx, order, plan, ids)
  if (sheet) await reapplyCorrections(tx, { raceid, eventid, ranking }, now)
  if (order.publish && !sheet?.published_at) await publishImported(tx, order, minutes)
}

/**
 * An event and the rows that were read for it. `readAs` is the mapping of columns; a row that was read with another
 * mapping counts as changed.
 */
export type EventReading = { event: EventRow; read: Reading; readAs: string }
/**
 * Plans the rows and applies the plan in one transaction, which locks the event's results. A dry run only plans.
 * Returns 'points_differ' if the event would keep results with splits at other points than the file, and `replace` is
 * not set.
 */
export const writeReading = async (
  db: Db,
  order: ImportOrder,
  seal: Seal,
  given: EventReading,
): Promise<Written | 'points_differ'> => {
  const minutes = order.publish ? await protestMinutes(db, order.raceid, order.now) : 0
  return copyTransaction(db, async (tx: Tx, copy) => {
    await holdResults(tx, order.raceid, [order.eventid])
    const known = await findKnown(tx, seal, order, given)
    const plan = await planImport(known, (of) => order.onProgress?.('rank', 0, of))
    if (plan === 'points_differ') return plan
    if (!order.dry) await applyPlan(tx, copy, order, plan, minutes)
    const { compared, counts } = plan
    const { clock, agreement, problems, doubts } = compared
    return { basis: clock, counts, agreement, problems, doubts }
  })
}
