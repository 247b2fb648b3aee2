import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'

/** A row as JSON: times as ISO text, bytes as \x…. PostgreSQL converts the values by the types of the columns. */
export type JsonRow = Record<string, unknown>

const columnsOf = (row: JsonRow) => sql.join(Object.keys(row).map((column) => sql.ref(column)))

/** Returns all rows of a race in a table, sorted by id if the table has an id. */
export const rowsOfRace = async (on: Db | Tx, table: string, raceid: number): Promise<JsonRow[]> => {
  const { rows } = await sql<{ row: JsonRow }>`
    select to_jsonb(rows) as row from ${sql.table(table)} as rows
    where raceid = ${raceid} order by (to_jsonb(rows) ->> 'id')::bigint nulls first`.execute(on)
  return rows.map(({ row }) => row)
}

/** Writes rows of one table. All rows must have the same columns. The other columns of the table get their default. */
export const insertRows = async (tx: Tx, table: string, rows: readonly JsonRow[]): Promise<void> => {
  if (rows.length === 0) return
  const columns = columnsOf(rows[0]!)
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  )
}

/** Writes one row without its id and returns the id that the database gives. */
export const insertNumbered = async (tx: Tx, table: string, row: JsonRow): Promise<number> => {
  const columns = columnsOf(row)
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb)
    returning ${sql.ref(`${table}.id`)}::text as id`.execute(tx)
  return Number(rows[0]!.id)
}

export const removeRowsOfRace = async (tx: Tx, table: string, raceid: number): Promise<void> => {
  await sql`delete from ${sql.table(table)} where raceid = ${raceid}`.execute(tx)
}

/** Lists the tables in which this race has a row. Only tables with a column `raceid` count. */
export const tablesWithRace = async (tx: Tx, raceid: number): Promise<string[]> => {
  const { rows } = await sql<{ table: string }>`
    select c.table_name as table from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.column_name = 'raceid' and t.table_type = 'BASE TABLE' and c.table_schema = current_schema()
    order by 1`.execute(tx)
  const found: string[] = []
  for (const { table } of rows) {
    const seen = await sql<{ one: number }>`
      select 1 as one from ${sql.table(table)} where raceid = ${raceid} limit 1`.execute(tx)
    if (seen.rows.length > 0) found.push(table)
  }
  return found
}
