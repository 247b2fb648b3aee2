import { createECDH } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPush } from '../sandbox/push/sealed.ts'
import { type SandboxPush, startSandboxPush } from '../sandbox/push/server.ts'
import { MOST_PAYLOAD, type PushOrder, isUsable, newPushKeys, vapidPublicKeyOf, webPushOver } from './client.ts'
import { isPublicAddress, publicLookup } from './publicAddress.ts'

const keys = newPushKeys()
let service: SandboxPush
const client = webPushOver(() => [service.base])
const order = (change: Partial<PushOrder> = {}): PushOrder => ({
  target: service.subscribe(keys.publicKey),
  keys,
  subject: 'mailto:push@example.org',
  payload: JSON.stringify({ title: '䶮跑过 5 公里 🏃' }),
  ttl: 600,
  urgency: 'high',
  topic: 'race-1_5',
  ...change,
})
beforeAll(async () => {
  service = await startSandboxPush()
})
afterAll(() => service.close())

test('the example of RFC 8291 opens, but not with any byte changed', () => {
  const browser = createECDH('prime256v1')
  browser.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'))
  expect(browser.getPublicKey('base64url')).toBe(
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  )
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url')
  const sealed = Buffer.from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    'base64url',
  )
  expect(openPush(sealed, browser, auth)).toBe('When I grow up, I want to be a watermelon')
  for (const at of [0, 25, 90, sealed.length - 1]) {
    const altered = Buffer.from(sealed)
    altered[at] = altered[at]! ^ 1
    expect(() => openPush(altered, browser, auth)).toThrow()
  }
  expect(() => openPush(sealed, browser, Buffer.alloc(16))).toThrow()
})

test('a message arrives as it was written, with its time to live, urgency and topic', async () => {
  const sent = order()
  expect(await client.send(sent)).toEqual({ outcome: 'sent' })
  expect(service.received.at(-1)).toEqual({
    endpoint: sent.target.endpoint,
    payload: sent.payload,
    ttl: 600,
    urgency: 'high',
    topic: 'race-1_5',
  })
  expect(await client.send(order({ payload: 'ä'.repeat(MOST_PAYLOAD / 2) })), 'the longest').toEqual({
    outcome: 'sent',
  })
  expect(await client.send(order({ payload: 'x'.repeat(5000) }))).toEqual({ outcome: 'refused', status: 413 })
})

test('a strict push service names each mistake', async () => {
  const target = service.subscribe(newPushKeys().publicKey)
  expect(await client.send(order({ target })), 'subscribed for another platform').toEqual({
    outcome: 'refused',
    status: 403,
  })
  const another = newPushKeys()
  expect(await client.send(order({ keys: { ...keys, privateKey: another.privateKey } }))).toEqual({
    outcome: 'refused',
    status: 403,
  })
  const stolen = { ...service.subscribe(keys.publicKey), auth: Buffer.alloc(16).toString('base64url') }
  expect(await client.send(order({ target: stolen }))).toEqual({ outcome: 'refused', status: 400 })
  expect(await client.send(order({ ttl: 90 * 86_400 }))).toEqual({ outcome: 'refused', status: 400 })
  expect(service.refused.splice(0)).toEqual([
    'too long',
    'another key',
    'another signature',
    'not sealed for this browser',
    'no TTL',
  ])
})

test('a subscription that has ended, a busy service, and a service that is down', async () => {
  const ended = order()
  service.end(ended.target.endpoint)
  expect(await client.send(ended)).toEqual({ outcome: 'gone' })
  const expected = [
    [404, { outcome: 'gone' }],
    [410, { outcome: 'gone' }],
    [413, { outcome: 'refused', status: 413 }],
    [429, { outcome: 'busy', seconds: 30 }],
    [503, { outcome: 'busy', seconds: 30 }],
  ] as const
  for (const [answer, outcome] of expected) {
    service.weather.answer = answer
    expect(await client.send(order())).toEqual(outcome)
  }
  service.weather.retryAfter = new Date(Date.now() + 7_200_000).toUTCString()
  expect(await client.send(order()), 'a date, and at most an hour').toEqual({ outcome: 'busy', seconds: 3600 })
  service.weather.answer = 'down'
  await expect(client.send(order())).rejects.toThrow('no connection')
  Object.assign(service.weather, { answer: 201, retryAfter: '30' })
})

test('the client connects only to public machines', async () => {
  const usable = order().target
  const at = (endpoint: string) => isUsable({ ...usable, endpoint })
  expect(at('https://updates.push.services.mozilla.com/wpush/v2/abc')).toBe(true)
  expect(at('https://fcm.googleapis.com/fcm/send/abc')).toBe(true)
  for (const endpoint of [
    'http://fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://localhost/x',
    'https://a.example:8443/x',
    'https://user:word@a.example/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    `https://a.example/${'x'.repeat(1000)}`,
    '',
  ])
    expect(at(endpoint), endpoint).toBe(false)
  expect(isUsable({ ...usable, endpoint: `${service.base}/push/x` }, [service.base])).toBe(true)
  expect(
    isUsable({ ...usable, endpoint: 'https://a.example/x', p256dh: Buffer.alloc(65, 4).toString('base64url') }),
  ).toBe(false)
  expect(isUsable({ ...usable, endpoint: 'https://a.example/x', auth: 'AAAA' })).toBe(false)
  for (const address of [
    '10.1.2.3',
    '127.0.0.1',
    '169.254.169.254',
    '192.168.1.1',
    '100.64.0.1',
    '::1',
    '::ffff:10.0.0.1',
    'fe80::1',
    'fd00::1',
    '2002:a00:1::',
    '0.0.0.0',
    '255.255.255.255',
    'x',
  ])
    expect(isPublicAddress(address), address).toBe(false)
  for (const address of ['142.250.1.1', '2607:f8b0::1']) expect(isPublicAddress(address), address).toBe(true)
  const error = await new Promise((resolve) => publicLookup('localhost', { all: true }, (thrown) => resolve(thrown)))
  expect(String(error)).toContain('no public address')
  await expect(client.send(order({ target: { ...usable, endpoint: 'https://localhost/x' } }))).rejects.toThrow(
    'no connection',
  )
})

test('the public key follows from the private key', () => {
  expect(vapidPublicKeyOf(keys.privateKey)).toBe(keys.publicKey)
  expect(vapidPublicKeyOf('short')).toBeUndefined()
})
