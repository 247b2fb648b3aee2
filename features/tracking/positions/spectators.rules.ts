import { namePattern } from '#contract/names/han.ts'
import type { FieldRunner } from '../field/field.rules.ts'

/** The length of one stretch of a course in metres, for the density. */
export const DENSITY_METRES = 100

export type ListFilter = {
  eventid?: number | undefined
  q: string
  gender?: string | undefined
  agegroup?: string | undefined
  country?: string | undefined
  team?: string | undefined
  bibs?: readonly string[] | undefined
}
const folded = (text: string): string => text.normalize('NFKC').toLocaleLowerCase('en').replaceAll(/\s+/g, ' ').trim()

/**
 * Returns a function that tells whether a runner matches. A search finds a bib by its end, and a public name by any
 * part of it.
 */
export const runnerFilter = ({ q, ...filter }: ListFilter): ((runner: FieldRunner) => boolean) => {
  const wanted = folded(q)
  const named = new RegExp(namePattern(wanted), 'u')
  return (runner) =>
    isAmong(runner, filter) &&
    (q === '' || folded(runner.bib).endsWith(wanted) || (runner.name !== null && named.test(folded(runner.name))))
}
const isAmong = (runner: FieldRunner, { gender, agegroup, country, team, bibs }: Omit<ListFilter, 'q'>): boolean => {
  if (gender !== undefined && runner.gender !== gender) return false
  if (agegroup !== undefined && runner.agegroup !== agegroup) return false
  if (country !== undefined && runner.country !== country) return false
  if (team !== undefined && runner.team !== team) return false
  return bibs === undefined || bibs.includes(runner.bib)
}

/** Splits a text into bibs at the commas; undefined if there are too many bibs, or if a bib is too long. */
export const bibsOf = (given: string): string[] | undefined => {
  const bibs = [...new Set(given.split(',').map((bib) => bib.trim()))].filter((bib) => bib !== '')
  return bibs.length > 50 || bibs.some((bib) => bib.length > 20) ? undefined : bibs
}

/** Counts the people on each stretch of the course. */
export const densityOf = (metres: Iterable<number>, length: number): number[] => {
  const counts = Array.from({ length: Math.max(1, Math.ceil(length / DENSITY_METRES)) }, () => 0)
  for (const at of metres) counts[Math.min(counts.length - 1, Math.max(0, Math.floor(at / DENSITY_METRES)))]! += 1
  return counts
}

/** Returns the different values of a column, sorted, at most 300. */
export const valuesOf = (runners: readonly FieldRunner[], column: 'agegroup' | 'country' | 'team'): string[] =>
  [...new Set(runners.flatMap((runner) => runner[column] ?? []))].sort().slice(0, 300)
