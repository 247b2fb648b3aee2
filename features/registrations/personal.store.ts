import { type Selectable, sql } from 'kysely'
import { type RaceClass, raceClasses } from '#contract/personal.ts'
import type { Db, Tx } from '#db/db.ts'
import type { Registrations } from '#db/schema.ts'
import { countAnswersOfClass, eraseAnswersOfClass } from './answers/answers.store.ts'
import { type FieldName, type FieldsWith, fields } from '#features/fields/fields.rules.ts'
import { emptyFieldsInLog } from '#features/staff/public.store.ts'
import type { ListedField } from '#features/fields/listed.rules.ts'
import type { Merging } from '#contract/personal.ts'

/**
 * The value that replaces an erased document. It holds no data of the person. It differs in each row, because the
 * database allows one live registration for each document.
 */
const noDocument = `decode(md5(raceid::text || ':' || id::text), 'hex')`

type EachOf<List> = List extends readonly (infer Each)[] ? Each : never
type Beside<Entry> = Entry extends { beside: { mask?: infer Mask; indexes?: infer Indexes; facts?: infer Facts } }
  ? Mask | EachOf<Indexes> | EachOf<Facts>
  : never
type Lost = FieldsWith<{ retention: RaceClass | 'registration' }>
/** The columns that an erasure may empty. */
type Column = (Lost | Beside<(typeof fields)[Lost]> | 'age_on_race_day' | 'age_in_race_year') & keyof Registrations
/**
 * The value that an erasure writes to a column that must have one; all other columns become null. `answers` is here by
 * name, because the type of a JSON column includes null.
 */
const emptied: Record<
  { [Name in Column]: null extends Selectable<Registrations>[Name] ? never : Name }[Column] | 'answers',
  string
> = {
  idnum: `''`,
  idnum_mask: `''`,
  idnum_ix: `''`,
  document_ix: noDocument,
  country: `''`,
  name: `''`,
  answers: `'{}'`,
}
const emptyOf = (column: string): string => (emptied as Readonly<Record<string, string>>)[column] ?? 'null'
const setOf = (columns: readonly string[]): string =>
  columns.map((column) => `${column} = ${emptyOf(column)}`).join(', ')

const lostWith = (of: RaceClass | 'registration'): FieldName[] =>
  (Object.keys(fields) as FieldName[]).filter((name) => fields[name].retention === of)
/** Lists a field's own column and the columns that are erased with it. */
const columnsOf = (name: FieldName): string[] => {
  const entry = fields[name]
  const {
    mask,
    indexes = [],
    facts = [],
  } = 'beside' in entry ? (entry.beside as NonNullable<ListedField['beside']>) : {}
  return [name, ...(mask ? [mask] : []), ...indexes, ...facts]
}

/**
 * The columns that an erasure of a class empties, and the condition under which a row still has data of the class.
 * Facts of the registration itself belong to no class.
 */
const columns = Object.fromEntries(
  raceClasses.map((of) => {
    const names = lostWith(of)
    const all = names.flatMap(columnsOf)
    const left = names.map((name) => (Object.hasOwn(emptied, name) ? `${name} <> ''` : `${name} is not null`))
    return [of, { all, set: setOf(all), left: `(${left.join(' or ') || 'false'})` }]
  }),
) as Record<RaceClass, { all: string[]; set: string; left: string }>
/** The columns that an erasure of a whole registration empties. Its event, bib, state and money stay. */
const whole = setOf([
  ...raceClasses.flatMap(lostWith).flatMap(columnsOf),
  ...lostWith('registration').flatMap(columnsOf),
  'age_on_race_day',
  'age_in_race_year',
])
/** The condition for rows that may be erased. A reserved place keeps its data for the next edition. */
const kept = `not (state = 'delay' and deleted_at is null and closed_at is null)`

/**
 * Erases a class of data in the registrations after one id, up to another id. A live registration with a reserved place
 * keeps its data. Returns the number of changed registrations and erased answers together.
 */
export const eraseClass = async (
  tx: Tx,
  raceid: number,
  of: RaceClass,
  { after: from, upto }: { after: number; upto: number },
  now: Date,
): Promise<number> => {
  const { all, set, left } = columns[of]
  await forgetCorrections(tx, raceid, { after: from, upto }, lostWith(of))
  await forgetLogged(tx, raceid, { after: from, upto }, all)
  const answers = await eraseAnswersOfClass(tx, raceid, of, { after: from, upto })
  if (set === '') return answers
  const done = await sql`update registrations
      set ${sql.raw(set)}, updated_at = ${now}
      where raceid = ${raceid} and id > ${from} and id <= ${upto} and ${sql.raw(left)} and ${sql.raw(kept)}`.execute(tx)
  return Number(done.numAffectedRows ?? 0) + answers
}
export const eraseRegistrationRow = async (tx: Tx, raceid: number, id: number, now: Date): Promise<void> => {
  await sql`
    update registrations
    set ${sql.raw(whole)}, hide_name = true, hide_age = true, erased_at = ${now}, updated_at = ${now}
    where raceid = ${raceid} and id = ${id}`.execute(tx)
}

/** Counts, by class, the registrations of a race that have data of the class, and adds the answers of the class. */
export const countRegistrationRecords = async (db: Db, raceid: number): Promise<Record<RaceClass, number>> => {
  const counted = Object.entries(columns)
    .map(([name, { left }]) => `count(*) filter (where ${left})::integer as ${name}`)
    .join(', ')
  const { rows } = await sql<Record<RaceClass, number>>`select ${sql.raw(counted)}
      from registrations
      where raceid = ${raceid}`.execute(db)
  const answers = await countAnswersOfClass(db, raceid)
  return Object.fromEntries(raceClasses.map((of) => [of, rows[0]![of] + (answers[of] ?? 0)])) as Record<
    RaceClass,
    number
  >
}

export const hasRegistrations = async (tx: Tx, uid: number): Promise<boolean> =>
  (await tx.selectFrom('registrations').select('uid').where('uid', '=', uid).limit(1).executeTakeFirst()) !== undefined
/** Removes the record that a document has used its deletion. */
export const eraseDeletion = async (tx: Tx, raceid: number, document_ix: Buffer): Promise<void> => {
  await tx
    .deleteFrom('registration_deletions')
    .where('raceid', '=', raceid)
    .where('document_ix', '=', document_ix)
    .execute()
}

/** Deletes the corrections that concern these fields, with all their old and new values. */
const forgetCorrections = async (
  tx: Tx,
  raceid: number,
  { after: from, upto }: { after: number; upto: number },
  names: readonly FieldName[],
): Promise<void> => {
  await sql`delete from registration_corrections
    where raceid = ${raceid} and registrationid > ${from} and registrationid <= ${upto}
      and fields && ${names}::text[]`.execute(tx)
}
/** Removes the values of these columns from the log's entries about registrations whose data is erased. */
const forgetLogged = async (
  tx: Tx,
  raceid: number,
  { after: from, upto }: { after: number; upto: number },
  names: readonly string[],
): Promise<void> => {
  const { rows } = await sql<{ target: string }>`select 'registration ' || id as target from registrations
    where raceid = ${raceid} and id > ${from} and id <= ${upto} and ${sql.raw(kept)}`.execute(tx)
  await emptyFieldsInLog(
    tx,
    raceid,
    rows.map(({ target }) => target),
    names,
  )
}
/** Erases all corrections that staff made to one registration. */
export const eraseCorrections = async (tx: Tx, raceid: number, id: number): Promise<void> => {
  await tx
    .deleteFrom('registration_corrections')
    .where('raceid', '=', raceid)
    .where('registrationid', '=', id)
    .execute()
}

/** Moves the registrations of one account to another. Two registrations of the same document both stay. */
export const adoptRegistrations = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`update registrations set uid = ${to} where uid = ${from}`.execute(tx)
}

export const countedRegistrations = (uid: string): string =>
  `select count(*)::integer from registrations r where r.uid = ${uid}`
export const countedTeams = (uid: string): string =>
  `select count(distinct (r.raceid, r.teamid))::integer from registrations r
    where r.uid = ${uid} and r.teamid is not null`
export const countedConsents = (uid: string): string =>
  `select count(*)::integer from registrations r, jsonb_object_keys(r.consents) where r.uid = ${uid}`
