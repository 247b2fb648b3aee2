import { useLang } from '#ui/language/lang.tsx'
import { call, useAsk } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { consoleRegistrationsList } from '../changes/changes.contract.ts'
import type { RegistrationListFilter } from './useListFilter.ts'

/** The interval at which an open page asks again for the counts above the list, in milliseconds. */
const EVERY_MS = 15_000

const readLines = (raceid: number, filter: RegistrationListFilter, columns: readonly string[], after: string | null) =>
  call(consoleRegistrationsList, {
    raceid,
    ...filter,
    columns: [...columns],
    counts: false,
    limit: 50,
    ...(after === null ? {} : { after }),
  })

/** Reads the list page by page, and the counts by state. The page asks for these counts again at an interval. */
export const useRegistrations = (raceid: number, filter: RegistrationListFilter, columns: readonly string[]) => {
  const { lang } = useLang()
  // The same columns in any order share one answer, because the order of columns does not change the rows.
  const sorted = [...columns].sort()
  const lines = usePages(
    [consoleRegistrationsList.path, raceid, lang, filter, sorted],
    (after) => readLines(raceid, filter, sorted, after),
    {
      placeholderData: (before) => before,
      // A list of several pages does not refresh by itself, because a refresh would ask for every page again.
      refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? EVERY_MS : false),
    },
  )
  const { eventid } = filter
  const ofEvent = { raceid, limit: 1, ...(eventid === undefined ? {} : { eventid }) }
  const counted = useAsk(consoleRegistrationsList, ofEvent, { quiet: true, keep: true, refetchInterval: EVERY_MS })
  return {
    lines,
    rows: lines.data?.pages.flatMap(({ items }) => items) ?? [],
    total: lines.data?.pages[0]?.total ?? undefined,
    counts: counted.data?.counts ?? undefined,
    paid: counted.data?.counts_paid ?? undefined,
  }
}
