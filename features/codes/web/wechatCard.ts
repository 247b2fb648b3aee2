export type PageCard = { title: string; desc: string; link: string; imgUrl: string }
/** The answer of /wechat/ticket. */
export type CardSignature = { appId: string; timestamp: number; nonceStr: string; signature: string }
type Answer = { err_msg?: string }
export type CardBridge = {
  invoke: (name: string, parameters: Readonly<Record<string, unknown>>, answered: (answer: Answer) => void) => void
}

const functions = ['updateAppMessageShareData', 'updateTimelineShareData'] as const
const isOk = ({ err_msg = '' }: Answer): boolean => err_msg.endsWith(':ok')

/**
 * Waits for the bridge that the messaging app puts into its webview. Returns undefined if no bridge appears in time.
 */
export const cardBridge = (timeoutMs = 5000): Promise<CardBridge | undefined> => {
  const found = () => (globalThis as { WeixinJSBridge?: CardBridge }).WeixinJSBridge
  if (found()) return Promise.resolve(found())
  return new Promise((resolve) => {
    const end = () => resolve(found())
    document.addEventListener('WeixinJSBridgeReady', end, { once: true })
    setTimeout(end, timeoutMs)
  })
}

/**
 * Gives the messaging app the card of this page, for its chats and for its timeline of friends. The function speaks to
 * the app's own bridge as the vendor's script does, so our pages load no script of the vendor
 * (docs/decisions/2026-11-27-shared-card.md). Resolves to false if the app refuses the signature or a card.
 */
export const giveCard = async (bridge: CardBridge, signed: CardSignature, card: PageCard): Promise<boolean> => {
  const proof = {
    appId: signed.appId,
    verifyAppId: signed.appId,
    verifySignType: 'sha1',
    verifyTimestamp: String(signed.timestamp),
    verifyNonceStr: signed.nonceStr,
    verifySignature: signed.signature,
  }
  const ask = (name: string, parameters: Readonly<Record<string, unknown>>) =>
    new Promise<boolean>((resolve) =>
      bridge.invoke(name, { ...parameters, ...proof }, (answer) => resolve(isOk(answer))),
    )
  if (!(await ask('preVerifyJSAPI', { verifyJsApiList: functions, verifyOpenTagList: [] }))) return false
  const { title, desc, link, imgUrl } = card
  const [chat, moments] = await Promise.all([
    ask(functions[0], { title, desc, link, imgUrl }),
    ask(functions[1], { title, link, imgUrl }),
  ])
  return chat && moments
}

/** Parameters that belong to one person, or that tell how the person came to the page. A shared link never has them. */
const personal = [
  '_token',
  'token',
  'uid',
  'openid',
  '_uid',
  '_ticket',
  '_channel',
  'code',
  'state',
  'invite',
  'idnum',
  '_key',
  'userKey',
]
/** Pages of one registration or account. Their card leads to the race instead, or without a race to all races. */
const ofOnePerson =
  /^\/(querydetail|pay|edit|enname|healthsign|appointment|refunds|invoice|receipt|postage|personallist|me|mydata|messages|check|hotels|shop|tickets|deposit|prizes|live\/share)(\/|$)/

export const cardOf = (href: string, title: string, desc: string, lang: string): PageCard => {
  const page = new URL(href)
  const raceid = page.searchParams.get('raceid')
  const isPrivate = ofOnePerson.test(page.pathname.toLowerCase())
  const link = new URL(isPrivate ? (raceid ? '/home' : '/') : page.pathname, page.origin)
  const picture = new URL('/shared.jpg', page.origin)
  for (const [name, value] of page.searchParams) {
    if (personal.includes(name) || (isPrivate && name !== 'raceid' && name !== 'lang')) continue
    link.searchParams.set(name, value)
  }
  const key = /^\/(score|result)$/i.test(page.pathname) ? page.searchParams.get('key') : null
  if (key) picture.searchParams.set('key', key)
  else if (raceid) picture.searchParams.set('raceid', raceid)
  picture.searchParams.set('lang', lang)
  return { title, desc, link: link.href, imgUrl: picture.href }
}
