import { hexOfBytes } from '#contract/written.ts'
import { inSession, link, takeAppReturn } from '#ui/router/address.ts'

/** The purpose of a visit to the messaging app, kept in this tab until the app returns with the same state. */
type Visit = { state: string; to: string; bind: boolean }
const key = 'app-login'

/**
 * Tells whether the page runs inside the messaging app's webview. Mini-programs of the app log in by themselves and
 * pass a token in the link.
 */
export const inMessagingApp = (): boolean =>
  !/miniProgram/i.test(navigator.userAgent) &&
  (/MicroMessenger/i.test(navigator.userAgent) || ['wechat', 'weixin', 'wx'].includes(link().app ?? ''))

/** Leaves for the messaging app. The app then opens the log-in page. `to` is the page after the log-in. */
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
/**
 * Takes the result of a visit, once. The function accepts only a code that answers this browser's own request. It
 * returns undefined if the app has not returned a result, 'mismatch' if the state is not this browser's own, and
 * 'refused' if the result has no code.
 */
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
