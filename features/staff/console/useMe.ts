import { useQueryClient } from '@tanstack/react-query'
import type { Right } from '#contract/rights.ts'
import { needsLogin, useAsk, useCall } from '#ui/network/call.ts'
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
  // A fault of the server or a lost network does not log the person out.
  const me = needsLogin(query.error) ? undefined : query.data
  return {
    me,
    /** The fault that keeps the page from knowing who is logged in. */
    fault: query.data === undefined && query.error && !needsLogin(query.error) ? query.error : undefined,
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
