import { type AliasedRawBuilder, type RawBuilder, type Selectable, sql } from 'kysely'
import type { DB } from '#db/schema.ts'

/**
 * Rows that stores of other rooms may read within statements of their own. It stands where a table does, with a name
 * after it: `text` and `sql` behind from or join, `as` in the query builder.
 */
export type Readable<Row> = {
  text: string
  sql: RawBuilder<Row>
  as: <Name extends string>(name: Name) => AliasedRawBuilder<Row, Name>
}

export const readableAs = <Row>(text: string): Readable<Row> => {
  const raw = sql.raw<Row>(text)
  return { text, sql: raw, as: (name) => raw.as(name) }
}

/**
 * Columns of a table for other rooms; without a list all of them. PostgreSQL folds such a part into the statement around it, so a plan and its
 * indexes are those of the table itself. Rows are not locked through it: that would keep it from being folded.
 */
export const readable = <Table extends keyof DB & string, Column extends keyof Selectable<DB[Table]> & string>(
  table: Table,
  columns?: readonly Column[],
): Readable<Pick<Selectable<DB[Table]>, Column>> => readableAs(`(select ${columns?.join(', ') ?? '*'} from ${table})`)
