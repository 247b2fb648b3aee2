import * as z from 'zod/mini'
import { type AppCredentials, MessagingAppDown, askApp } from './messagingapi.ts'
import type { AppPerson } from './messagingapp.ts'

/** The mini-program of the messaging app, as its server knows it. */
export type MiniProgram = {
  pretend: boolean
  appid: string
  /** Who stands behind a code of `wx.login`; undefined where the code does not count. Throws MessagingAppDown. */
  personOf: (code: string) => Promise<AppPerson | undefined>
  /** The mobile behind a code of the button `getPhoneNumber`, in E.164; undefined where the code does not count. Throws MessagingAppDown. */
  mobileOf: (code: string) => Promise<string | undefined>
  /** What the mini-program's other calls are made with. The vendor hands the same one to every process until it ends. */
  accessToken: () => Promise<string>
}

const Session = z.object({ openid: z.string().check(z.regex(/^[\w-]{1,128}$/)), session_key: z.string(), unionid: z.optional(z.string().check(z.regex(/^[\w-]{1,128}$/))) })
const Phone = z.object({ phone_info: z.object({ purePhoneNumber: z.string(), countryCode: z.union([z.string(), z.number()]), watermark: z.object({ appid: z.string() }) }) })
const Token = z.object({ access_token: z.string().check(z.minLength(1)), expires_in: z.number() })

const BAD_CODE: ReadonlySet<number> = new Set([40029, 40163, 40226, 42003])
/** A token is asked for anew this long before its end. */
const EARLY_MS = 5 * 60_000
class Stale extends Error {}

export const miniProgram = ({ appid, secret }: AppCredentials, api: () => string, { clock, pretend = false, timeoutMs = 5000 }: { clock: () => Date; pretend?: boolean; timeoutMs?: number }): MiniProgram => {
  let kept: { token: Promise<string>; until: number } | undefined
  const askToken = async (force: boolean): Promise<{ token: string; seconds: number }> => {
    const answer = await askApp(`${api()}/cgi-bin/stable_token`, Token, { body: { grant_type: 'client_credential', appid, secret, force_refresh: force }, timeoutMs })
    return { token: answer!.access_token, seconds: answer!.expires_in }
  }
  const accessToken = (force = false): Promise<string> => {
    const now = clock().getTime()
    if (!force && kept && kept.until > now) return kept.token
    const asked = askToken(force)
    const mine = { token: asked.then(({ token }) => token), until: now + 60_000 }
    kept = mine
    asked.then(
      ({ seconds }) => void (mine.until = now + seconds * 1000 - EARLY_MS),
      () => {
        if (kept === mine) kept = undefined
      },
    )
    return mine.token
  }
  const stale = (): never => {
    throw new Stale()
  }
  const phoneOf = async (code: string, force: boolean) =>
    askApp(`${api()}/wxa/business/getuserphonenumber?${new URLSearchParams({ access_token: await accessToken(force) })}`, Phone, { bad: BAD_CODE, stale, body: { code }, timeoutMs })
  return {
    pretend,
    appid,
    accessToken,
    personOf: async (code) => {
      // The session key opens what the vendor enciphers for us; nothing here is, so it is not kept.
      const session = await askApp(`${api()}/sns/jscode2session?${new URLSearchParams({ appid, secret, js_code: code, grant_type: 'authorization_code' })}`, Session, { bad: BAD_CODE, timeoutMs })
      return session && { openid: session.openid, unionid: session.unionid }
    },
    mobileOf: async (code) => {
      let answer
      try {
        answer = await phoneOf(code, false)
      } catch (error) {
        if (!(error instanceof Stale)) throw error
        // Another process may have made the vendor hand out a new one.
        answer = await phoneOf(code, true).catch((again: unknown) => {
          throw again instanceof Stale ? new MessagingAppDown('the messaging app takes no access token') : again
        })
      }
      if (!answer) return undefined
      const { purePhoneNumber, countryCode, watermark } = answer.phone_info
      if (watermark.appid !== appid) throw new MessagingAppDown("the messaging app told another mini-program's number")
      return `+${countryCode}${purePhoneNumber}`
    },
  }
}
