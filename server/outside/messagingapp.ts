import * as z from 'zod/mini'

/** The messaging app (WeChat) as a way to know who a payer is inside its webview: its OAuth 2.0 with the scope snsapi_base, which asks nothing of the user. */
export type MessagingApp = {
  pretend: boolean
  /** Where the webview is sent; it comes back to `returnUrl` with `code` and `state`. */
  authorizeUrl: (returnUrl: string, state: string) => string
  /** The payer's openid behind a code; undefined where the code is used up, too old or made up. Throws MessagingAppDown. */
  openidOf: (code: string) => Promise<string | undefined>
}
/** No answer, none in time, or not one of its kind. */
export class MessagingAppDown extends Error {}

export type AppCredentials = { appid: string; secret: string }
export type AppPlaces = { authorize: string; api: string }
export const WECHAT: AppPlaces = { authorize: 'https://open.weixin.qq.com/connect/oauth2/authorize', api: 'https://api.weixin.qq.com' }

const Answer = z.union([z.object({ openid: z.string().check(z.regex(/^[\w-]{1,128}$/)) }), z.object({ errcode: z.number() })])
/** The code's own fault: invalid, or used before. Every other error is ours or the app's. */
const BAD_CODE: ReadonlySet<number> = new Set([40029, 40163, 42003])

/** `places` is a function where they are known only once the server listens. */
export const messagingApp = ({ appid, secret }: AppCredentials, places: () => AppPlaces, { pretend = false, timeoutMs = 5000 } = {}): MessagingApp => ({
  pretend,
  // The vendor reads the parameters in this order, and the fragment is part of its protocol.
  authorizeUrl: (returnUrl, state) => `${places().authorize}?${new URLSearchParams({ appid, redirect_uri: returnUrl, response_type: 'code', scope: 'snsapi_base', state })}#wechat_redirect`,
  openidOf: async (code) => {
    let given: unknown
    try {
      const response = await fetch(`${places().api}/sns/oauth2/access_token?${new URLSearchParams({ appid, secret, code, grant_type: 'authorization_code' })}`, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
      given = await response.json()
    } catch (error) {
      throw new MessagingAppDown(`the messaging app did not answer (${error instanceof Error ? error.name : 'unknown'})`)
    }
    const answer = Answer.safeParse(given)
    if (!answer.success) throw new MessagingAppDown('the messaging app answered in another form')
    if ('openid' in answer.data) return answer.data.openid
    if (BAD_CODE.has(answer.data.errcode)) return undefined
    throw new MessagingAppDown(`the messaging app refused: ${answer.data.errcode}`)
  },
})
