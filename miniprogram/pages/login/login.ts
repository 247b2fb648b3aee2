import { addressOf } from '../../program/address.js'
import { groundOf } from '../../program/ground.js'
import { Refused } from '../../program/server.js'
import { logIn, logInWithPhone } from '../../program/session.js'

Page({
  data: { said: groundOf(wx).said, busy: false, problem: '' },
  to: '/',

  onLoad(given: { to?: string }) {
    const { platform, said } = groundOf(wx)
    this.to = decodeURIComponent(given.to ?? '/')
    platform.setNavigationBarTitle({ title: said.login_title })
  },
  /** Runs one log-in and opens the page that the person left. */
  async through(run: () => Promise<boolean>) {
    if (this.data.busy) return
    const { platform, said } = groundOf(wx)
    this.setData({ busy: true, problem: '' })
    try {
      if (await run()) platform.reLaunch({ url: addressOf('/pages/webview/webview', { link: this.to }) })
    } catch (error) {
      const words = error instanceof Refused ? error.message : ''
      this.setData({ problem: words === '' ? said.network : words })
    }
    this.setData({ busy: false })
  },
  onPhone(event: WechatMiniprogram.CustomEvent<{ code?: string }>) {
    const { platform, server, said } = groundOf(wx)
    const { code } = event.detail
    // The person closed the platform's question without giving the number.
    if (!code) return this.setData({ problem: said.login_denied })
    return this.through(async () => {
      const person = await logIn(platform, server)
      if ('ticket' in person) await logInWithPhone(platform, server, { code, ticket: person.ticket })
      return true
    })
  },
  onWechat() {
    const { platform, server, lang } = groundOf(wx)
    return this.through(async () => {
      const person = await logIn(platform, server)
      if ('session' in person) return true
      // A person without an account gets an account on the log-in page in the web view.
      const link = addressOf('/login', { to: this.to, lang })
      platform.reLaunch({ url: addressOf('/pages/webview/webview', { link }) })
      return false
    })
  },
})
