import { link } from '#ui/router/address.ts'

type Bridge = {
  invoke: (
    name: 'invokeMiniProgramAPI',
    call: { name: 'navigateTo'; arg: { url: string } },
    answered: (answer: { err_msg?: string }) => void,
  ) => void
}
type AppWindow = { __wxjs_environment?: string; WeixinJSBridge?: Bridge }
const here = () => globalThis as unknown as AppWindow

/** Tells whether the page is in the web view of the mini-program. A web view cannot pay by itself. */
export const inMiniProgram = (): boolean =>
  here().__wxjs_environment === 'miniprogram' || /miniProgram/i.test(globalThis.navigator?.userAgent ?? '')

/** The pages of miniprogram/app.json that our pages open. */
type Native = 'pay' | 'login' | 'scan' | 'run' | 'notices'
/**
 * Opens a page of the mini-program above the present page, as the platform's own script does
 * (`wx.miniProgram.navigateTo`). Returns false outside of a mini-program.
 */
export const openNative = (page: Native, params: Readonly<Record<string, string>> = {}): boolean => {
  const bridge = here().WeixinJSBridge
  if (!inMiniProgram() || !bridge) return false
  const { raceid } = link()
  const query = Object.entries({ ...(raceid === undefined ? {} : { raceid: String(raceid) }), ...params })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const url = `/pages/${page}/${page}?${query}`
  bridge.invoke('invokeMiniProgramAPI', { name: 'navigateTo', arg: { url } }, () => undefined)
  return true
}
