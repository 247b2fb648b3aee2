import { useQueryClient } from '@tanstack/react-query'
import { callsElsewhere, useAsk, useCall } from '#ui/network/call.ts'
import { forgetToken, keepToken, sessionToken } from '#ui/router/address.ts'
import type { Account } from '#seam/web/account.tsx'
import { userClearlogin, userCurrent } from '../contract.ts'

/**
 * Keeps the token of a page that was opened with a token in its link, because its webview may keep no cookies. A page
 * that calls the shopping partner's host also uses a token, because that host gets no cookie of ours.
 */
export const goOnAs = (token: string): void => {
  if (sessionToken() !== undefined || callsElsewhere()) keepToken(token)
}

const nobody = new Set(['401', '10001', '403'])
/**
 * Returns the fault if the call failed for another reason than a missing log-in, and otherwise undefined. With a fault
 * the page does not know whether there is a session.
 */
const lostFrom = (answer: Pick<ReturnType<typeof useAsk<typeof userCurrent>>, 'data' | 'error' | 'refetch'>) =>
  answer.data === undefined && answer.error && !nobody.has(answer.error.code)
    ? { error: answer.error, retry: () => void answer.refetch() }
    : undefined

/**
 * Returns the fault of the call for the account. A part of a page that asks for the log-in uses this function. The
 * function makes no call, because the page would hide the part during the call, show it again, and so on without end.
 */
export const useLostAccount = (): Account['lost'] => lostFrom(useAsk(userCurrent, {}, { quiet: true, enabled: false }))

/**
 * Returns the account whose session this browser holds. The state is `pending` until the answer arrives. If a later
 * call gets no answer, the account stays.
 */
export const useAccount = (): Account => {
  const queries = useQueryClient()
  const answer = useAsk(userCurrent, {}, { quiet: true, staleTime: 60_000 })
  const clear = useCall(userClearlogin, { quiet: true })
  // The server writes null into the page of a browser without a session.
  const current = answer.error && nobody.has(answer.error.code) ? undefined : (answer.data ?? undefined)
  return {
    loggedIn: current !== undefined,
    uid: current?.uid,
    /** The masked mobile. */
    mobile: current?.mobile ?? undefined,
    name: current?.name ?? undefined,
    /** True if a person of the messaging app is bound to the account. */
    app: current?.app ?? false,
    pending: answer.isPending,
    lost: lostFrom(answer),
    /** Runs after a log-in, because every earlier answer may be different for this account. */
    refresh: () => void queries.invalidateQueries(),
    logOut: async (everywhere = false) => {
      await clear.mutateAsync({ everywhere })
      forgetToken()
      // The page first ends the session, then removes the account's data. In the other order, a visible page would load
      // the data again and ask for a log-in.
      await answer.refetch()
      queries.removeQueries({ predicate: (query) => query.queryKey[0] !== userCurrent.path })
    },
    loggingOut: clear.isPending,
  }
}
