import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFailures } from '#db/errors/failures.ts'
import { openIntegrations } from '#integrations/integrations.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'

let desk: Cashdesk
beforeAll(async () => {
  desk = await openCashdesk()
})
afterAll(() => desk.close())

const get = (address: string, lang = 'zh-CN') =>
  desk.app.inject({
    method: 'GET',
    url: address.replace('http://localhost:3000', ''),
    headers: { 'accept-language': lang },
  })
/** Presses a button of the page, and sends the same request as a browser. */
const press = (page: string, button: 'pay' | 'cancel') => {
  const form = new URLSearchParams(
    [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name, value]) => [
      name!,
      value!.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
    ]),
  )
  form.set('do', button)
  return desk.app.inject({
    method: 'POST',
    url: '/pretend/wechatpay/pay',
    payload: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
}

test('a phone pays on the sandbox page and comes back to where it was', async () => {
  const { id } = await desk.order({ subject: '<b>半程</b>' })
  const { next } = await desk.start(id)
  const page = await get(next!.url!)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('确认支付')
  expect(page.body).toContain('¥100.00')
  expect(page.body, 'what the shop wrote is text').not.toContain('<b>半程')
  const paid = await press(page.body, 'pay')
  expect([paid.statusCode, paid.headers.location]).toEqual([303, 'http://localhost:3000/pay?_key=x'])
  await desk.sandbox.deliver()
  expect(await desk.stateOf(id)).toBe('paid')
  expect((await get(next!.url!)).body).toContain('支付成功')
})

test('a desktop code leads to the same page; after a cancellation it can still be paid', async () => {
  const { id } = await desk.order()
  const { next } = await desk.start(id, { way: 'native' })
  const page = await get(next!.code_url!, 'en-GB,en')
  expect(page.body).toContain('Pay now')
  expect((await press(page.body, 'cancel')).body).toContain('You cancelled the payment')
  expect((await press((await get(next!.code_url!, 'zh-TW')).body, 'pay')).body).toContain('請回到原來的頁面查看結果')
  await desk.sandbox.deliver()
  expect(await desk.stateOf(id)).toBe('paid')
})

test("inside the messaging app the merchant's signature must be valid", async () => {
  const { id } = await desk.order()
  const { next } = await desk.start(id, { way: 'jsapi', openid: 'o-1' })
  expect((await get(next!.url!)).statusCode).toBe(200)
  expect((await get(next!.url!.replace(/nonceStr=\w+/, 'nonceStr=A'))).statusCode).toBe(404)
  expect(next!.jsapi).toMatchObject({ signType: 'RSA' })
})

test('the page leads back only to the shop, and not to an unknown address', async () => {
  const { id } = await desk.order()
  const { next } = await desk.start(id)
  const page = await get(
    next!.url!.replace(/redirect_url=.*/, `redirect_url=${encodeURIComponent('https://elsewhere.example/')}`),
  )
  expect(page.body).not.toContain('elsewhere')
  expect((await press(page.body, 'cancel')).statusCode).toBe(200)
  expect((await get('/pretend/wechatpay/h5?prepay_id=none')).statusCode).toBe(404)
  desk.minutes(61)
  expect((await get(next!.url!)).body).toContain('订单已关闭')
})

test('a second process of the server shows the pages of the process that runs the gateway', async () => {
  const { sandbox } = desk
  const second = await openIntegrations({
    folder: desk.parts.folder,
    origin: desk.parts.origin,
    clock: desk.clock.now,
    joined: await desk.parts.integrations.joined(),
  })
  const { id } = await desk.order()
  const { next } = await desk.start(id)
  const { pathname, searchParams } = new URL(next!.url!)
  const ask = (method: string, path: string, form = new URLSearchParams()) =>
    second.sandbox.payPage!({
      method,
      path,
      query: method === 'GET' ? searchParams : new URLSearchParams(),
      form,
      acceptLanguage: 'en',
    })
  const page = await ask('GET', pathname)
  expect([page.status, page.body.includes('Pay now'), page.headers['content-security-policy']]).toEqual([
    200,
    true,
    expect.stringContaining("default-src 'none'"),
  ])
  const paid = await ask(
    'POST',
    '/pretend/wechatpay/pay',
    new URLSearchParams({
      prepay_id: searchParams.get('prepay_id')!,
      redirect_url: searchParams.get('redirect_url')!,
      do: 'pay',
    }),
  )
  expect([paid.status, paid.headers.location]).toEqual([303, 'http://localhost:3000/pay?_key=x'])
  expect((await second.gateways.wechat!.query(await desk.numberOf(id))).state).toBe('paid')
  expect(sandbox.noticesWaiting()).toBe(1)
  await second.close()
})

test("inside the messaging app the payer's openid is found and comes back in the link, the same for one browser", async () => {
  const visit = async (address: string, cookie = '') => {
    const { statusCode, headers } = await desk.app.inject({
      method: 'GET',
      url: address.replace('http://localhost:3000', ''),
      headers: { cookie },
    })
    return {
      statusCode,
      location: String(headers.location ?? ''),
      cookie: String(headers['set-cookie'] ?? '').split(';')[0]!,
    }
  }
  const whole = async (cookie = '') => {
    const login = await visit(`/pay/wechat/payer?to=${encodeURIComponent('/pay?_key=x&lang=en')}`)
    expect(login.location).toMatch(
      /^http:\/\/localhost:3000\/pretend\/messagingapp\/authorize\?appid=wxpretend\w+&redirect_uri=.*&response_type=code&scope=snsapi_base&state=pay#wechat_redirect$/,
    )
    const payer = await visit(login.location.replace(/#.*/, ''), cookie)
    return { payer, back: await visit(payer.location), again: await visit(payer.location) }
  }
  const first = await whole()
  expect(first.back.location).toMatch(/^http:\/\/localhost:3000\/pay\?_key=x&lang=en&openid=o[0-9a-f]{27}$/)
  expect(first.again.location, 'a code is good once; the page then offers a code to press').toBe(
    'http://localhost:3000/pay?_key=x&lang=en',
  )
  expect((await whole(first.payer.cookie)).back.location).toBe(first.back.location)
  for (const elsewhere of ['https://elsewhere.example/', '//elsewhere.example', '/\\\\elsewhere.example'])
    expect((await visit(`/pay/wechat/payer?code=0&to=${encodeURIComponent(elsewhere)}`)).location).toBe(
      'http://localhost:3000/',
    )
  expect((await visit('/pretend/messagingapp/authorize?appid=another')).statusCode).toBe(400)
  const { messagingApp } = desk.parts.integrations
  const { openidOf } = messagingApp
  messagingApp.openidOf = () => Promise.reject(new Error('down'))
  expect((await visit(`/pay/wechat/payer?code=1&to=${encodeURIComponent('/pay?_key=x')}`)).location).toBe(
    'http://localhost:3000/pay?_key=x',
  )
  messagingApp.openidOf = openidOf
  expect(await listFailures(desk.db, new Date(0))).toMatchObject([{ what: 'payer_id', failed: 1, said: 'down' }])
})
