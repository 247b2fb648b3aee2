import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type CardBridge, type CardSignature, cardOf, giveCard } from './wechatCard.ts'

const page = 'https://run.example/report?raceid=2026'
const ticket = 'kgt8ON7yVITDhtdwci0qeS'
const sign = (url: string): CardSignature => {
  const [nonceStr, timestamp] = ['Wm3WZYTPz0wzccnW', 1_798_000_000]
  const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`
  return { appId: 'wx1', timestamp, nonceStr, signature: createHash('sha1').update(text).digest('hex') }
}

/** Makes a webview that checks the signature as the messaging app does, and takes a card only after that check. */
const webview = (url: string) => {
  const cards: Record<string, Record<string, unknown>> = {}
  let allowed: readonly string[] = []
  const bridge: CardBridge = {
    invoke: (name, given, answered) => {
      const text = `jsapi_ticket=${ticket}&noncestr=${given.verifyNonceStr as string}&timestamp=${given.verifyTimestamp as string}&url=${url}`
      const right =
        given.verifySignType === 'sha1' &&
        typeof given.verifyTimestamp === 'string' &&
        given.verifySignature === createHash('sha1').update(text).digest('hex')
      if (!right) return answered({ err_msg: `${name}:fail, invalid signature` })
      if (name === 'preVerifyJSAPI') {
        allowed = given.verifyJsApiList as string[]
        return answered({ err_msg: 'preVerifyJSAPI:ok' })
      }
      if (!allowed.includes(name)) return answered({ err_msg: `${name}:permission denied` })
      cards[name] = { title: given.title, desc: given.desc, link: given.link, imgUrl: given.imgUrl }
      return answered({ err_msg: `${name}:ok` })
    },
  }
  return { bridge, cards }
}

test('the app gets the card for chats and moments after it has checked the signature', async () => {
  const { bridge, cards } = webview(page)
  const card = cardOf(page, '成绩 · 澜江马拉松', '澜江市 · 11月', 'zh-cn')
  expect(await giveCard(bridge, sign(page), card)).toBe(true)
  expect(cards.updateAppMessageShareData).toEqual(card)
  expect(cards.updateTimelineShareData).toMatchObject({ title: card.title, link: card.link, imgUrl: card.imgUrl })
})

test('a signature for another page gives no card', async () => {
  const { bridge, cards } = webview(page)
  const card = cardOf(page, 't', 'd', 'en')
  expect(await giveCard(bridge, sign('https://run.example/home'), card)).toBe(false)
  expect(cards).toEqual({})
})

test('a shared link never carries a session, a person or a registration', () => {
  const shared = cardOf(
    'https://run.example/result?raceid=226&key=abc&_token=secret&uid=7&openid=o&lang=en#x',
    't',
    'd',
    'en',
  )
  expect(shared.link).toBe('https://run.example/result?raceid=226&key=abc&lang=en')
  expect(shared.imgUrl).toBe('https://run.example/shared.jpg?key=abc&lang=en')
  for (const path of ['queryDetail', 'pay', 'healthsign', 'me', 'mydata', 'live/share'])
    expect(cardOf(`https://run.example/${path}?raceid=226&_key=own&kind=health`, 't', 'd', 'en').link, path).toBe(
      'https://run.example/home?raceid=226',
    )
  expect(cardOf('https://run.example/me', 't', 'd', 'en').link).toBe('https://run.example/')
})
