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
 * The table and the constraint of an error. In a distributed database (docs/scale.md) the error comes from a part of the
 * table, and both names end with the number of the part.
 */
const namesOf = ({ table = '', constraint = '' }: pg.DatabaseError): { table: string; constraint: string } => {
  const part = /_\d{6,}$/.exec(table)?.[0]
  if (part === undefined) return { table, constraint }
  const plain = (name: string) => (name.endsWith(part) ? name.slice(0, -part.length) : name)
  return { table: plain(table), constraint: plain(constraint) }
}

/** The constraint that caused an error, so that a write can name the clash. Undefined for every other error. */
export const violationOf = (error: unknown): Violation | undefined => {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return undefined
  const kind = KINDS[error.code]
  if (!kind) return undefined
  const { table, constraint } = namesOf(error)
  return { kind, constraint: constraint || (error.column ?? ''), table }
}
