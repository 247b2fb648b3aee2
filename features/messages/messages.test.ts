import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lang } from '#contract/words.ts'
import { type Sms, type TextMessage, SmsDown, SmsRefused, pretendSms } from '#server/outside/sms.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { sendMessage } from './actions.ts'
import { consoleOutboxList } from './contract.ts'
import { sendQueued } from './jobs.ts'
import { textOf } from './rules.ts'
import { templates } from './words.ts'

let world: World
let printed: string[]
beforeAll(async () => {
  world = await makeWorld()
  printed = []
  world.parts.outside.sms = pretendSms((line) => printed.push(line))
  await world.parts.seal.prepare('accounts')
})
afterAll(() => world?.close())

let count = 0
const queue = async (manner: { key?: string; mobile?: string; lang?: Lang; until?: Date } = {}) => {
  const { seal } = world.parts
  const mobile = manner.mobile ?? '13800001234'
  await world.db.transaction().execute((tx) =>
    sendMessage(tx, { seal, now: world.clock.now(), mobile, mask: '138****1234', lang: 'zh-cn', template: 'login_code', values: { code: '246810', minutes: '5' }, key: `test ${++count}`, ...manner }),
  )
  return (await world.db.selectFrom('messages').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id
}
const run = (id: number, sms?: Sms) => {
  const outside = sms ? { ...world.parts.outside, sms } : world.parts.outside
  return sendQueued({ id }, { ...world.parts, outside, now: world.clock.now() })
}
const stateOf = (id: number) => world.db.selectFrom('messages').select(['state', 'number', 'failure', 'sent_at']).where('id', '=', id).executeTakeFirstOrThrow()

test('the outbox is for staff with the right, and only as long as it is a pretend one', async () => {
  expect(await world.call(consoleOutboxList, {})).toMatchObject({ code: '401' })
  expect(await world.call(consoleOutboxList, {}, await runnerSession(world))).toMatchObject({ code: '10001' })
  expect(await world.call(consoleOutboxList, {}, await staffSession(world, [{ raceid: null, role: 'director' }]))).toMatchObject({ code: '403' })
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const pretend = world.parts.outside.sms
  world.parts.outside.sms = { ...pretend, pretend: false }
  expect(await world.call(consoleOutboxList, {}, owner)).toMatchObject({ code: '404', refusal: 'outbox_closed' })
  world.parts.outside.sms = pretend
  expect(await world.call(consoleOutboxList, {}, owner)).toMatchObject({ code: '200', data: { items: [], after: null } })
})

test('a message goes out when its transaction commits, and not if it does not', async () => {
  const jobs = async () => (await world.db.selectFrom('messages').select('id').execute()).length
  const before = await jobs()
  await expect(
    world.db.transaction().execute(async (tx) => {
      await sendMessage(tx, { seal: world.parts.seal, now: world.clock.now(), mobile: '13800001234', mask: '138****1234', lang: 'en', template: 'login_code', values: { code: '1', minutes: '5' }, key: 'never' })
      throw new Error('the rest failed')
    }),
  ).rejects.toThrow()
  expect(await jobs()).toBe(before)
})

test('it is shown in the terminal with its code and a masked number, and in the outbox with its full text', async () => {
  const id = await queue({ lang: 'en' })
  await run(id)
  expect(printed.at(-1)).toBe('[text message] to 138****1234: 【Startline】Your code is 246810. It is good for 5 minutes; tell nobody. If you did not ask for it, ignore this.')
  expect(await stateOf(id)).toMatchObject({ state: 'sent', number: expect.any(String) as string, sent_at: world.clock.now() })
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const { items } = await world.ask(consoleOutboxList, {}, owner)
  expect(items[0]).toMatchObject({ id, mobile: '138****1234', state: 'sent', text: expect.stringContaining('246810') as string })
  const logged = await world.db.selectFrom('log').select(['staffid', 'what', 'target']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  expect(logged, 'each reading is logged').toEqual({ staffid: owner.staffid, what: 'outbox read', target: `messages ${id} to ${id}` })
})

test('what is told once is sent once, however often it is queued or its job runs', async () => {
  const before = printed.length
  const id = await queue({ key: 'drawn 2026/1' })
  expect(await queue({ key: 'drawn 2026/1' })).toBe(id)
  await Promise.all([run(id), run(id), run(id)])
  await run(id)
  expect(printed.length).toBe(before + 1)
})

test('a provider that is down is asked again, until the message is of no use', async () => {
  const down: Sms = { name: 'down', pretend: false, send: async () => Promise.reject(new SmsDown('no answer')) }
  const id = await queue({ until: new Date(world.clock.now().getTime() + 60_000) })
  await expect(run(id, down)).rejects.toThrow(SmsDown)
  expect(await stateOf(id)).toMatchObject({ state: 'queued' })
  world.clock.advance(60_000)
  const before = printed.length
  await run(id)
  expect(await stateOf(id)).toMatchObject({ state: 'late' })
  expect(printed.length).toBe(before)
})

test('what a provider refuses is kept with its reason; what a real one delivered is not kept in full', async () => {
  const id = await queue()
  await run(id, { name: 'strict', pretend: false, send: async () => Promise.reject(new SmsRefused('number_blocked', 'no')) })
  expect(await stateOf(id)).toMatchObject({ state: 'failed', failure: 'number_blocked' })
  const sent: TextMessage[] = []
  const real = await queue({ mobile: '+85251234567' })
  await run(real, { name: 'real', pretend: false, send: async (message) => (sent.push(message), { number: '42' }) })
  expect(sent).toMatchObject([{ to: '+85251234567', template: 'login_code', values: { code: '246810' } }])
  const { content } = await world.db.selectFrom('messages').select('content').where('id', '=', real).executeTakeFirstOrThrow()
  expect(world.parts.seal.open('accounts', 'message content', content)).toBe('{}')
})

test('the pretend provider is as strict as a real one', async () => {
  const lines: string[] = []
  const sms = pretendSms((line) => lines.push(line))
  const good: TextMessage = { to: '+8613800001234', template: 'login_code', values: { code: '1' }, text: '【Startline】1', key: 'k' }
  const wrong: [string, Partial<TextMessage>][] = [
    ['number_wrong', { to: '13800001234' }],
    ['number_wrong', { to: '+0123' }],
    ['template_unknown', { template: '' }],
    ['signature_missing', { text: '1' }],
    ['value_missing', { text: '【Startline】1 {minutes}' }],
    ['text_differs', { text: '【Startline】2' }],
    ['too_long', { text: `【Startline】${'1'.repeat(500)}` }],
    ['key_missing', { key: '' }],
  ]
  for (const [code, part] of wrong) await expect(sms.send({ ...good, ...part }), code).rejects.toMatchObject({ code })
  expect(lines).toEqual([])
  expect(await sms.send(good)).toEqual(await sms.send(good))
  expect(lines).toEqual(['[text message] to 138****1234: 【Startline】1'])
  await sms.send({ ...good, to: '+85251234567', key: 'abroad' })
  expect(lines[1]).toContain('to +852****4567:')
})

test('every template is whole in each language: the same values, none left open', () => {
  const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort()
  for (const [name, said] of Object.entries(templates)) {
    const places = placesOf(said['zh-cn'])
    for (const lang of ['zh-cn', 'zh-tw', 'en'] as const) {
      expect(placesOf(said[lang]), `${name} ${lang}`).toEqual(places)
      expect(textOf(name as keyof typeof templates, Object.fromEntries(places.map((place) => [place, '1'])), lang)).not.toContain('{')
    }
  }
})
