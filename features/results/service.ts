import { inTurns } from '#db/sharing/batch.ts'
import type { Db, Tx } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { type EventRow, eventsOf, readEvent } from '#features/events/service.ts'
import { metresOf, raceDayOf } from '#features/events/rules.ts'
import { readRace } from '#features/races/service.ts'
import { type ImportOrder, type ImportOutcome, type Written, writeReading } from './import/import.service.ts'
import { missingIn, sampleUnder, unusedTextIn } from './import/headers/leftOver.rules.ts'
import { withTitles } from './import/headers/titleRow.rules.ts'
import { withSections } from './import/reading/sections.rules.ts'
import { isMissing } from './import/reading/cells.rules.ts'
import { keepMapping, rememberedMapping } from './import/remembering.service.ts'
import { type Mapped, columnRef, mapResultColumns } from './import/reading/columns.rules.ts'
import { fieldsUnmatched } from './import/reading/fieldsGiven.rules.ts'
import { type NamedEvent, eventColumnOf, rowsOnly, withEventsFilled } from './import/reading/events.rules.ts'
import { withGenderRanks, withGendersOfGroups } from './import/reading/genderRanks.rules.ts'
import { withRelays } from './import/legs/relays.rules.ts'
import { type Reading, readingResults } from './import/reading/rows.rules.ts'
import type { FileTable } from '#features/files/table.rules.ts'
import { type TableFile, readTableFile } from '#features/files/tableFile.service.ts'
import { type ShownResult, findById, findByKey, listResultsOf, selectSheetChange } from './report/queries.store.ts'
import { clockText, rankingOf, recorded, visible } from './rules.ts'
import { isAnyPublished, listPointLabels, setPublished } from './store.ts'

type Refused = Extract<ImportOutcome, { refused: string }>

const namedEvent = (event: EventRow): NamedEvent => ({ id: event.id, name: event.name, metres: metresOf(event) })

/**
 * Keeps the rows of a file that belong to the event: the rows that the person named, otherwise all rows. Refuses a file
 * of several events if the person named no rows.
 */
const tableOfEvent = async (
  db: Db,
  whole: FileTable,
  event: EventRow,
  { raceid, only }: ImportOrder,
): Promise<FileTable | Refused> => {
  if (only) return rowsOnly(whole, only) ?? { refused: 'only_unknown', names: [only.column, ...only.values] }
  const several = eventColumnOf(whole, namedEvent(event), (await eventsOf(db, raceid)).map(namedEvent))
  return several
    ? { refused: 'several_events', names: several.values.map(({ value }) => value || '–'), several }
    : whole
}

/**
 * Finds the meanings of a table's columns, from the guess and from the person's choices. If only a person can answer a
 * question about a column, the import is refused before anything is written.
 */
const understood = (table: FileTable, event: EventRow, order: ImportOrder): Mapped | Refused => {
  const { basis } = rankingOf(event.ranking)
  const mapped = mapResultColumns(table.header, table.rows, order.mapping, basis)
  if (mapped.unknown.length > 0) return { refused: 'mapping_unknown', names: mapped.unknown }
  // A person may choose the rows of the event by a column. This column is then neither an age group nor a field, and a
  // point that nobody of the event passed belongs to another event. A meaning that the person gave to a column stays.
  const columns = new Map(
    [...mapped.columns].filter(
      ([meaning, at]) =>
        order.only === undefined ||
        order.mapping?.[meaning] !== undefined ||
        !(
          ((meaning === 'agegroup' || meaning === 'field') && table.header[at] === order.only.column) ||
          (meaning.startsWith('split:') && table.rows.every((row) => isMissing(row[at])))
        ),
    ),
  )
  const listed = table.header.map((title, at) => ({
    column: columnRef(table.header, at),
    title,
    sample: sampleUnder(table, at),
  }))
  const names = listed.map(({ column, title, sample }) => title || `${column} (${sample})`)
  if (!columns.has('bib') && !order.settings?.numberRows) return { refused: 'no_bib_column', names, listed }
  const timed = [...columns.keys()].some(
    (meaning) => meaning === 'gun' || meaning === 'net' || meaning === 'outcome' || /^(split|segment):/.test(meaning),
  )
  if (!timed) return { refused: 'no_time_column', names, listed }
  const { questions } = mapped
  if (questions.length > 0 && !order.dry)
    return { refused: 'columns_unclear', names: questions.map(({ header }) => header), questions }
  return { ...mapped, columns }
}

const reportOn = (
  table: FileTable,
  { columns, questions }: Mapped,
  { encoding, repaired }: Omit<TableFile, 'table'>,
  reading: Reading,
  ofEvents: string | undefined,
) => {
  const used = new Set(columns.values())
  const refs = table.header.map((_, at) => columnRef(table.header, at))
  return {
    encoding,
    repaired,
    delimiter: table.delimiter,
    columns: [...columns].map(([meaning, at]) => ({ meaning, header: table.header[at]!, column: refs[at]! })),
    header: table.header,
    listed: refs.map((column, at) => ({ column, title: table.header[at]!, sample: sampleUnder(table, at) })),
    unused: table.header.filter((_, at) => !used.has(at)),
    unused_text: unusedTextIn(table, columns).filter((title) => title !== ofEvents),
    missing: missingIn(columns),
    questions,
    points: reading.points.map(({ label }) => label),
  }
}

const faultyRows = (
  { rows, lines }: FileTable,
  problems: Written['problems'],
): { rows: string[][]; lines: number[] } => {
  const refused = new Set(problems.flatMap(({ line, severity }) => (severity === 'refused' ? [line] : [])))
  const at = lines.flatMap((line, nth) => (refused.has(line) ? [nth] : []))
  return { rows: at.map((nth) => rows[nth]!), lines: at.map((nth) => lines[nth]!) }
}

/**
 * Imports a result file into one event, in one transaction. The same file a second time changes nothing, because race,
 * event and bib identify a row. The import refuses impossible rows one by one, and takes doubtful rows. Its report
 * names both.
 */
export const importResults = async (
  { db, seal }: { db: Db; seal: Seal },
  order: ImportOrder,
): Promise<ImportOutcome> => {
  const event = await readEvent(db, order.raceid, order.eventid, order.now, true)
  if (!event) return { refused: 'event_not_found' }
  order.onProgress?.('read', 0, order.bytes.length)
  const whole = await readTableFile(order.bytes, { encoding: order.encoding, sheet: order.sheet })
  if ('unreadable' in whole)
    return { refused: whole.unreadable, line: whole.line, ...(whole.sheets ? { sheets: whole.sheets } : {}) }
  if (whole.table.rows.length === 0) return { refused: 'file_empty' }
  const joined = withRelays(
    withGenderRanks(withGendersOfGroups(withEventsFilled(withSections(withTitles(whole.table))))),
  )
  if ('unclear' in joined) return { refused: 'relay_unclear', names: [joined.unclear] }
  const table = await tableOfEvent(db, joined, event, order)
  if ('refused' in table) return table
  const mapped = understood(table, event, order)
  if ('refused' in mapped)
    return mapped.listed ? { ...mapped, remembered: await rememberedMapping(db, order, table.header) } : mapped
  const { columns } = mapped
  const race = await readRace(db, order.raceid, order.now)
  const raceDay = race && raceDayOf(event, race)
  const reading = await inTurns(
    readingResults(table, columns, {
      metres: metresOf(event),
      ...(raceDay ? { raceDay } : {}),
      ...order.settings,
    }),
  )
  const unmatched = fieldsUnmatched(reading, order.settings?.fieldOfPrefix ?? {})
  if (unmatched.length > 0) return { refused: 'field_unknown', names: unmatched }
  if (columns.has('document')) await seal.prepare(raceScope(order.raceid))
  const readAs = JSON.stringify([[...columns].toSorted(), order.settings ?? {}, event.distance_cm])
  const done = await writeReading(db, order, seal, { event, read: reading, readAs })
  if (done === 'points_differ') return { refused: 'points_differ', names: reading.points.map(({ label }) => label) }
  if (!order.dry) await keepMapping(db, order, table.header)
  const ahead = race && (event.start_at ?? race.time) > order.now ? raceDay : undefined
  return {
    report: {
      filename: order.filename,
      ...reportOn(table, mapped, whole, reading, order.only?.column),
      ...done,
      faulty: faultyRows(table, done.problems),
      doubts: [...(ahead ? [{ word: 'race_ahead' as const, given: ahead }] : []), ...done.doubts],
      remembered: await rememberedMapping(db, order, table.header),
    },
  }
}

/**
 * Shows an event's results to everybody. Null as `published_at` hides them again. False if the event has no results.
 */
export const publishResults = (
  tx: Tx,
  raceid: number,
  eventid: number,
  published_at: Date | null,
  now: Date,
): Promise<boolean> => setPublished(tx, raceid, eventid, published_at, now)

export const sheetChangedAt = (db: Db, raceid: number, eventid: number): Promise<Date | null> =>
  selectSheetChange(db, raceid, eventid)

/** Lists the labels of the checkpoints of a race's results. */
export const pointLabels = (db: Db, raceid: number): Promise<string[]> => listPointLabels(db, raceid)

export const hasPublishedResults = (db: Db, raceid: number): Promise<boolean> => isAnyPublished(db, raceid)

export type LookedUpResult = Omit<ShownResult, 'gun_ms' | 'net_ms'> & { time: string | null; nettime: string | null }
/**
 * Lists published results of registrations, or of the person with a document number (its blind indexes), with the times
 * that pages show.
 */
export const resultsOf = async (
  db: Db,
  raceid: number,
  of: { registrationids: readonly number[]; numbers: readonly Buffer[] },
  now: Date,
): Promise<LookedUpResult[]> =>
  Promise.all(
    (await listResultsOf(db, raceid, now, of.registrationids, of.numbers)).map(async ({ gun_ms, net_ms, ...row }) => {
      const { rounding } = rankingOf((await readEvent(db, raceid, row.eventid, now))?.ranking)
      const time = (ms: number | null) => (ms === null ? null : clockText(recorded(ms, rounding)))
      return { ...visible(row, false), time: time(gun_ms), nettime: time(net_ms) }
    }),
  )

type ResultShown = Pick<
  LookedUpResult,
  'id' | '_key' | 'eventid' | 'bib' | 'name' | 'gender' | 'outcome' | 'time' | 'nettime'
> & { place: number | null }
const shownResult = async (
  db: Db,
  raceid: number,
  row: Awaited<ReturnType<typeof findById>>,
  uid: number | null,
  now: Date,
): Promise<ResultShown | undefined> => {
  if (!row) return undefined
  const { rounding } = rankingOf((await readEvent(db, raceid, row.eventid, now))?.ranking)
  const time = (ms: number | null) => (ms === null ? null : clockText(recorded(ms, rounding)))
  const { id, _key, eventid, bib, gender, outcome, gun_ms, net_ms, rank } = row
  return {
    id,
    _key,
    eventid,
    bib,
    gender,
    outcome,
    name: visible(row, uid !== null && row.uid === uid).name,
    place: rank,
    time: time(gun_ms),
    nettime: time(net_ms),
  }
}
/**
 * Finds a published result by its score id, as an account may see it (null: anybody), with the times that pages show.
 */
export const resultById = async (
  db: Db,
  raceid: number,
  id: number,
  now: Date,
  uid: number | null = null,
): Promise<ResultShown | undefined> => shownResult(db, raceid, await findById(db, raceid, now, id), uid, now)
export const resultByKey = async (
  db: Db,
  raceid: number,
  key: string,
  now: Date,
  uid: number | null = null,
): Promise<ResultShown | undefined> => shownResult(db, raceid, await findByKey(db, raceid, now, key), uid, now)
