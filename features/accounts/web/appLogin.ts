import { hexOfBytes } from '#contract/written.ts'
import { inSession, link, takeAppReturn } from '#ui/router/address.ts'

/** The purpose of a visit to the messaging app, kept in this tab until the app returns with the same state. */
type Visit = { state: string; to: string; bind: boolean }
const key = 'app-login'

/** True inside the messaging app's webview. Its mini-programs log in by themselves and bring a token in the link. */
export const inMessagingApp = (): boolean =>
  !/miniProgram/i.test(navigator.userAgent) &&
  (/MicroMessenger/i.test(navigator.userAgent) || ['wechat', 'weixin', 'wx'].includes(link().app ?? ''))

/** Leaves for the messaging app, which comes back to the log-in page. `to`: the page that follows in the end. */
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

export type AppLoginReturn = { bind: boolean; code: string } | 'refused' | 'mismatch'
/** The result of a visit, once: a code that answers our own request and no other. */
export const takeReturn = (): AppLoginReturn | undefined => {
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
