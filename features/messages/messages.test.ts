import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Looked,
  type Sms,
  type TextMessage,
  SmsBusy,
  SmsDown,
  SmsLost,
  SmsRefused,
  sandboxSms,
} from '#integrations/sms/client.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { type Message, sendMessage } from './service.ts'
import { consoleOutboxList, consoleOutboxRetry, consoleOutboxState, consoleOutboxTroubles } from './contract.ts'
import { sendQueued } from './jobs.ts'
import { lookDue } from './delivery.service.ts'
import { dayFor, sendAt, zonesOf } from './quiet.rules.ts'

let world: World
let printed: string[]
beforeAll(async () => {
  world = await makeWorld()
  printed = []
  world.parts.integrations.sms = sandboxSms((line) => printed.push(line))
  await world.parts.seal.prepare('accounts')
})
afterAll(() => world?.close())

let count = 0
const queue = async (options: Partial<Message> = {}) => {
  const { seal } = world.parts
  const mobile = options.mobile ?? '13800001234'
  await world.db.transaction().execute((tx) =>
    sendMessage(tx, {
      seal,
      now: world.clock.now(),
      mobile,
      mask: '138****1234',
      lang: 'zh-cn',
      template: 'login_code',
      values: { code: '246810', minutes: '5' },
      key: `test ${++count}`,
      ...options,
    }),
  )
  return (await world.db.selectFrom('messages').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow())
    .id
}
const run = (id: number, sms?: Sms) => {
  const integrations = sms ? { ...world.parts.integrations, sms } : world.parts.integrations
  return sendQueued({ id }, { ...world.parts, integrations, now: world.clock.now() })
}
const stateOf = (id: number) =>
  world.db
    .selectFrom('messages')
    .select(['state', 'number', 'failure', 'sent_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('the outbox is for staff with the right, and only for the sandbox', async () => {
  expect(await world.call(consoleOutboxList, {})).toMatchObject({ code: '401' })
  expect(await world.call(consoleOutboxList, {}, await runnerSession(world))).toMatchObject({ code: '10001' })
  expect(
    await world.call(consoleOutboxList, {}, await staffSession(world, [{ raceid: null, role: 'director' }])),
  ).toMatchObject({ code: '403' })
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const sandbox = world.parts.integrations.sms
  world.parts.integrations.sms = { ...sandbox, sandbox: false }
  expect(await world.call(consoleOutboxList, {}, owner)).toMatchObject({ code: '404', refusal: 'outbox_closed' })
  world.parts.integrations.sms = sandbox
  expect(await world.call(consoleOutboxList, {}, owner)).toMatchObject({
    code: '200',
    data: { items: [], after: null },
  })
})

test('a message is sent when its transaction commits, and not without a commit', async () => {
  const jobs = async () => (await world.db.selectFrom('messages').select('id').execute()).length
  const before = await jobs()
  await expect(
    world.db.transaction().execute(async (tx) => {
      await sendMessage(tx, {
        seal: world.parts.seal,
        now: world.clock.now(),
        mobile: '13800001234',
        mask: '138****1234',
        lang: 'en',
        template: 'login_code',
        values: { code: '1', minutes: '5' },
        key: 'never',
      })
      throw new Error('the rest failed')
    }),
  ).rejects.toThrow()
  expect(await jobs()).toBe(before)
})

test('it is shown on the terminal with its code and a masked number, and in the outbox with its full text', async () => {
  const id = await queue({ lang: 'en' })
  await run(id)
  expect(printed.at(-1)).toBe(
    "[text message] to 138****1234: 【Startline】Your code is 246810. It is valid for 5 minutes. Don't share it with " +
      "anyone. If you didn't request it, ignore this message.",
  )
  expect(await stateOf(id)).toMatchObject({
    state: 'sent',
    number: expect.any(String) as string,
    sent_at: world.clock.now(),
  })
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const { items } = await world.ask(consoleOutboxList, {}, owner)
  expect(items[0]).toMatchObject({
    id,
    mobile: '138****1234',
    state: 'sent',
    text: expect.stringContaining('246810') as string,
  })
  const logged = await world.db
    .selectFrom('log')
    .select(['staffid', 'what', 'target'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(logged, 'each reading is logged').toEqual({
    staffid: owner.staffid,
    what: 'outbox read',
    target: `messages ${id} to ${id}`,
  })
})

test('one message is sent once, however often it is queued or its job runs', async () => {
  const before = printed.length
  const id = await queue({ key: 'drawn 2026/1' })
  expect(await queue({ key: 'drawn 2026/1' })).toBe(id)
  await Promise.all([run(id), run(id), run(id)])
  await run(id)
  expect(printed.length).toBe(before + 1)
})

test('a provider that is down is asked again until the message is useless', async () => {
  const down: Sms = { name: 'down', sandbox: false, send: async () => Promise.reject(new SmsDown('no answer')) }
  const id = await queue({ until: new Date(world.clock.now().getTime() + 60_000) })
  await expect(run(id, down)).rejects.toThrow(SmsDown)
  expect(await stateOf(id)).toMatchObject({ state: 'queued' })
  world.clock.advance(60_000)
  const before = printed.length
  await run(id)
  expect(await stateOf(id)).toMatchObject({ state: 'late' })
  expect(printed.length).toBe(before)
})

test("a refused message is kept with the provider's reason; a message that a real provider delivered is not kept in full", async () => {
  const id = await queue()
  await run(id, {
    name: 'strict',
    sandbox: false,
    send: async () => Promise.reject(new SmsRefused('number_blocked', 'no')),
  })
  expect(await stateOf(id)).toMatchObject({ state: 'failed', failure: 'number_blocked' })
  const sent: TextMessage[] = []
  const real = await queue({ mobile: '+85251234567' })
  await run(real, { name: 'real', sandbox: false, send: async (message) => (sent.push(message), { number: '42' }) })
  expect(sent).toMatchObject([{ to: '+85251234567', template: 'login_code', values: { code: '246810' } }])
  const { content } = await world.db
    .selectFrom('messages')
    .select('content')
    .where('id', '=', real)
    .executeTakeFirstOrThrow()
  expect(world.parts.seal.open('accounts', 'message content', content)).toBe('{}')
})

test('the sandbox provider is as strict as a real one', async () => {
  const lines: string[] = []
  const sms = sandboxSms((line) => lines.push(line))
  const good: TextMessage = {
    to: '+8613800001234',
    template: 'login_code',
    lang: 'zh-cn',
    values: { code: '1' },
    text: '【Startline】1',
    key: 'k',
  }
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

const rowOf = (id: number) =>
  world.db
    .selectFrom('messages')
    .select(['state', 'provider', 'number', 'failure', 'delivery', 'delivery_code', 'looks', 'look_at', 'send_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const jobOf = async (id: number) =>
  (await world.db
    .selectFrom('graphile_worker.jobs' as never)
    .select(['run_at' as never])
    .where('key' as never, '=', `message send ${id}` as never)
    .execute()) as { run_at: Date }[]

test(
  'at night a message waits for the morning, at a moment of its own; a code and what must be done before then do ' +
    'not',
  async () => {
    world.clock.set('2026-03-01T15:00:00Z') // It is 23:00 in Shanghai.
    const drawn = {
      template: 'drawn_won',
      values: { race: '春季马拉松', event: '全程', until: '3月3日' },
      deadline: new Date('2026-03-03T04:00:00Z'),
    } as const
    const id = await queue(drawn)
    await run(id)
    const { state, send_at } = await rowOf(id)
    expect(state).toBe('queued')
    expect(send_at!.getTime()).toBeGreaterThanOrEqual(Date.parse('2026-03-02T00:00:00Z'))
    expect(send_at!.getTime()).toBeLessThan(Date.parse('2026-03-02T01:00:00Z'))
    expect(await jobOf(id)).toEqual([{ run_at: send_at }])
    const urgent = await queue({ ...drawn, deadline: new Date('2026-03-02T02:00:00Z') })
    const code = await queue()
    await Promise.all([run(urgent), run(code)])
    expect(await Promise.all([rowOf(urgent), rowOf(code)])).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
    world.clock.set(send_at!)
    await run(id)
    expect(await rowOf(id)).toMatchObject({ state: 'sent' })
    world.clock.set('2026-03-02T04:00:00Z')
  },
)

test("the night is the night of the number's country; in a wide country it is day if it is day everywhere", () => {
  const quiet = { from: 22, to: 8 }
  const noon = new Date('2026-03-01T04:00:00Z')
  expect(dayFor('13800001234', noon, quiet)).toEqual(noon)
  expect(dayFor('+447700900123', noon, quiet), 'London').toEqual(new Date('2026-03-01T08:00:00Z'))
  expect(dayFor('+12025550123', noon, quiet), 'New York to Los Angeles').toEqual(new Date('2026-03-01T16:00:00Z'))
  expect(zonesOf('+85251234567')).toEqual(['Asia/Hong_Kong'])
  const keys = Array.from({ length: 500 }, (_, at) =>
    sendAt(
      { mobile: '13800001234', template: 'drawn_won', key: `drawn_won 2026/${at}`, deadline: null },
      new Date('2026-03-01T15:00:00Z'),
      quiet,
    ).getTime(),
  )
  expect(new Set(keys).size, 'spread out').toBeGreaterThan(400)
  expect(dayFor('13800001234', new Date('2026-03-01T15:00:00Z'), { from: 1, to: 5 })).toEqual(
    new Date('2026-03-01T15:00:00Z'),
  )
})

test('a number and a day have their limits; codes are sent beyond them', async () => {
  const options = world.parts.integrations.smsOptions
  world.parts.integrations.smsOptions = { ...options, perNumber: 2 }
  const message = {
    template: 'wait_given',
    values: { race: '春季马拉松', event: '全程' },
    mobile: '13900005555',
  } as const
  const ids = [await queue(message), await queue(message), await queue(message), await queue({ mobile: '13900005555' })]
  for (const id of ids) await run(id)
  expect((await Promise.all(ids.map(rowOf))).map(({ state }) => state)).toEqual(['sent', 'sent', 'queued', 'sent'])
  expect((await rowOf(ids[2]!)).send_at).toEqual(new Date(world.clock.now().getTime() + 86_400_000))
  world.parts.integrations.smsOptions = { ...options, perDay: 1 }
  const [late, code] = [await queue({ ...message, mobile: '13900006666' }), await queue()]
  await Promise.all([run(late), run(code)])
  expect((await Promise.all([late, code].map(rowOf))).map(({ state }) => state)).toEqual(['queued', 'sent'])
  world.parts.integrations.smsOptions = options
})

test('a message with a lost answer is not handed over again: its provider is asked, and finally its outcome is unknown', async () => {
  let known: Looked = { state: 'unknown' }
  let handed = 0
  const lossy: Sms = {
    name: 'lossy',
    sandbox: false,
    send: async () => (handed++, Promise.reject(new SmsLost('lossy', 'no answer'))),
    look: async () => known,
  }
  const working = () => ({
    ...world.parts,
    integrations: { ...world.parts.integrations, sms: lossy },
    now: world.clock.now(),
  })
  const [found, gone] = [await queue({ uid: 7 }), await queue()]
  await Promise.all([run(found, lossy), run(gone, lossy)])
  await Promise.all([run(found, lossy), run(gone, lossy)])
  expect(handed, 'once each').toBe(2)
  expect(await rowOf(found)).toMatchObject({ state: 'sending', provider: 'lossy' })
  world.clock.advance(61_000)
  await lookDue(working())
  known = { state: 'delivered', number: '42', at: world.clock.now() }
  await world.db
    .updateTable('messages')
    .set({ look_at: new Date('2027-01-01') })
    .where('id', '=', gone)
    .execute()
  world.clock.advance(3_600_000)
  await lookDue(working())
  expect(await rowOf(found)).toMatchObject({ state: 'sent', number: '42', delivery: 'delivered', look_at: null })
  known = { state: 'unknown' }
  await world.db.updateTable('messages').set({ look_at: world.clock.now() }).where('id', '=', gone).execute()
  for (let step = 0; step < 3; step++) {
    await lookDue(working())
    world.clock.advance(3_600_000)
  }
  expect(await rowOf(gone)).toMatchObject({ state: 'lost', failure: 'answer_lost', look_at: null })
  expect(handed).toBe(2)
})

test('a number over its limit waits as long as its provider says, but not until the message is useless', async () => {
  const busy: Sms = { name: 'busy', sandbox: false, send: async () => Promise.reject(new SmsBusy(3600, 'hour')) }
  const [waits, gone] = [await queue(), await queue({ until: new Date(world.clock.now().getTime() + 300_000) })]
  await Promise.all([run(waits, busy), run(gone, busy)])
  expect(await Promise.all([waits, gone].map(rowOf))).toMatchObject([
    { state: 'queued', send_at: new Date(world.clock.now().getTime() + 3_600_000) },
    { state: 'failed', failure: 'hour' },
  ])
})

test(
  'the console sees how the providers fare and what did not go out, never its text; what failed is sent again, what ' +
    'may have arrived only by who is sure',
  async () => {
    const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
    const director = await staffSession(world, [{ raceid: null, role: 'director' }])
    for (const endpoint of [consoleOutboxState, consoleOutboxTroubles])
      expect(await world.call(endpoint, {}, director)).toMatchObject({ code: '403' })
    expect(await world.call(consoleOutboxRetry, { id: 1 }, director)).toMatchObject({ code: '403' })
    const sandbox = world.parts.integrations.sms
    const vendors = () => [{ name: 'aliyun', unproved: true, resting: false, sent: 0, failed: 0, last: null }]
    const strict: Sms = {
      name: 'aliyun',
      sandbox: false,
      vendors,
      send: async () => Promise.reject(new SmsRefused('isv.MOBILE_NUMBER_ILLEGAL', 'no')),
    }
    const failed = await queue({
      mobile: '13700008888',
      template: 'wait_given',
      values: { race: '春季马拉松', event: '全程' },
    })
    const code = await queue()
    world.parts.integrations.sms = strict
    await Promise.all([run(failed), run(code)])
    expect(await world.ask(consoleOutboxState, {}, owner)).toMatchObject({
      pretend: false,
      providers: [{ name: 'aliyun', unproved: true }],
      failed: expect.any(Number) as number,
      quiet: { from: 22, to: 8 },
    })
    const { items } = await world.ask(consoleOutboxTroubles, { state: 'failed', limit: 2 }, owner)
    expect(items).toMatchObject([
      { id: code, retry: false },
      { id: failed, mobile: '138****1234', failure: 'isv.MOBILE_NUMBER_ILLEGAL', retry: true },
    ])
    expect(JSON.stringify(items)).not.toContain('春季马拉松')
    expect(await world.call(consoleOutboxRetry, { id: 999_999 }, owner)).toMatchObject({ refusal: 'message_not_found' })
    expect(await world.call(consoleOutboxRetry, { id: code }, owner)).toMatchObject({ refusal: 'message_not_retried' })
    await world.ask(consoleOutboxRetry, { id: failed }, owner)
    expect(await rowOf(failed)).toMatchObject({ state: 'queued', failure: null })
    await world.db.updateTable('messages').set({ state: 'lost' }).where('id', '=', failed).execute()
    expect(await world.call(consoleOutboxRetry, { id: failed }, owner)).toMatchObject({ refusal: 'message_maybe_sent' })
    await world.ask(consoleOutboxRetry, { id: failed, sure: true }, owner)
    world.parts.integrations.sms = sandbox
    await run(failed)
    expect(await rowOf(failed)).toMatchObject({ state: 'sent' })
  },
)
