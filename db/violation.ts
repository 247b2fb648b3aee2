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

/** The constraint that caused an error, so that a write can name the clash. Undefined for every other error. */
export const violationOf = (error: unknown): Violation | undefined => {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return undefined
  const kind = KINDS[error.code]
  return kind && { kind, constraint: error.constraint ?? error.column ?? '', table: error.table ?? '' }
}
