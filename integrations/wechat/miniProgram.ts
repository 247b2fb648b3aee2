import * as z from 'zod/mini'
import { accessTokens } from './accessToken.ts'
import { type AppCredentials, MessagingAppDown, askApp, askAppForPicture } from './api.ts'
import type { AppPerson } from './client.ts'
import { type MiniNotice, type NoticeTemplate, miniTemplates, sendMiniNotice } from './notices.ts'

/** Mini-programs that a race's codes may open (docs/behaviour/certificates.md, Codes). `helper` is our own. */
export const miniNames = ['helper', 'tnf100', 'danma', 'jd'] as const
export type MiniName = (typeof miniNames)[number]

/**
 * The content of a mini-program's code. `scene` has at most 32 signs, of those that the vendor accepts. `page` begins
 * without a slash.
 */
export type MiniCode = { scene: string; page: string; /** The width in pixels, 280–1280. */ width?: number }

export type MiniProgram = {
  sandbox: boolean
  appid: string
  /** Returns the person behind a code of `wx.login`. Undefined if the code is not valid. Throws MessagingAppDown. */
  personOf: (code: string) => Promise<AppPerson | undefined>
  /**
   * Returns the mobile behind a code of the button `getPhoneNumber`, in E.164. Undefined if the code is not valid.
   * Throws MessagingAppDown.
   */
  mobileOf: (code: string) => Promise<string | undefined>
  /**
   * Returns the picture of a code that opens a page of the mini-program. Undefined if there is no such page or if the
   * vendor does not accept the scene. Throws MessagingAppDown.
   */
  codeOf: (code: MiniCode) => Promise<Buffer | undefined>
  /** Returns the token with which the mini-program calls the API for itself. */
  accessToken: () => Promise<string>
  /** Sends the one notice that a user allowed. Throws NoticeRefused or MessagingAppDown. */
  sendNotice: (notice: MiniNotice) => Promise<void>
  /** Returns the notice templates of the account. Throws NoticeRefused or MessagingAppDown. */
  noticeTemplates: () => Promise<NoticeTemplate[]>
}

const Session = z.object({
  openid: z.string().check(z.regex(/^[\w-]{1,128}$/)),
  session_key: z.string(),
  unionid: z.optional(z.string().check(z.regex(/^[\w-]{1,128}$/))),
})
const Phone = z.object({
  phone_info: z.object({
    purePhoneNumber: z.string(),
    countryCode: z.union([z.string(), z.number()]),
    watermark: z.object({ appid: z.string() }),
  }),
})

const BAD_CODE: ReadonlySet<number> = new Set([40029, 40163, 40226, 42003])
/** Error codes that mean that there is no such page, or that the vendor does not accept the scene or an argument. */
const BAD_PAGE: ReadonlySet<number> = new Set([40097, 40129, 40169, 41030])

export const miniProgram = (
  { appid, secret }: AppCredentials,
  api: () => string,
  { clock, sandbox = false, timeoutMs = 5000 }: { clock: () => Date; sandbox?: boolean; timeoutMs?: number },
): MiniProgram => {
  const tokens = accessTokens({ appid, secret }, api, { clock, timeoutMs })
  const at = (path: string, token: string) => `${api()}${path}?${new URLSearchParams({ access_token: token })}`
  return {
    sandbox,
    appid,
    accessToken: tokens.token,
    sendNotice: (notice) => sendMiniNotice({ tokens, api, timeoutMs }, notice),
    noticeTemplates: () => miniTemplates({ tokens, api, timeoutMs }),
    personOf: async (code) => {
      // The session key decrypts data that the vendor encrypts for us. The product uses no such data, so the key is not
      // kept.
      const query = new URLSearchParams({ appid, secret, js_code: code, grant_type: 'authorization_code' })
      const address = `${api()}/sns/jscode2session?${query}`
      const session = await askApp(address, Session, { bad: BAD_CODE, timeoutMs })
      return session && { openid: session.openid, unionid: session.unionid }
    },
    mobileOf: async (code) => {
      const answer = await tokens.asking((token, stale) =>
        askApp(at('/wxa/business/getuserphonenumber', token), Phone, {
          bad: BAD_CODE,
          stale,
          body: { code },
          timeoutMs,
        }),
      )
      if (!answer) return undefined
      const { purePhoneNumber, countryCode, watermark } = answer.phone_info
      if (watermark.appid !== appid) throw new MessagingAppDown("the messaging app told another mini-program's number")
      return `+${countryCode}${purePhoneNumber}`
    },
    // `check_path` makes the vendor refuse a page that the published mini-program lacks. Otherwise only the person who
    // scans the code would notice.
    codeOf: ({ scene, page, width = 430 }) =>
      tokens.asking((token, stale) =>
        askAppForPicture(at('/wxa/getwxacodeunlimit', token), {
          bad: BAD_PAGE,
          stale,
          body: { scene, page, width, check_path: true, env_version: 'release' },
          timeoutMs,
        }),
      ),
  }
}
