import { useQueryClient } from '@tanstack/react-query'
import { callsElsewhere, useAsk, useCall } from '#ui/network/call.ts'
import { forgetToken, keepToken, sessionToken } from '#ui/router/address.ts'
import type { Account } from '#seam/web/account.tsx'
import { userClearlogin, userCurrent } from '../contract.ts'

/**
 * A page that was opened with a token in its link goes on by token: its webview may keep no cookies. So does one whose
 * calls go to the shopping partner's host, where no cookie of ours is sent.
 */
export const goOnAs = (token: string): void => {
  if (sessionToken() !== undefined || callsElsewhere()) keepToken(token)
}

const nobody = new Set(['401', '10001', '403'])

/** Whose session this browser holds. `pending` until that is known; a lost network changes nothing. */
export const useAccount = (): Account => {
  const queries = useQueryClient()
  const asked = useAsk(userCurrent, {}, { quiet: true, staleTime: 60_000 })
  const clear = useCall(userClearlogin, { quiet: true })
  // Null is what the server writes into the page of a browser without a session.
  const current = asked.error && nobody.has(asked.error.code) ? undefined : (asked.data ?? undefined)
  return {
    loggedIn: current !== undefined,
    uid: current?.uid,
    /** Masked. */
    mobile: current?.mobile ?? undefined,
    /** The name that the account shows. */
    name: current?.name ?? undefined,
    /** Whether a person of the messaging app is bound. */
    app: current?.app ?? false,
    pending: asked.isPending,
    /** Nothing is known: asking failed, and not for want of a log-in. */
    lost:
      asked.data === undefined && asked.error && !nobody.has(asked.error.code)
        ? { error: asked.error, retry: () => void asked.refetch() }
        : undefined,
    /** After a log-in: everything that was asked before may be answered otherwise now. */
    refresh: () => void queries.invalidateQueries(),
    logOut: async (everywhere = false) => {
      await clear.mutateAsync({ everywhere })
      forgetToken()
      // First nobody is logged in, then what was theirs is forgotten: a page that still stands would ask for it again,
      // and be asked to log in.
      await asked.refetch()
      queries.removeQueries({ predicate: (query) => query.queryKey[0] !== userCurrent.path })
    },
    loggingOut: clear.isPending,
  }
}
