import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { langOf, text } from '#contract/words.ts'
import type { AppCredentials } from './messagingapp.ts'
import { type MiniName, miniNames } from './miniprogram.ts'
import { type PretendAppApi, type PretendUser, pretendAppApi } from './pretendappapi.ts'
import { pretendKeys } from './pretendkeys.ts'
import { type PageAnswer, link, page } from './pretendshell.ts'

/** Where a browser is sent on, and what it is to remember of who it is; or the page that asks its user. */
export type Authorised =
  | { status: 302; location: string; cookie: string }
  | (PageAnswer & { status: 200; cookie: string })
  | { status: 400 }
export type PretendApp = {
  /** Of the official account. */
  credentials: AppCredentials
  /** Of the house's mini-program. */
  mini: AppCredentials
  /** Of each mini-program that codes may open. */
  minis: Readonly<Record<MiniName, AppCredentials>>
  /** Where its API answers, on loopback. */
  base: string
  /** The browser's visit to the authorisation address: it becomes a user of its own and is sent back with a code. `cookie`: what it remembered. */
  authorize: (query: URLSearchParams, cookie: string, acceptLanguage?: string) => Authorised
  /** What `wx.login` and the button `getPhoneNumber` hand to a mini-program. */
  newCode: PretendAppApi['newCode']
  endTokens: PretendAppApi['endTokens']
  close: () => Promise<void>
}

const COOKIE = 'pretend_messagingapp'
const words = {
  title: text('模拟微信授权', '模擬微信授權', 'Pretend messaging app'),
  notice: text(
    '这是演示用的模拟授权，不会连接真实的微信。',
    '這是示範用的模擬授權，不會連線到真正的微信。',
    'This is only pretended, for demonstration: no messaging app is asked.',
  ),
  asks: text('使用你的昵称登录', '使用你的暱稱登入', 'Log in with your name'),
  as: text('你在模拟微信里的昵称是“{name}”', '你在模擬微信裡的暱稱是「{name}」', 'In the pretend app you are “{name}”'),
  allow: text('同意', '同意', 'Allow'),
  deny: text('拒绝', '拒絕', 'Refuse'),
} as const
const names = ['晨跑的风', '桥上慢慢跑', '江边小步', '后半程选手', '云朵配速', '补给站常客']
const PATH = '/pretend/messagingapp/authorize'

/** A messaging app of our own on loopback: each browser is one user of it. */
export const startPretendApp = async ({
  folder,
  origin,
  clock,
}: {
  folder: string
  origin: () => string
  clock: () => Date
}): Promise<PretendApp> => {
  mkdirSync(folder, { recursive: true })
  const { appid, merchantKeyPem } = pretendKeys(folder)
  const secretOf = (what: string) =>
    createHash('sha256')
      .update(what + merchantKeyPem)
      .digest('hex')
      .slice(0, 32)
  const credentials = { appid, secret: secretOf('') }
  const mini = { appid: appid.replace('wxpretend', 'wxpretendmini'), secret: secretOf('mini ') }
  const others = miniNames
    .filter((name) => name !== 'helper')
    .map((name) => [name, { appid: `${mini.appid}${name}`, secret: secretOf(`mini ${name} `) }] as const)
  const minis = { helper: mini, ...Object.fromEntries(others) } as Record<MiniName, AppCredentials>
  const api = pretendAppApi({ folder, clock, origin, web: credentials, minis: miniNames.map((name) => minis[name]) })

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://pretend.invalid')
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => void parts.push(part))
    request.on('end', () => {
      void Promise.resolve(api.answer(request.method ?? 'GET', url, Buffer.concat(parts).toString('utf8'))).then(
        (answer) => {
          if (answer instanceof Uint8Array) return response.writeHead(200, { 'content-type': 'image/jpeg' }).end(answer)
          // The vendor answers JSON as text/plain, errors with status 200.
          return response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(answer))
        },
      )
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()

  const userOf = (cookie: string): PretendUser => {
    const user =
      new RegExp(`(?:^|; )${COOKIE}=([0-9a-f]{24})(?:;|$)`).exec(cookie)?.[1] ?? randomBytes(12).toString('hex')
    return { user, name: names[Number.parseInt(user.slice(0, 4), 16) % names.length]! }
  }
  return {
    credentials,
    mini,
    minis,
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    newCode: api.newCode,
    endTokens: api.endTokens,
    authorize: (query, sent, acceptLanguage = '') => {
      const back = URL.parse(query.get('redirect_uri') ?? '')
      const [scope, state] = [query.get('scope') ?? '', query.get('state') ?? '']
      const wrong =
        query.get('appid') !== appid ||
        query.get('response_type') !== 'code' ||
        !['snsapi_base', 'snsapi_userinfo'].includes(scope) ||
        !/^[a-zA-Z0-9]{0,128}$/.test(state)
      if (wrong || back?.origin !== new URL(origin()).origin) return { status: 400 }
      const user = userOf(sent)
      const cookie = `${COOKIE}=${user.user}; Path=/pretend/messagingapp; HttpOnly; SameSite=Lax; Max-Age=31536000`
      const said = query.get('do')
      if (scope === 'snsapi_userinfo' && said === null) {
        const lang = langOf(query.get('lang') ?? acceptLanguage.split(',')[0])
        const way = (does: string) => `${PATH}?${new URLSearchParams([...query, ['do', does]])}`
        const inner = `<h1>${words.asks[lang]}</h1><p class="hint">${words.as[lang].replace('{name}', user.name)}</p>${link(way('allow'), words.allow[lang], 'go')}${link(way('deny'), words.deny[lang], 'no')}`
        return { ...page(lang, 200, inner, query, PATH, '', words), status: 200, cookie }
      }
      // Whoever refuses comes back with the state alone, as from the vendor.
      if (said !== 'deny') back.searchParams.set('code', api.newCode('oauth', { user, scope }))
      back.searchParams.set('state', state)
      return { status: 302, location: back.href, cookie }
    },
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
      api.close()
    },
  }
}
