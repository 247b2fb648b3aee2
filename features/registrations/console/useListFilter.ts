import type * as z from 'zod/mini'
import { usePageParams } from '#ui/router/Link.tsx'
import { filterOfRegistrations } from '../lookup/filter.contract.ts'

type Shape = typeof filterOfRegistrations
export type RegistrationListFilter = { [Name in keyof Shape]?: z.output<Shape[Name]> }

/** The filters that show after a press on the filter button. The filters by answers (`fields`) show there too. */
export const hiddenFilters = [
  'gender',
  'age_from',
  'age_to',
  'clothes',
  'addon',
  'bib',
  'since',
  'upto',
  'tag',
  'team',
  'code',
  'province',
] as const satisfies readonly (keyof Shape)[]

const openedIn = (name: string, given: string): unknown => {
  if (name !== 'fields') return given
  try {
    return JSON.parse(given)
  } catch {
    return undefined
  }
}

/** Writes a filter for an address. Nested values become JSON. */
export const asParams = (filter: Readonly<Record<string, unknown>>): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      name,
      value === undefined ? undefined : typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )

/**
 * Reads the list's filter from the address, so that staff can share a link. Unknown values are left out. `hidden` is
 * the number of active filters behind the filter button.
 */
export const useListFilter = (): { filter: RegistrationListFilter; hidden: number } => {
  const params = usePageParams()
  const filter = Object.fromEntries(
    Object.entries(filterOfRegistrations).flatMap(([name, schema]) => {
      const given = params[name]
      if (given === undefined || given === '') return []
      const read = schema.safeParse(openedIn(name, given))
      return read.success && read.data !== undefined ? [[name, read.data]] : []
    }),
  ) as RegistrationListFilter
  const named = hiddenFilters.filter((name) => filter[name] !== undefined).length
  return { filter, hidden: named + Object.keys(filter.fields ?? {}).length }
}
