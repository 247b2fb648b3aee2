import type * as z from 'zod/mini'
import { usePageParams } from '#ui/router/Link.tsx'
import { filterOfRegistrations } from '../lookup/filter.contract.ts'

type Shape = typeof filterOfRegistrations
export type ListFilter = { [Name in keyof Shape]?: z.output<Shape[Name]> }

/** The filters behind the button; the others are visible. */
export const hiddenFilters = [
  'gender',
  'age_from',
  'age_to',
  'clothes',
  'bib',
  'since',
  'upto',
  'tag',
  'team',
  'code',
  'province',
] as const satisfies readonly (keyof Shape)[]

/** The filter of the list in the address, so that staff can share a link. Unknown values are left out. */
export const useListFilter = (): { filter: ListFilter; hidden: number } => {
  const params = usePageParams()
  const filter = Object.fromEntries(
    Object.entries(filterOfRegistrations).flatMap(([name, schema]) => {
      const given = params[name]
      if (given === undefined || given === '') return []
      const read = schema.safeParse(given)
      return read.success && read.data !== undefined ? [[name, read.data]] : []
    }),
  ) as ListFilter
  return { filter, hidden: hiddenFilters.filter((name) => filter[name] !== undefined).length }
}
