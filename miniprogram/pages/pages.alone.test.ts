import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { paramsIn } from '../program/address.js'
import { type StandIn, ok, refusal, standIn } from '../program/standIn.js'

type Options = Record<string, unknown>
type Opened = Options & { data: Record<string, unknown>; setData: (change: Options) => void }
const folder = join(import.meta.dirname, '..')
const app = JSON.parse(readFileSync(join(folder, 'app.json'), 'utf8')) as {
  pages: string[]
  requiredPrivateInfos: string[]
}
const origin = 'https://startline.example'

/** Opens a page as the platform does: its module calls `Page`, and the platform binds data and functions together. */
const open = async (name: string, stage: StandIn): Promise<Opened> => {
  let options: Opened | undefined
  vi.stubGlobal('wx', stage.platform)
  vi.stubGlobal('Page', (given: Opened) => void (options = given))
  vi.resetModules()
  await import(`./${name}/${name}.ts`)
  const page = options!
  page.setData = (change) => void Object.assign(page.data, change)
  return page
}
const run = (page: Opened, name: string, given?: unknown): unknown =>
  (page[name] as (this: Opened, given?: unknown) => unknown).call(page, given)
const login = ok({ bound: true, login: { uid: 7, token: 'fresh' }, ticket: null })
afterEach(() => vi.unstubAllGlobals())

test('each page of app.json has its four files, and every handler of a page exists', async () => {
  for (const page of app.pages) {
    for (const ext of ['ts', 'wxml', 'json'])
      expect(existsSync(join(folder, `${page}.${ext}`)), `${page}.${ext}`).toBe(true)
    const [, name] = page.split('/')
    const handlers = [...readFileSync(join(folder, `${page}.wxml`), 'utf8').matchAll(/ bind\w+="(\w+)"/g)]
    const opened = await open(name!, standIn())
    for (const [, handler] of handlers) expect(opened[handler!], `${page} ${handler}`).toBeTypeOf('function')
  }
  expect(app.pages[0]).toBe('pages/webview/webview')
  expect(app.requiredPrivateInfos).toContain('startLocationUpdateBackground')
})

describe('the page with the web view', () => {
  test('opens the page of a scene with the session, and shares it without', async () => {
    const link = `${origin}/notice?noticeid=12&raceid=7&scene=7.x`
    const stage = standIn({ answers: { '/scene/fetch': ok({ link }), '/wechat/app/auth': login } })
    const page = await open('webview', stage)
    await run(page, 'onLoad', { scene: '7.x' })
    expect(stage.calls[0]).toMatchObject({ path: '/scene/fetch', input: { scene: '7.x' } })
    expect(paramsIn(String(page.data.address))).toEqual({
      noticeid: '12',
      raceid: '7',
      scene: '7.x',
      _token: 'fresh',
      lang: 'zh-cn',
      app: '1',
    })
    run(page, 'onMessage', { detail: { data: [{ title: '领物须知' }] } })
    const card = run(page, 'onShareAppMessage', { webViewUrl: page.data.address }) as { title: string; path: string }
    expect(card.title).toBe('领物须知')
    expect(card.path).not.toContain('fresh')
    expect(paramsIn(card.path).link).toContain('noticeid=12')
  })

  test('says that a code has ended, that there is no network, and opens after the next try', async () => {
    const stage = standIn({ answers: { '/scene/fetch': refusal('409', '这个二维码已过期') } })
    const page = await open('webview', stage)
    await run(page, 'onLoad', { scene: '7.x' })
    expect(page.data).toMatchObject({ address: '', problem: '这个二维码已过期' })
    stage.acting.online = false
    await run(page, 'onAgain')
    expect(page.data.problem).toBe('网络不可用，请检查后重试')
    stage.acting.online = true
    stage.acting.answers['/scene/fetch'] = ok({ link: `${origin}/home?raceid=7` })
    await run(page, 'onAgain')
    // Nobody is logged in, because the server refused the log-in. The page still opens.
    expect(page.data).toMatchObject({ problem: '', address: `${origin}/home?raceid=7&lang=zh-cn&app=1` })
  })

  test('never opens an address elsewhere', async () => {
    const page = await open('webview', standIn())
    await run(page, 'onLoad', { link: encodeURIComponent('https://else.example/') })
    expect(page.data).toMatchObject({ address: '', problem: '这个二维码已失效' })
  })
})

test('the payment page pays once, also after two taps, and leads back to the entry', async () => {
  const stage = standIn({
    answers: { '/api/miniprogram/pay': ok({ package: 'x' }), '/registration/pay': ok({ state: 'paid' }) },
  })
  const page = await open('pay', stage)
  await Promise.all([run(page, 'onLoad', { id: '7-key', raceid: '7' }), run(page, 'onPay')])
  expect(stage.calls.filter(({ path }) => path === '/api/miniprogram/pay')).toHaveLength(1)
  expect(page.data).toMatchObject({ state: 'paid', busy: false })
  await run(page, 'onPay')
  expect(stage.calls.filter(({ path }) => path === '/api/miniprogram/pay')).toHaveLength(1)
  run(page, 'onBack')
  expect(decodeURIComponent(stage.opened.at(-1)!)).toBe(
    'reLaunch /pages/webview/webview?link=/queryDetail?raceid=7&_key=7-key',
  )
  expect(stage.title()).toBe('支付报名费')
})

test('the payment page pays an order of tickets and leads back to the page that opened it', async () => {
  const stage = standIn({
    answers: { '/api/miniprogram/pay': ok({ package: 'x' }), '/sales/pay': ok({ state: 'paid' }) },
  })
  const page = await open('pay', stage)
  const back = encodeURIComponent('/tickets/pay?id=7-key&raceid=7')
  await run(page, 'onLoad', { id: '7-key', raceid: '7', ask: encodeURIComponent('/sales/pay'), back })
  expect(page.data).toMatchObject({ state: 'paid', title: '支付订单' })
  run(page, 'onBack')
  expect(decodeURIComponent(stage.opened.at(-1)!)).toBe(
    'reLaunch /pages/webview/webview?link=/tickets/pay?id=7-key&raceid=7',
  )
})

test('the log-in page takes the number of a new person, and says so where none was given', async () => {
  const stage = standIn({
    answers: {
      '/wechat/app/auth': ok({ bound: false, login: null, ticket: 'a-ticket' }),
      '/wechat/app/auth/getphone': ok({ uid: 7, token: 'fresh' }),
    },
  })
  const page = await open('login', stage)
  run(page, 'onLoad', { to: encodeURIComponent('/me') })
  run(page, 'onPhone', { detail: {} })
  expect(page.data.problem).toBe('没有取得手机号，可用微信登录')
  await run(page, 'onPhone', { detail: { code: 'phone-code' } })
  expect(stage.calls.at(-1)!.input).toMatchObject({ code: 'phone-code', ticket: 'a-ticket' })
  expect(decodeURIComponent(stage.opened.at(-1)!)).toBe('reLaunch /pages/webview/webview?link=/me')
})

test('the scan page opens our codes and names a foreign one', async () => {
  const stage = standIn({ scanned: { result: `${origin}/s/7.x` } })
  const page = await open('scan', stage)
  run(page, 'onLoad')
  expect(stage.opened).toEqual(['redirectTo /pages/webview/webview?scene=7.x'])
  stage.acting.scanned = { result: 'https://else.example/' }
  run(page, 'onScan')
  expect(page.data.problem).toBe('这不是本赛事的二维码')
})

test('the run page shows the consent, shares the position, and tells how to allow it', async () => {
  const entry = { _key: '7-key', event: '半程马拉松', bib: 'A1', why: null }
  const consent = { version: '2026-11-24', title: '同意书', body: '……' }
  const token = 'a-secret-name'
  const stage = standIn({
    location: false,
    answers: {
      '/app/live/query': ok({ consent, entries: [entry] }),
      '/app/live/create': ok({ run: { id: 3, raceid: 7 }, token, link: 'share-secret' }),
      '/app/live/pos': ok({ taken: 1, stopped_by: null }),
      '/app/live/publish': ok({ run: null, token: null, link: null }),
    },
  })
  stage.platform.setStorageSync('startline-fixes', [{ at: '2026-10-31T20:00:00Z', lat: 31, lon: 121 }])
  const page = await open('run', stage)
  await run(page, 'onLoad', { raceid: '7' })
  expect(page.data).toMatchObject({ state: 'ready', entry, consent })
  await run(page, 'onStart')
  expect(page.data).toMatchObject({ denied: true })
  stage.acting.location = true
  await run(page, 'onStart')
  expect(page.data).toMatchObject({ state: 'on', denied: false })
  stage.move(30, 120)
  const card = run(page, 'onShareAppMessage') as { path: string }
  expect(paramsIn(card.path).link).toBe('/live/shared?raceid=7#link=share-secret')
  await run(page, 'onStop')
  expect(page.data.state).toBe('off')
  expect(stage.calls.at(-1)).toMatchObject({ path: '/app/live/publish', input: { change: 'stop', id: 3 } })
  const sent = stage.calls.flatMap(({ path, input }) => (path === '/app/live/pos' ? (input.fixes as unknown[]) : []))
  expect(sent, 'positions that an earlier run has left on the device').toMatchObject([{ lat: 30 }])
  expect(stage.stored.has('startline-run')).toBe(false)
})

test('a stop without a network reaches the server when the run page opens again, after the positions', async () => {
  const kept = { raceid: 7, id: 3, token: 'a-secret-name' }
  const stage = standIn({
    answers: {
      '/app/live/pos': ok({ taken: 1, stopped_by: null }),
      '/app/live/publish': ok({ run: null, token: null, link: null }),
    },
  })
  stage.platform.setStorageSync('startline-run', kept)
  const page = await open('run', stage)
  await run(page, 'onLoad', { raceid: '7' })
  stage.acting.online = false
  stage.move(30, 120)
  await run(page, 'onStop')
  expect(page.data).toMatchObject({ state: 'off', waiting: '1 个待发送' })
  await run(page, 'onShow')
  expect(stage.stored.has('startline-run'), 'still without a network').toBe(true)
  stage.acting.online = true
  const again = await open('run', stage)
  await run(again, 'onLoad', { raceid: '7' })
  expect(stage.calls.map(({ path }) => path)).toEqual(['/app/live/pos', '/app/live/publish'])
  expect(again.data).toMatchObject({ state: 'off', waiting: '' })
  expect([stage.stored.has('startline-run'), stage.stored.has('startline-fixes')]).toEqual([false, false])
})

test('the page of reminders asks for the tapped moment first, and tells the server what the person accepted', async () => {
  const choices = ok({
    items: [
      { moment: 'draw', open: 1, template: 'template-draw' },
      { moment: 'pickup', open: 0, template: 'template-pickup' },
      { moment: 'start', open: 0, template: null },
      { moment: 'result', open: 0, template: 'template-result' },
    ],
  })
  const stage = standIn({
    answers: { '/wechatnotices/show': choices, '/wechatnotices/save': choices },
    notices: { 'template-result': 'accept', 'template-pickup': 'reject' },
  })
  const page = await open('notices', stage)
  await run(page, 'onLoad', { raceid: '226', moment: 'result' })
  expect(page.data).toMatchObject({ offered: true, problem: '' })
  await run(page, 'onAsk')
  expect(stage.calls.at(-1)).toMatchObject({
    path: '/wechatnotices/save',
    input: { raceid: 226, templates: ['template-result'], code: 'login-code' },
  })
  expect(page.data.outcome).toBe('已开启 1 项提醒')
  stage.acting.notices = { 'template-result': 'ban' }
  const before = stage.calls.length
  await run(page, 'onAsk')
  expect(page.data.outcome).toBe('没有开启提醒')
  expect(stage.calls).toHaveLength(before)
})

test('the page of reminders offers none where the platform has none, and says so where there is no network', async () => {
  const stage = standIn({ answers: { '/wechatnotices/show': ok({ items: [] }) } })
  const page = await open('notices', stage)
  await run(page, 'onLoad', { raceid: '226' })
  expect(page.data).toMatchObject({ offered: false, loading: false, problem: '' })
  stage.acting.online = false
  await run(page, 'onLoad', { raceid: '226' })
  expect(page.data.problem).not.toBe('')
})
