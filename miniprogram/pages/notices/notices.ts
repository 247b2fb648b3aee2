import { groundOf } from '../../program/ground.js'
import { askForNotices } from '../../program/notices.js'
import { settings } from '../../program/settings.js'
import { filled } from '../../program/words.js'

Page({
  data: { said: groundOf(wx).said, offered: settings.notices.length > 0, outcome: '' },
  templates: settings.notices as readonly string[],

  onLoad() {
    const { platform, said } = groundOf(wx)
    platform.setNavigationBarTitle({ title: said.notices_title })
  },
  async onAsk() {
    const { platform, said } = groundOf(wx)
    const { accepted } = await askForNotices(platform, this.templates)
    this.setData({ outcome: accepted.length > 0 ? filled(said.notices_done, accepted.length) : said.notices_none })
  },
})
