import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { get, post, upload } from '#contract/endpoint.ts'
import { Refused, call, nextAsk, onNoAuthorisation, setPartner, submissionOf } from './call.ts'
import { formFields } from './fields.ts'

const save = post('/thing/save', {
  access: 'runner',
  input: z.object({ name: z.string(), friends: z.optional(z.array(z.string())), ok: z.optional(z.boolean()) }),
  output: z.object({ id: z.number() }),
  description: 'Saves a thing.',
})
const cities = get('/cities', {
  access: 'anyone',
  input: z.object({ of: z.string() }),
  output: z.array(z.string()),
  description: 'Cities.',
})
const teams = post('/teams', {
  access: 'anyone',
  input: z.object({ raceid: z.number() }),
  output: z.object({ id: z.number() }),
  description: 'A read that many people share.',
  shared: 2,
})
const photo = upload('/photo', {
  access: 'runner',
  input: z.object({}),
  output: z.object({ url: z.string() }),
  description: 'A photo.',
})

const answers = (envelope: unknown) => {
  const fetched = vi.fn(async (_address: string, _init: RequestInit) => ({ json: async () => envelope }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a form carries nested values as JSON, yes and no as 1 and 0, and nothing that is missing', () => {
  expect(formFields({ a: 1, b: true, c: false, d: undefined, e: null, f: ['x', { y: 2 }], g: '' })).toEqual([
    ['a', '1'],
    ['b', '1'],
    ['c', '0'],
    ['f', '["x",{"y":2}]'],
    ['g', ''],
  ])
})

test('a call is a form-encoded POST with the common parameters', async () => {
  const fetched = answers({ code: '200', msg: '', data: { id: 7 } })
  expect(await call(save, { name: '张 三&', friends: ['李四'] }, { once: 'k1', lang: 'en' })).toEqual({ id: 7 })
  const [address, init] = fetched.mock.calls[0]!
  expect(address).toBe('/thing/save')
  expect(init.method).toBe('POST')
  expect(init.body).toBeInstanceOf(URLSearchParams)
  expect(Object.fromEntries(init.body as URLSearchParams)).toEqual({
    _lang: 'en',
    name: '张 三&',
    friends: '["李四"]',
    _once: 'k1',
  })
})

test("'0' is success too", async () => {
  answers({ code: '0', msg: '', data: { id: 1 } })
  expect(await call(save, { name: 'a' })).toEqual({ id: 1 })
})

test('a GET puts its input into the address, never a token', async () => {
  const fetched = answers({ code: '200', msg: '', data: [] })
  vi.stubGlobal('sessionStorage', { getItem: () => 'secret', setItem: () => undefined, removeItem: () => undefined })
  await call(cities, { of: '330000' }, { lang: 'zh-cn' })
  expect(fetched.mock.calls[0]![0]).toBe('/cities?_lang=zh-cn&of=330000')
})

test('files go as multipart', async () => {
  const fetched = answers({ code: '200', msg: '', data: { url: '/x' } })
  await call(photo, {}, { files: { file: new Blob(['x']) } })
  expect(fetched.mock.calls[0]![1].body).toBeInstanceOf(FormData)
})

test('a refusal has its word, its sentence and its facts', async () => {
  answers({ code: '422', msg: '请检查', refusal: 'field_wrong', data: { fields: { name: '必填哦' } } })
  const refused = await call(save, { name: '' }).catch((thrown: unknown) => thrown)
  expect(refused).toBeInstanceOf(Refused)
  expect(refused).toMatchObject({ code: '422', refusal: 'field_wrong', msg: '请检查', fields: { name: '必填哦' } })
  answers({ code: '429', msg: '慢一点', refusal: 'too_often', data: { retry_after: 30 } })
  expect(await call(save, { name: '' }).catch((thrown: unknown) => thrown)).toMatchObject({ retry_after: 30 })
  answers({ code: '206', msg: '', data: { url: 'https://shop.example/orders' } })
  expect(await call(save, { name: '' }).catch((thrown: unknown) => thrown)).toMatchObject({
    code: '206',
    url: 'https://shop.example/orders',
  })
})

test('no network, and an unreadable answer, give a sentence in the language of the page', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  expect(await call(save, { name: 'a' }, { lang: 'zh-tw' }).catch((thrown: unknown) => thrown)).toMatchObject({
    code: 'network',
    msg: '網路不太順暢，請檢查網路後再試',
  })
  answers('<html>')
  expect(await call(save, { name: 'a' }, { lang: 'en' }).catch((thrown: unknown) => thrown)).toMatchObject({
    code: 'network',
  })
})

test.each(['401', '10001', '403'])('%s raises one no-authorisation event, unless asked quietly', async (code) => {
  const heard: string[] = []
  const stop = onNoAuthorisation((refused) => heard.push(refused.code))
  answers({ code, msg: '请先登录', data: null })
  await call(save, { name: 'a' }).catch(() => undefined)
  await call(save, { name: 'a' }, { quiet: true }).catch(() => undefined)
  stop()
  await call(save, { name: 'a' }).catch(() => undefined)
  expect(heard).toEqual([code])
})

test('pages of the shopping partner call its host, with their token and without cookies', async () => {
  const fetched = answers({ code: '200', msg: '', data: { id: 1 } })
  setPartner('https://partner.example')
  vi.stubGlobal('location', { search: '?raceid=7&app=jd' })
  await call(save, { name: 'a' })
  vi.stubGlobal('location', { search: '?raceid=7&app=helper' })
  await call(save, { name: 'a' })
  setPartner(null)
  expect(fetched.mock.calls.map(([address, init]) => [address, init.credentials])).toEqual([
    ['https://partner.example/thing/save', 'omit'],
    ['/thing/save', 'same-origin'],
  ])
})

test('a screen asks again at intervals, but not after a refusal that stays', () => {
  const refused = (code: string) => new Refused({ code, msg: '', data: null })
  expect(nextAsk(2_500, { data: undefined, error: null })).toBe(2_500)
  for (const code of ['network', '429', '500'])
    expect(nextAsk(2_500, { data: undefined, error: refused(code) }), `${code} stands for a while`).toBe(10_000)
  expect(nextAsk(60_000, { data: undefined, error: refused('500') })).toBe(60_000)
  for (const code of ['401', '10001', '403', '404'])
    expect(nextAsk(2_500, { data: undefined, error: refused(code) }), code).toBe(false)
  expect(nextAsk(2_500, { data: { amount: 1 }, error: refused('404') }), 'an answer is on the screen').toBe(2_500)
  expect(nextAsk(false, { data: {}, error: null })).toBe(false)
})

test("a gateway's page in front of a server that is down is not shown as the runner's own network", async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>502 Bad Gateway</html>', { status: 502 }))
  await expect(call(save, { name: 'x' }, { lang: 'en' })).rejects.toMatchObject({
    code: 'network',
    message: 'Something went wrong on our side. Please try again',
  })
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(call(save, { name: 'x' }, { lang: 'en' })).rejects.toMatchObject({
    message: 'No connection. Please check your network and try again',
  })
})

test('a shared read uses an address that everybody has, and POST soon after a write of this page', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const fetched = answers({ code: '200', msg: '', data: { id: 1 } })
  const methodOf = async (): Promise<string> => {
    fetched.mockClear()
    await call(teams, { raceid: 226 }, { lang: 'en' })
    const [address, { method = 'GET' }] = fetched.mock.calls[0]!
    return `${method} ${address.split(/[?&]/).sort().join(' ')}`
  }
  // The clock moves on by a day, because earlier tests of this process may have written shortly before.
  vi.advanceTimersByTime(86_400_000)
  const get = 'GET /teams _lang=en raceid=226'
  expect(await methodOf()).toBe(get)
  await call(save, { name: '张三' })
  expect(await methodOf(), 'a call without a key writes nothing').toBe(get)
  await call(save, { name: '张三' }, { once: 'k2' })
  expect(await methodOf()).toBe('POST /teams')
  vi.advanceTimersByTime(3_900)
  expect(await methodOf(), 'a cache on the way may still have the old answer').toBe('POST /teams')
  vi.advanceTimersByTime(200)
  expect(await methodOf()).toBe(get)
})

test('a submission with another file is another submission, and the same file again is the same one', () => {
  const file = (name: string, text: string, lastModified = 1) =>
    new File([text], name, { type: 'image/png', lastModified })
  const first = submissionOf({ raceid: 1 }, { photo: file('a.png', 'one') })
  expect(submissionOf({ raceid: 1 }, { photo: [file('a.png', 'one')] })).toBe(first)
  expect(submissionOf({ raceid: 2 }, { photo: file('a.png', 'one') })).not.toBe(first)
  for (const other of [file('b.png', 'one'), file('a.png', 'four'), file('a.png', 'one', 2), new Blob(['one'])])
    expect(submissionOf({ raceid: 1 }, { photo: other })).not.toBe(first)
  expect(submissionOf({ raceid: 1 }, { front: file('a.png', 'one') })).not.toBe(first)
  expect(submissionOf({ raceid: 1 })).not.toBe(first)
})
