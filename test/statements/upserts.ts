/** Tables that have a raceid and belong to no race, so the database does not spread them by race. */
const ofNoRace = new Set(['ids', 'messages', 'staff_roles', 'erasures', 'reconciliation_differences'])

const INSERTED = /\binsert\s+into\s+"?(\w+)"?[^]*?\bon\s+conflict\b[^]*?\bdo\s+update\s+set\s+([^]*)/i
const UPDATED = /^\s*update\s+"?(\w+)"?(?:\s+(?:as\s+)?\w+)?\s+set\s+([^]*)/i

/**
 * Returns the table whose distribution column a statement updates, as an upsert with the whole row does. A database
 * that is spread by race refuses such a statement. Undefined means that the statement is right.
 */
export const wrongUpsert = (text: string): string | undefined => {
  for (const found of [INSERTED.exec(text), UPDATED.exec(text)]) {
    const [, table, rest] = found ?? []
    if (table === undefined || ofNoRace.has(table)) continue
    const set = rest!.split(/\b(?:where|returning|from)\b/i)[0]!
    const column = table === 'races' ? 'id' : 'raceid'
    if (new RegExp(`(?:^|,)\\s*"?${column}"?\\s*=`, 'i').test(set)) return table
  }
  return undefined
}
