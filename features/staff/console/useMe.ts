import { useQueryClient } from '@tanstack/react-query'
import type { Right } from '#contract/rights.ts'
import { useAsk, useCall } from '#ui/network/call.ts'
import { consoleLogout, consoleMe } from '../contract.ts'

/** Reads the member of staff who is logged in, with the rights for the whole installation or for a race. */
export const useMe = (raceid?: number) => {
  const queries = useQueryClient()
  const query = useAsk(consoleMe, raceid === undefined ? {} : { raceid }, {
    quiet: true,
    staleTime: 60_000,
    keep: true,
  })
  const logout = useCall(consoleLogout, { quiet: true })
  const me = query.error && query.error.code !== 'network' ? undefined : query.data
  return {
    me,
    // While the rights for another race load, the person stays logged in, but the rights of the former race do not
    // count.
    may: (right: Right) => (!query.isPlaceholderData && me?.rights.includes(right)) || false,
    pending: query.isPending,
    refresh: () => void queries.invalidateQueries(),
    logOut: async (everywhere = false) => {
      await logout.mutateAsync({ everywhere })
      queries.clear()
    },
    loggingOut: logout.isPending,
  }
}
