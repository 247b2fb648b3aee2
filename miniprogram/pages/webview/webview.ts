import { sharedPath, webAddress } from '../../program/address.js'
import { groundOf } from '../../program/ground.js'
import { type Target, targetOfLaunch } from '../../program/launch.js'
import { Refused } from '../../program/server.js'
import { keptSession, logIn } from '../../program/session.js'

type Ground = ReturnType<typeof groundOf>
/** Resolves a launch to the path of a page of ours. The server counts the scan. */
const pathOf = async ({ server, origin }: Ground, target: Target): Promise<string> => {
  if ('path' in target) return target.path
  if ('foreign' in target) throw new Refused({ code: '404', msg: '' })
  const { link } = await server.call<{ link: string }>('/scene/fetch', { scene: target.scene })
  return link.startsWith(origin) ? link.slice(origin.length) : link.replace(/^https?:\/\/[^/]+/, '')
}

Page({
  data: { address: '', problem: '', again: '' },
  given: {} as Record<string, string | undefined>,
  title: '',
  picture: '',
  shown: '',

  onLoad(given: Record<string, string | undefined>) {
    this.given = given
    return this.open()
  },
  async open() {
    const ground = groundOf(wx)
    const { platform, server, origin, lang, said } = ground
    this.setData({ problem: '', again: said.again })
    try {
      const path = await pathOf(ground, targetOfLaunch(this.given, origin))
      // A page can be read without an account, so a log-in that fails does not stop it.
      if (!keptSession(platform)) await logIn(platform, server).catch(() => undefined)
      const address = webAddress(origin, path, { token: keptSession(platform)?.token, lang })
      this.shown = address
      this.setData({ address })
    } catch (error) {
      const away = error instanceof Refused && error.code === 'network'
      const words = error instanceof Refused && error.message !== '' ? error.message : said.code_over
      this.setData({ problem: away ? said.network : words })
    }
  },
  onAgain() {
    return this.open()
  },
  /** The page in the web view sends its title and picture, which the platform uses when a person shares the page. */
  onMessage(event: WechatMiniprogram.CustomEvent<{ data: { title?: string; picture?: string; address?: string }[] }>) {
    const last = event.detail.data.at(-1)
    if (!last) return
    this.title = last.title ?? this.title
    this.picture = last.picture ?? this.picture
    this.shown = last.address ?? this.shown
  },
  onShareAppMessage(options: { webViewUrl?: string }) {
    const { origin } = groundOf(wx)
    const card = { path: sharedPath(options.webViewUrl ?? this.shown, origin) }
    return {
      ...card,
      ...(this.title === '' ? {} : { title: this.title }),
      ...(this.picture === '' ? {} : { imageUrl: this.picture }),
    }
  },
})
