import pg from 'pg'

export type Violation = {
  kind: 'unique' | 'foreign_key' | 'check' | 'not_null' | 'exclusion'
  constraint: string
  table: string
}

const KINDS: Record<string, Violation['kind']> = {
  '23505': 'unique',
  '23503': 'foreign_key',
  '23514': 'check',
  '23502': 'not_null',
  '23P01': 'exclusion',
}

/**
 * For each kind of violation, a function that finds the names in an error's message. `quoted` are the quoted words of
 * the message, in their order.
 */
const QUOTED: Record<Violation['kind'], (quoted: readonly string[]) => { constraint?: string; table?: string }> = {
  unique: ([constraint]) => ({ constraint }),
  exclusion: ([constraint]) => ({ constraint }),
  check: ([table, constraint]) => ({ table, constraint }),
  foreign_key: ([table, constraint]) => ({ table, constraint }),
  not_null: ([column, table]) => ({ table, constraint: column }),
}
/**
 * Returns the constraint of an error, and its table if the error names the table. In a distributed database
 * (docs/scale.md) the error comes from a part of the table. Such an error has the names only in its message, and each
 * name ends with the number of the part.
 */
const namesOf = (error: pg.DatabaseError, kind: Violation['kind']): Omit<Violation, 'kind'> => {
  if (error.table !== undefined) return { constraint: error.constraint ?? error.column ?? '', table: error.table }
  const quoted = [...error.message.matchAll(/"([^"]+)"/g)].map(([, name]) => name!.replace(/_\d{6,}$/, ''))
  const { constraint = '', table = '' } = QUOTED[kind](quoted)
  return { constraint, table }
}

/**
 * Returns the constraint that caused an error, so that a write can name the clash. Undefined for every other error. In
 * a distributed database the error of a unique value does not name its table, so callers compare the constraint and not
 * the table.
 */
export const violationOf = (error: unknown): Violation | undefined => {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return undefined
  const kind = KINDS[error.code]
  return kind && { kind, ...namesOf(error, kind) }
}
