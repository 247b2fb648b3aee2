import type * as z from 'zod/mini'
import { usePageParams } from '#ui/router/Link.tsx'
import { filterOfRegistrations } from '../lookup/filter.contract.ts'

type Shape = typeof filterOfRegistrations
export type ListFilter = { [Name in keyof Shape]?: z.output<Shape[Name]> }

/** Those that stand behind the button; the others are in sight. */
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

/** The filter of the list as the address holds it, so that a link can be passed on; what it does not know is left out. */
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
