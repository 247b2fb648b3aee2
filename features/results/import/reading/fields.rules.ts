import { writtenBib } from '#features/registrations/bib.rules.ts'

/**
 * Runners who are ranked in a field of their own. A value is the name of the field. A key names its runners by the
 * beginning of their bibs (`W`), by one bib (`16599`), or by the number after the slash of their ranks (`/25` for
 * 3/25).
 */
export type NamedCells = Readonly<Record<string, string>>
export const fieldKey = /^(?:[A-Z]{1,4}|[A-Z]{0,4}\d{1,10}[A-Z]?|\/\d{1,7})$/

/**
 * Tells whether a key of the settings means a runner with this bib. `of` is the number after the slash of the runner's
 * rank.
 */
export const meansRunner = (key: string, bib: string, of: number | null): boolean =>
  key.startsWith('/')
    ? of === Number(key.slice(1))
    : /\d/.test(key)
      ? bib === writtenBib(key)
      : bib.startsWith(key) && /^\d+$/.test(bib.slice(key.length))

/** Finds the field of a bib in the settings; '' is the field of all other bibs. */
export const namedFieldOf = (fields: NamedCells, bib: string, of: number | null): string => {
  for (const [key, field] of Object.entries(fields)) if (meansRunner(key, bib, of)) return field
  return ''
}
