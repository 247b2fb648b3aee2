import { createHash } from 'node:crypto'
import { type Lang, type Text, fill } from '#contract/words.ts'
import { faultReport, faultTitle } from '#features/files/csv.rules.ts'
import type { FileTable } from '#features/files/table.rules.ts'
import { logChange } from '#features/staff/service.ts'
import type { AnyImport, ImportKind, ImportRow, ImportWork, RowPlan } from '#seam/server/imports.ts'
import { beginningOfRow, columnRefs, importRowsOf, mapColumns, tooLongIn } from './rules.ts'
import { findMapping, saveMapping } from './store.ts'
import { withWholeNames } from './wholeNames.rules.ts'

/** The largest number of rows that one transaction writes. */
const BATCH = 500
const LISTED = 200
const REPORTED = 5000

/** A kind of list. Only the room of the kind knows the two types. */
type Kind = ImportKind<unknown, unknown>
type Mapping = Readonly<Record<string, string>>
export type ReadList = {
  /** The table, in which given names and family names are joined to whole names. */
  table: FileTable
  mapped: ReadonlyMap<string, number>
  rows: ImportRow[]
  missing: string[]
  remembered: boolean
}

/** Returns the hash of a table's titles, under which the meanings of the titles are stored. */
export const digestOfTitles = (header: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(header)).digest()

/**
 * Reads the meanings of a table's columns. The caller's choice counts first, then the choice of staff for an earlier
 * file with these titles, then the titles.
 */
export const readColumns = async (
  { db, raceid, who }: Pick<ImportWork, 'db' | 'raceid' | 'who'>,
  kind: AnyImport,
  given: FileTable,
  said: Mapping,
): Promise<ReadList> => {
  const of = { raceid, kind: kind.name, titles: digestOfTitles(given.header), staffid: who.staffid }
  const table = withWholeNames(given, kind.columns)
  const kept = Object.keys(said).length > 0 ? undefined : await findMapping(db, of)
  const mapped = mapColumns(table.header, kind.columns, kept ?? said)
  return {
    table,
    mapped,
    rows: importRowsOf(table, kind.columns, mapped),
    missing: kind.columns.filter(({ name, needed }) => needed && !mapped.has(name)).map(({ name }) => name),
    remembered: kept !== undefined,
  }
}

const planOf = async (
  on: ImportWork['db'],
  work: ImportWork,
  kind: Kind,
  rows: readonly ImportRow[],
): Promise<RowPlan<unknown>[]> => {
  const long = new Map(
    rows.flatMap(({ line, cells }) => {
      const why = tooLongIn(kind.columns, (name) => cells[name] ?? '')
      return why ? [[line, { line, state: 'refused', why } as const] as const] : []
    }),
  )
  const fit = rows.filter(({ line }) => !long.has(line))
  const plans = new Map(kind.plan(fit, await kind.known(on, work, fit)).map((plan) => [plan.line, plan]))
  return rows.map(({ line }) => long.get(line) ?? plans.get(line)!)
}

const isTaken = (plan: RowPlan<unknown>): plan is RowPlan<unknown> & { state: 'added' | 'changed'; item: unknown } =>
  plan.state === 'added' || plan.state === 'changed'

/**
 * Writes the rows that a plan accepts, at most 500 rows in a transaction. Each transaction first plans its rows again,
 * because a colleague or an earlier broken call may have written some of them already.
 */
const writeRows = async (
  work: ImportWork,
  kind: Kind,
  rows: readonly ImportRow[],
  counts: Readonly<Record<string, number>>,
): Promise<RowPlan<unknown>[]> => {
  const done: RowPlan<unknown>[] = []
  for (let start = 0; start < rows.length; start += BATCH) {
    const part = rows.slice(start, start + BATCH)
    const last = start + BATCH >= rows.length
    done.push(
      ...(await work.db.transaction().execute(async (tx) => {
        await kind.hold?.(tx, work)
        const plans = kind.plan(part, await kind.known(tx, work, part))
        const items = plans.filter(isTaken).map(({ item }) => item)
        if (items.length > 0) await kind.apply(tx, work, items)
        if (last)
          await logChange(tx, {
            who: work.who,
            now: work.now,
            raceid: work.raceid,
            what: kind.logged,
            target: `race ${work.raceid}`,
            after: counts,
          })
        return plans
      })),
    )
  }
  return done
}

const counted = (plans: readonly RowPlan<unknown>[]) => {
  const of = (state: RowPlan<unknown>['state']) => plans.filter((plan) => plan.state === state).length
  return { rows: plans.length, added: of('added'), changed: of('changed'), same: of('same'), refused: of('refused') }
}
type Fault = { line: number; row: string; says: string }
const say = (lang: Lang, why: Text, values: Readonly<Record<string, string>> = {}) => fill(why[lang], values)

/**
 * Plans a list and writes the rows that can be imported. A dry call writes nothing. `given` is the table of the file,
 * whose refused rows go back to staff.
 */
export const takeList = async (
  work: ImportWork,
  any: AnyImport,
  given: FileTable,
  { table, mapped, rows, missing }: ReadList,
  dry: boolean,
) => {
  const kind = any as unknown as Kind
  await kind.prepare?.(work)
  const planned = missing.length > 0 ? [] : await planOf(work.db, work, kind, rows)
  const fit = new Set(planned.flatMap((plan) => (isTaken(plan) ? [plan.line] : [])))
  const written =
    dry || fit.size === 0
      ? []
      : await writeRows(
          work,
          kind,
          rows.filter(({ line }) => fit.has(line)),
          counted(planned),
        )
  const outcome = new Map([...planned, ...written].map((plan) => [plan.line, plan]))
  const shown = new Map(table.lines.map((line, at) => [line, beginningOfRow(table.rows[at]!)]))
  const faults: Fault[] = [...outcome.values()].flatMap((plan) =>
    plan.state === 'refused'
      ? [{ line: plan.line, row: shown.get(plan.line) ?? '', says: say(work.lang, plan.why, plan.values) }]
      : [],
  )
  const refs = columnRefs(table.header)
  return {
    listed: table.header.map((title, at) => ({
      column: refs[at]!,
      title,
      sample: (table.rows.find((row) => row[at])?.[at] ?? '').slice(0, 40),
    })),
    columns: Object.fromEntries([...mapped].map(([name, at]) => [name, refs[at]!])),
    counts: missing.length > 0 ? { ...counted([]), rows: rows.length } : counted([...outcome.values()]),
    faults: faults.slice(0, LISTED),
    more: Math.max(0, faults.length - LISTED),
    report: faultReport(given, new Map(faults.map(({ line, says }) => [line, says])), faultTitle[work.lang], REPORTED),
    missing: missing.map((name) => kind.columns.find((column) => column.name === name)!.label[work.lang]),
  }
}

/** Saves the chosen columns for the next file with these titles. */
export const rememberColumns = async (
  { db, raceid, who, now }: ImportWork,
  kind: AnyImport,
  table: FileTable,
  said: Mapping,
): Promise<void> => {
  if (Object.keys(said).length === 0) return
  await saveMapping(db, {
    raceid,
    kind: kind.name,
    titles: digestOfTitles(table.header),
    staffid: who.staffid,
    mapping: said,
    used_at: now,
  })
}
