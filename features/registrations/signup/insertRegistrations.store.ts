import { sql } from 'kysely'
import type { Lang } from '#contract/words.ts'
import { type Tx, named } from '#db/db.ts'
import { type NewAnswer, answerArrays, keepingAnswers } from '#db/sharing/onceAnswers.ts'
import { accountRows } from '#features/accounts/public.store.ts'
import { type FieldName, type FieldsWith, fields } from '#features/fields/fields.rules.ts'
import type { SealedField } from '#features/fields/lists.rules.ts'

type Held<Name extends FieldName> = Name extends SealedField ? Buffer : string
/** The columns that every registration has. Without answers, `answers` is an empty object. */
type Never = FieldsWith<{ asked: 'always' }> | 'answers'
/**
 * A column for each field. The list of fields tells whether the column is sealed. Answers and the earlier run are JSON
 * text.
 */
type FieldColumns = { [Name in Never]: Held<Name> } & { [Name in Exclude<FieldName, Never>]: Held<Name> | null }

/** A registration, ready to be written. */
export type NewRow = FieldColumns & {
  _key: string
  uid: number
  lang: Lang
  eventid: number
  state: string
  price: number
  fee: number
  /** JSON as text. The column `addons` has the same form. */
  price_by: string | null
  addons: string
  place_held: boolean
  runnerzone: string | null
  invite: string | null
  inviteid: number | null
  orderid: number | null
  pay_at: Date | null
  idnum_mask: string
  idnum_ix: Buffer
  document_ix: Buffer
  age_on_race_day: number
  age_in_race_year: number
  province_of_document: string | null
  mobile_ix: Buffer
  mobile_mask: string
  name_ix: Buffer
  national: string
  /** The consents as JSON text. */
  consents: string
  /** `hide_name` and `hide_age` are true if the runner has not agreed to `publication`. */
  hide_name: boolean
  hide_age: boolean
}

const types: Record<keyof NewRow, string> = {
  ...(Object.fromEntries(
    Object.entries(fields).map(([name, { sealed }]) => [name, sealed === null ? 'text' : 'bytea']),
  ) as Record<FieldName, string>),
  _key: 'text',
  uid: 'bigint',
  lang: 'text',
  eventid: 'integer',
  state: 'text',
  price: 'integer',
  fee: 'integer',
  price_by: 'text',
  addons: 'text',
  place_held: 'boolean',
  runnerzone: 'text',
  invite: 'text',
  inviteid: 'bigint',
  orderid: 'bigint',
  pay_at: 'timestamptz',
  idnum_mask: 'text',
  idnum_ix: 'bytea',
  document_ix: 'bytea',
  age_on_race_day: 'integer',
  age_in_race_year: 'integer',
  province_of_document: 'text',
  mobile_ix: 'bytea',
  mobile_mask: 'text',
  name_ix: 'bytea',
  national: 'text',
  consents: 'text',
  hide_name: 'boolean',
  hide_age: 'boolean',
}
const columns = Object.keys(types) as (keyof NewRow)[]
const FIRST = 5
const json: ReadonlySet<keyof NewRow> = new Set(['answers', 'consents', 'qualifying', 'price_by', 'addons'])
const arrays = columns.map((column, at) => `$${FIRST + at}::${types[column]}[]`).join(', ')
/**
 * The wishes that an account has for all its registrations. The server writes these wishes into a new registration too.
 */
const wished: ReadonlySet<keyof NewRow> = new Set(['hide_name', 'hide_age'])
const chosen = columns
  .map((column) =>
    json.has(column)
      ? `${column}::jsonb`
      : wished.has(column)
        ? `${column} or coalesce((select a.${column} from ${accountRows.text} a where a.uid = given.uid), false)`
        : column,
  )
  .join(', ')

/**
 * Inserts registrations. Ids follow the order of arrival. The statement writes rows in the order of their documents, so
 * that two statements with the same people cannot block each other. The values are arrays, because the database would
 * take as long to parse one JSON document as to write the rows.
 */
const INSERT = `
with given as materialized (select nextval('registrations_id_seq') as id, given.*
  from unnest(${arrays}) as given (${columns.join(', ')})),
inserted as (
  insert into registrations (raceid, id, created_at, updated_at, ${columns.join(', ')})
  select $1, id, $2, $2, ${chosen} from given order by document_ix
  returning id, pay_at
), kept as (
  ${keepingAnswers({ keys: '$3', answers: '$4', now: '$2' })}
)
select coalesce(json_agg(id), '[]') as ids,
  coalesce(json_agg(id) filter (where pay_at is not null), '[]') as paid from inserted`

export type InsertedIds = { ids: number[]; paid: number[] }

/** Writes registrations and the answers for repeated calls, in one statement. */
export const insertRegistrations = async (
  tx: Tx,
  raceid: number,
  rows: readonly NewRow[],
  once: readonly NewAnswer[],
  now: Date,
): Promise<InsertedIds> => {
  const [inserted] = await named<InsertedIds>(tx, 'insert registrations', INSERT, [
    raceid,
    now,
    ...answerArrays(once),
    ...columns.map((column) => rows.map((row) => row[column])),
  ])
  return inserted!
}

/**
 * Finds which of these documents have a live registration of the race, and which documents have left the race for good.
 * Documents are hexadecimal. PostgreSQL plans this query anew for each call. A plan from the time when the table was
 * small would read the whole table in the first minute of a popular event.
 */
export const findDocuments = async (
  tx: Tx,
  raceid: number,
  documents: readonly Buffer[],
): Promise<{ registered: Set<string>; exited: Set<string> }> => {
  const { rows } = await sql<{ document_ix: Buffer; exited: boolean }>`
    select found.document_ix, found.exited from unnest(${documents}::bytea[]) as asked (document_ix) cross
      join lateral (
      select document_ix, exited_at is not null as exited from registrations
      where raceid = ${raceid} and registrations.document_ix = asked.document_ix and closed_at is null
        and freed_at is null
        and (deleted_at is null or exited_at is not null) limit 1) as found`.execute(tx)
  const hex = (exited: boolean) =>
    new Set(rows.filter((row) => row.exited === exited).map(({ document_ix }) => document_ix.toString('hex')))
  return { registered: hex(false), exited: hex(true) }
}

/**
 * Counts each account's live and unpaid registrations in the race that have a price, and that hold a place or have an
 * order. The count is exact if the accounts are locked. `offset 0` and the race as a numeric value make PostgreSQL use
 * the account's index. Otherwise PostgreSQL, without statistics, might read the whole race for each account. Citus
 * still finds the one machine that holds the race.
 */
export const countUnpaid = async (tx: Tx, raceid: number, uids: readonly number[]): Promise<Map<number, number>> => {
  const { rows } = await sql<{ uid: number; unpaid: number }>`
    select r.uid, count(*)::integer as unpaid from unnest(${uids}::bigint[]) as asked (uid)
    cross join lateral (select uid, closed_at, deleted_at, pay_at, refundid, price, place_held, orderid
      from registrations where uid = asked.uid and raceid = ${raceid}::numeric offset 0) as r
    where r.closed_at is null and r.deleted_at is null and r.pay_at is null
      and r.refundid = 0 and r.price > 0 and (r.place_held or r.orderid is not null)
    group by r.uid`.execute(tx)
  return new Map(rows.map(({ uid, unpaid }) => [uid, unpaid]))
}
