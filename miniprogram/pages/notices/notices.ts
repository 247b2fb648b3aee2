import { groundOf } from '../../program/ground.js'
import { askForNotices, noticeChoices, saveNotices } from '../../program/notices.js'
import { Refused } from '../../program/server.js'
import { inSession } from '../../program/session.js'
import { filled } from '../../program/words.js'

Page({
  data: { said: groundOf(wx).said, loading: true, offered: false, busy: false, outcome: '', problem: '' },
  raceid: 0,
  templates: [] as string[],

  async onLoad(given: { raceid?: string; moment?: string }) {
    const { platform, server, said } = groundOf(wx)
    platform.setNavigationBarTitle({ title: said.notices_title })
    this.raceid = Number(given.raceid ?? 0)
    try {
      this.templates = await inSession(platform, server, () => noticeChoices(server, this.raceid, given.moment))
      this.setData({ loading: false, offered: this.templates.length > 0 })
    } catch (error) {
      const words = error instanceof Refused ? error.message : ''
      this.setData({ loading: false, problem: words === '' ? said.network : words })
    }
  },
  /** The platform asks for consents only in the handler of a tap, so the page reads the templates beforehand. */
  async onAsk() {
    const { platform, server, said } = groundOf(wx)
    if (this.data.busy) return
    const { accepted } = await askForNotices(platform, this.templates)
    if (accepted.length === 0) return this.setData({ outcome: said.notices_none })
    this.setData({ busy: true, problem: '', outcome: '' })
    try {
      await inSession(platform, server, () => saveNotices(platform, server, this.raceid, accepted))
      this.setData({ outcome: filled(said.notices_done, accepted.length) })
    } catch (error) {
      const words = error instanceof Refused ? error.message : ''
      this.setData({ problem: words === '' ? said.network : words })
    }
    this.setData({ busy: false })
  },
})
