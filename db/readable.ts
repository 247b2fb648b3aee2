import { type AliasedRawBuilder, type RawBuilder, type Selectable, sql } from 'kysely'
import type { DB } from '#db/schema.ts'

/**
 * Rows that stores of other rooms may read in their own statements. A statement uses a readable in the place of a table
 * and gives it a name. Use `text` or `sql` after `from` or `join`, and `as` in the query builder.
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
 * Opens columns of a table to other rooms. Without `columns`, it opens all columns. PostgreSQL folds the readable into
 * the statement around it, so the plan and the indexes are the same as for the table itself. A statement must not lock
 * rows through a readable, because the lock would prevent the folding.
 */
export const readable = <Table extends keyof DB & string, Column extends keyof Selectable<DB[Table]> & string>(
  table: Table,
  columns?: readonly Column[],
): Readable<Pick<Selectable<DB[Table]>, Column>> => readableAs(`(select ${columns?.join(', ') ?? '*'} from ${table})`)
