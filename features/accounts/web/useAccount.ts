import { useQueryClient } from '@tanstack/react-query'
import { callsElsewhere, useAsk, useCall } from '#ui/network/call.ts'
import { forgetToken, keepToken, sessionToken } from '#ui/router/address.ts'
import type { Account } from '#seam/web/account.tsx'
import { userClearlogin, userCurrent } from '../contract.ts'

/**
 * A page that was opened with a token in its link goes on by token, because its webview may keep no cookies. So does a
 * page that calls the shopping partner's host, which gets no cookie of ours.
 */
export const goOnAs = (token: string): void => {
  if (sessionToken() !== undefined || callsElsewhere()) keepToken(token)
}

const nobody = new Set(['401', '10001', '403'])

/** The account whose session this browser holds. `pending` until it is known. A lost network changes nothing. */
export const useAccount = (): Account => {
  const queries = useQueryClient()
  const asked = useAsk(userCurrent, {}, { quiet: true, staleTime: 60_000 })
  const clear = useCall(userClearlogin, { quiet: true })
  // The server writes null into the page of a browser without a session.
  const current = asked.error && nobody.has(asked.error.code) ? undefined : (asked.data ?? undefined)
  return {
    loggedIn: current !== undefined,
    uid: current?.uid,
    /** Masked. */
    mobile: current?.mobile ?? undefined,
    /** The name that the account shows. */
    name: current?.name ?? undefined,
    /** True where a person of the messaging app is bound to the account. */
    app: current?.app ?? false,
    pending: asked.isPending,
    /** The question failed for another reason than a missing log-in, so nothing is known. */
    lost:
      asked.data === undefined && asked.error && !nobody.has(asked.error.code)
        ? { error: asked.error, retry: () => void asked.refetch() }
        : undefined,
    /** Runs after a log-in: every earlier answer may be different now. */
    refresh: () => void queries.invalidateQueries(),
    logOut: async (everywhere = false) => {
      await clear.mutateAsync({ everywhere })
      forgetToken()
      // The page first ends the session, then forgets the account's data. A page that still stands would otherwise ask
      // for the data again, and ask for a log-in.
      await asked.refetch()
      queries.removeQueries({ predicate: (query) => query.queryKey[0] !== userCurrent.path })
    },
    loggingOut: clear.isPending,
  }
}
