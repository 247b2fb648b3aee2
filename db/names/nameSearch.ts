import { type Expression, type RawBuilder, sql } from 'kysely'
import { hanForms, namePattern } from '../../contract/names/han.ts'

/** Returns the condition that a column holds a text as a part of a name. */
export const holdsName = (column: Expression<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`${column} ~* ${namePattern(text)}`

/** Writes a text so that LIKE takes each of its signs as it stands. */
export const inLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/**
 * Returns the condition of `holdsName` for a column whose characters have an index. The index finds the few rows that
 * contain all characters of the text. For these rows, the condition of `holdsName` tells whether the characters follow
 * each other.
 */
export const holdsNameByIndex = (column: Expression<unknown>, text: string): RawBuilder<boolean> => {
  const letters = [...new Set(text.toLowerCase())]
  const alone = letters.filter((letter) => hanForms(letter) === letter)
  const several = letters.filter((letter) => hanForms(letter) !== letter).map((letter) => [...hanForms(letter)])
  const held = sql`string_to_array(lower(${column}), null)`
  return sql<boolean>`(${sql.join(
    [
      ...(alone.length > 0 ? [sql`${held} @> ${alone}::text[]`] : []),
      ...several.map((forms) => sql`${held} && ${forms}::text[]`),
      holdsName(column, text),
    ],
    sql` and `,
  )})`
}
