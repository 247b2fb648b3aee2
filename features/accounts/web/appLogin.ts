import { hexOfBytes } from '#contract/written.ts'
import { inSession, link, takeAppReturn } from '#ui/router/address.ts'

/** What a visit to the messaging app is for, kept in this tab until it comes back with the same state. */
type Visit = { state: string; to: string; bind: boolean }
const key = 'app-login'

/** Inside the messaging app's webview; its mini-programs log in by themselves and bring a token in the link. */
export const inMessagingApp = (): boolean =>
  !/miniProgram/i.test(navigator.userAgent) &&
  (/MicroMessenger/i.test(navigator.userAgent) || ['wechat', 'weixin', 'wx'].includes(link().app ?? ''))

/** Leaves for the messaging app, which comes back to the log-in page. `to`: where it leads in the end. */
export const visitMessagingApp = (to: string, bind = false): void => {
  const state = hexOfBytes(crypto.getRandomValues(new Uint8Array(16)))
  inSession.set(key, JSON.stringify({ state, to, bind } satisfies Visit))
  const { lang, raceid, app, color } = link()
  const along = { state, to, lang, raceid, app, color }
  const search = new URLSearchParams(
    Object.entries(along).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  location.assign(`/wechat/login?${search}`)
}

export type Returned = { bind: boolean; code: string } | 'refused' | 'mismatch'
/** What a visit brought, once: a code that answers our own question, and nobody else's. */
export const takeReturn = (): Returned | undefined => {
  const came = takeAppReturn()
  if (!came) return undefined
  let visit: Visit | undefined
  try {
    visit = JSON.parse(inSession.get(key) ?? '') as Visit
  } catch {
    return 'mismatch'
  }
  inSession.set(key, undefined)
  if (visit.state !== came.state) return 'mismatch'
  return came.code === '' ? 'refused' : { bind: visit.bind, code: came.code }
}
