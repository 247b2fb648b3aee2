import * as z from 'zod/mini'
import { type AppCredentials, MessagingAppDown, askApp } from './api.ts'

/**
 * The tokens with which an official account or a mini-program calls the API for itself. The vendor hands the same token
 * to every process until the token ends.
 */
export type AccessTokens = {
  token: () => Promise<string>
  /**
   * Calls `ask` with a token. If `ask` reports by `stale` that the vendor rejects the token, the client calls once more
   * with a fresh token.
   */
  asking: <Answer>(ask: (token: string, stale: () => never) => Promise<Answer>) => Promise<Answer>
}

const Token = z.object({ access_token: z.string().check(z.minLength(1)), expires_in: z.number() })
/** The time before the end of the old token at which the client asks for a new token. */
const EARLY_MS = 5 * 60_000
class Stale extends Error {}
const stale = (): never => {
  throw new Stale()
}

/**
 * Returns a function that keeps a value that the vendor issues for a limited time. The function gives the value to
 * all callers, and asks for a new value shortly before the end of that time. With `force` it asks at once.
 */
export const keptUntilItsEnd = (
  clock: () => Date,
  ask: (force: boolean) => Promise<{ value: string; seconds: number }>,
): ((force?: boolean) => Promise<string>) => {
  let kept: { value: Promise<string>; until: number } | undefined
  return (force = false) => {
    const now = clock().getTime()
    if (!force && kept && kept.until > now) return kept.value
    const answer = ask(force)
    const mine = { value: answer.then(({ value }) => value), until: now + 60_000 }
    kept = mine
    answer.then(
      ({ seconds }) => void (mine.until = now + seconds * 1000 - EARLY_MS),
      () => {
        if (kept === mine) kept = undefined
      },
    )
    return mine.value
  }
}

export const accessTokens = (
  { appid, secret }: AppCredentials,
  api: () => string,
  { clock, timeoutMs }: { clock: () => Date; timeoutMs: number },
): AccessTokens => {
  const token = keptUntilItsEnd(clock, async (force) => {
    const answer = await askApp(`${api()}/cgi-bin/stable_token`, Token, {
      body: { grant_type: 'client_credential', appid, secret, force_refresh: force },
      timeoutMs,
    })
    return { value: answer!.access_token, seconds: answer!.expires_in }
  })
  return {
    token: () => token(),
    asking: async (ask) => {
      try {
        return await ask(await token(), stale)
      } catch (error) {
        if (!(error instanceof Stale)) throw error
        // The vendor may have ended the token early, so the client asks for a new token.
        return await ask(await token(true), stale).catch((again: unknown) => {
          throw again instanceof Stale ? new MessagingAppDown('the messaging app takes no access token') : again
        })
      }
    },
  }
}
