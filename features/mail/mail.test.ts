import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendMessage } from '#features/messages/service.ts'
import { MailDown, MailLost } from '#integrations/mail/client.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { takeReturned } from './bounces.service.ts'
import {
  consoleMailAllow,
  consoleMailList,
  consoleMailRetry,
  consoleMailState,
  consoleMailStops,
  consoleMailTest,
} from './console.contract.ts'
import { mailAsk, mailNews, mailProve, mailRemove, mailShow, mailStop } from './contract.ts'
import { sendQueuedMail } from './jobs.ts'
import { renderMail } from './rules.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await world.parts.seal.prepare('accounts')
})
afterAll(() => world?.close())
const mailbox = () => world.parts.integrations.sandbox.mail!
beforeEach(() => {
  mailbox().sent.length = 0
  mailbox().weather.down = false
})

const working = () => ({ ...world.parts, now: world.clock.now() })
/** Sends the mails that wait, as the jobs do. */
const sendAll = async () => {
  const rows = await world.db.selectFrom('mails').select('id').where('state', '=', 'queued').orderBy('id').execute()
  for (const { id } of rows) await sendQueuedMail({ id }, working())
}
const lastMail = () => world.db.selectFrom('mails').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
/** Returns the body of a mail as the mail program of a reader decodes it. */
const bodyOf = (raw: string): string =>
  raw
    .split(/\r\n--[^\r\n]+\r\n/)
    .filter((part) => part.startsWith('Content-Type: text/'))
    .map((part) => {
      const [head = '', ...rest] = part.split('\r\n\r\n')
      const body = rest.join('\r\n\r\n')
      if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
      const bytes = body
        .replaceAll(/=\r\n/g, '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      return Buffer.from(bytes, 'latin1').toString('utf8')
    })
    .join('\n')
const proofIn = () => {
  const body = bodyOf(mailbox().sent.at(-1)!.raw)
  return { code: /\b(\d{6})\b/.exec(body)![1]!, token: /\/mail\?prove=([\w-]+)/.exec(body)![1]! }
}
let n = 0
const runner = async (mail?: string, lang: 'zh-cn' | 'en' = 'zh-cn') => {
  const one = await runnerSession(world)
  if (mail === undefined) return one
  await world.ask(mailAsk, { mail }, { ...one, lang })
  await sendAll()
  await world.ask(mailProve, { code: proofIn().code }, one)
  mailbox().sent.length = 0
  return one
}
const message = (uid: number, patch = {}) =>
  world.db.transaction().execute((tx) =>
    sendMessage(tx, {
      seal: world.parts.seal,
      now: world.clock.now(),
      uid,
      lang: 'zh-cn',
      template: 'review_passed',
      values: { race: '上海马拉松<b>', event: '全程' },
      key: `test ${++n}`,
      path: '/queryDetail?_key=26-1111111111111111111111',
      ...patch,
    }),
  )

test('an address gets mail only after its owner has proved it, by the code or by the link', async () => {
  const one = await runnerSession(world)
  expect(await world.call(mailShow, {})).toMatchObject({ code: '401' })
  expect(await world.ask(mailShow, {}, one)).toMatchObject({ mail: null, state: 'none' })
  for (const mail of ['', 'nobody', 'a@b', 'a@b.cn\nBcc: c@d.cn', `${'x'.repeat(300)}@b.cn`])
    expect(await world.call(mailAsk, { mail }, one), mail).toMatchObject({ code: '422' })
  expect(await world.ask(mailAsk, { mail: ' Runner@Example.com ' }, one)).toMatchObject({
    mail: 'R***@Example.com',
    state: 'pending',
  })
  await sendAll()
  expect(mailbox().sent).toHaveLength(1)
  await message(one.uid)
  await sendAll()
  expect(mailbox().sent, 'no other mail before the proof').toHaveLength(1)
  const { code, token } = proofIn()
  const wrong = code === '000000' ? '111111' : '000000'
  expect(await world.call(mailProve, { code: wrong }, one)).toMatchObject({ refusal: 'mail_code_wrong' })
  const other = await runnerSession(world)
  expect(await world.call(mailProve, { code }, other), 'the code of another account').toMatchObject({
    refusal: 'mail_code_spent',
  })
  expect(await world.call(mailProve, { code })).toMatchObject({ code: '401' })
  expect(await world.ask(mailProve, { token })).toEqual({ mail: 'R***@Example.com' })
  expect(await world.ask(mailProve, { token }), 'a second press changes nothing').toEqual({ mail: 'R***@Example.com' })
  expect(await world.call(mailProve, { token: 'x'.repeat(32) })).toMatchObject({ refusal: 'mail_link_spent' })
  expect(await world.ask(mailShow, {}, one)).toMatchObject({ state: 'proved', stop: null, news: true })
  const stored = await world.db
    .selectFrom('mail_addresses')
    .selectAll()
    .where('uid', '=', one.uid)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(stored)).not.toMatch(/runner@example/i)
  await world.ask(mailRemove, {}, one)
  expect(await world.ask(mailShow, {}, one)).toMatchObject({ state: 'none' })
})

test('a code is valid for five tries and an hour, and an address gets one proof a minute', async () => {
  const one = await runnerSession(world)
  await world.ask(mailAsk, { mail: 'tries@example.com' }, one)
  expect(await world.call(mailAsk, { mail: 'tries@example.com' }, one)).toMatchObject({ refusal: 'too_often' })
  await sendAll()
  const { code } = proofIn()
  const wrong = code === '000000' ? '111111' : '000000'
  for (let i = 0; i < 5; i++) await world.call(mailProve, { code: wrong }, one)
  expect(await world.call(mailProve, { code }, one)).toMatchObject({ refusal: 'mail_code_spent' })
  world.clock.advance(61_000)
  await world.ask(mailAsk, { mail: 'tries@example.com' }, one)
  await sendAll()
  const later = proofIn()
  world.clock.advance(61 * 60_000)
  expect(await world.call(mailProve, { code: later.code }, one)).toMatchObject({ refusal: 'mail_code_spent' })
  expect(await world.call(mailProve, { token: later.token })).toMatchObject({ refusal: 'mail_link_spent' })
})

test('a message is also sent by mail, once, in the language of the address', async () => {
  const one = await runner('en@example.com', 'en')
  await message(one.uid, { key: 'once' })
  await message(one.uid, { key: 'once' })
  await message(one.uid, { template: 'login_code', values: { code: '1', minutes: '5' }, mobile: '13800001234' })
  await sendAll()
  await sendAll()
  expect(mailbox().sent).toHaveLength(1)
  const body = bodyOf(mailbox().sent[0]!.raw)
  expect(body).toContain('has been approved')
  expect(body).toContain('http://localhost:3000/queryDetail?_key=26-1111111111111111111111')
  expect(body).toContain('上海马拉松&lt;b&gt;')
  expect(mailbox().sent[0]!.raw, 'a service message has no end').not.toMatch(/List-Unsubscribe/i)
})

test('news have a way to end them, by one call without a log-in, and service messages continue', async () => {
  const one = await runner('news@example.com')
  const news = () => message(one.uid, { template: 'photos_new', values: { bib: 'A1', race: '上海', n: '3' } })
  await news()
  await sendAll()
  const { raw } = mailbox().sent[0]!
  const address = /List-Unsubscribe: ?<http:\/\/localhost:3000(\/mail\/unsubscribe\?t=[\w-]+)>/i.exec(
    raw.replaceAll(/\r\n\s/g, ''),
  )![1]!
  const token = address.split('t=')[1]!
  const opened = await world.app.inject({ method: 'GET', url: address })
  expect([opened.statusCode, opened.headers.location]).toEqual([302, `/mail?stop=${token}`])
  expect(await world.ask(mailShow, {}, one), 'opening a link changes nothing').toMatchObject({ news: true })
  const tampered = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA')
  expect((await world.app.inject({ method: 'POST', url: `/mail/unsubscribe?t=${tampered}` })).statusCode).toBe(404)
  expect((await world.app.inject({ method: 'POST', url: '/mail/unsubscribe' })).statusCode).toBe(404)
  expect(await world.call(mailStop, { token: tampered })).toMatchObject({ refusal: 'mail_link_spent' })
  const ended = await world.app.inject({
    method: 'POST',
    url: address,
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(ended.statusCode).toBe(200)
  mailbox().sent.length = 0
  await news()
  await message(one.uid)
  await sendAll()
  expect(mailbox().sent).toHaveLength(1)
  await world.ask(mailNews, { on: true }, one)
  await news()
  await sendAll()
  expect(mailbox().sent).toHaveLength(2)
  expect(await world.ask(mailStop, { token })).toEqual({ mail: 'n***@example.com' })
  expect(await world.ask(mailShow, {}, one)).toMatchObject({ news: false })
})

test('after a hard bounce, at once or later, or a complaint, the address gets no mail', async () => {
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const gone = await runnerSession(world)
  await world.ask(mailAsk, { mail: 'hard1@example.com' }, gone)
  await sendAll()
  expect(await lastMail()).toMatchObject({ state: 'failed', failure: '5.1.1' })
  world.clock.advance(61_000)
  expect(await world.call(mailAsk, { mail: 'HARD1@example.com' }, gone)).toMatchObject({ refusal: 'mail_bounces' })
  const late = await runner('late@example.com')
  await takeReturned(working())
  expect(await world.ask(mailShow, {}, late)).toMatchObject({ stop: 'hard' })
  await message(late.uid)
  expect(await world.db.selectFrom('mails').select('id').where('state', '=', 'queued').execute()).toEqual([])
  world.clock.advance(1000)
  const cross = await runner('complaint@example.com')
  await takeReturned(working())
  expect(await world.ask(mailShow, {}, cross)).toMatchObject({ stop: 'complaint' })
  const { items } = await world.ask(consoleMailStops, {}, owner)
  expect(items.map(({ to, bounce }) => [to, bounce]).slice(0, 3)).toEqual([
    ['c***@example.com', 'complaint'],
    ['l***@example.com', 'hard'],
    ['h***@example.com', 'hard'],
  ])
  const first = await world.ask(consoleMailStops, { limit: 1 }, owner)
  const second = await world.ask(consoleMailStops, { limit: 1, after: first.after! }, owner)
  expect(second.items[0]!.to).toBe('l***@example.com')
  await world.ask(consoleMailAllow, { id: items[1]!.id }, owner)
  expect(await world.call(consoleMailAllow, { id: items[1]!.id }, owner)).toMatchObject({ refusal: 'mail_not_found' })
  await message(late.uid)
  await sendAll()
  expect(await lastMail()).toMatchObject({ state: 'sent' })
})

test('a report counts only with the secret Message-ID of one of our mails', async () => {
  const one = await runner('victim@example.com')
  const forged = Buffer.from(
    'Content-Type: multipart/report; boundary=x\r\n\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\n' +
      'Reporting-MTA: dns; x\r\n\r\nFinal-Recipient: rfc822; victim@example.com\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--x--\r\n',
  )
  const mail = {
    ...world.parts.integrations.mail,
    returned: async (take: (mail: { raw: Uint8Array; done: () => Promise<void> }) => Promise<void>) =>
      take({ raw: forged, done: async () => undefined }),
  }
  await takeReturned({ ...working(), integrations: { ...world.parts.integrations, mail } })
  expect(await world.ask(mailShow, {}, one)).toMatchObject({ stop: null })
})

test("a provider's signed call stops an address, and an unsigned call does nothing", async () => {
  const one = await runner('signed@example.com')
  const secret = `whsec_${Buffer.alloc(24, 5).toString('base64')}`
  const body = JSON.stringify({ type: 'email.complained', data: { to: ['signed@example.com'] } })
  const post = (headers: Record<string, string>) =>
    world.app.inject({
      method: 'POST',
      url: '/mail/events',
      payload: body,
      headers: { 'content-type': 'application/json', ...headers },
    })
  expect((await post({})).statusCode, 'no provider is set up').toBe(404)
  world.parts.integrations.mail = { ...world.parts.integrations.mail, webhookSecret: secret }
  expect((await post({})).statusCode).toBe(401)
  const at = new Date()
  const signed = {
    'webhook-id': 'm1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('m1', at, body),
  }
  expect((await post(signed)).statusCode).toBe(200)
  expect(await world.ask(mailShow, {}, one)).toMatchObject({ stop: 'complaint' })
})

test('if the server is away a mail waits and is sent once; if its answer is lost nobody sends the mail again', async () => {
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const one = await runner('wait@example.com')
  mailbox().weather.down = true
  await message(one.uid)
  const { id } = await lastMail()
  await sendQueuedMail({ id }, working())
  expect(await lastMail()).toMatchObject({ state: 'queued', tries: 1, failure: 'no connection' })
  mailbox().weather.down = false
  await Promise.all([sendQueuedMail({ id }, working()), sendQueuedMail({ id }, working())])
  expect(mailbox().sent).toHaveLength(1)
  await message(one.uid)
  const lost = (await lastMail()).id
  const mail = {
    ...world.parts.integrations.mail,
    send: async () => {
      throw new MailLost('answer_lost')
    },
  }
  await sendQueuedMail({ id: lost }, { ...working(), integrations: { ...world.parts.integrations, mail } })
  expect(await lastMail()).toMatchObject({ state: 'lost' })
  await sendAll()
  expect(await world.call(consoleMailRetry, { id: lost }, owner)).toMatchObject({ refusal: 'mail_maybe_sent' })
  await world.ask(consoleMailRetry, { id: lost, sure: true }, owner)
  await sendAll()
  expect(await lastMail()).toMatchObject({ state: 'sent' })
  expect(await world.call(consoleMailRetry, { id: lost, sure: true }, owner)).toMatchObject({
    refusal: 'mail_not_retried',
  })
  // After its last try the mail has failed.
  mailbox().weather.down = true
  await message(one.uid)
  for (let i = 0; i < 8; i++) await sendAll()
  expect(await lastMail()).toMatchObject({ state: 'failed', failure: 'no connection' })
})

test('staff see the state of mail, masked, and test it', async () => {
  const director = await staffSession(world, [{ raceid: null, role: 'director' }])
  for (const [endpoint, input] of [
    [consoleMailState, {}],
    [consoleMailList, {}],
    [consoleMailStops, {}],
    [consoleMailTest, {}],
    [consoleMailAllow, { id: '0'.repeat(32) }],
    [consoleMailRetry, { id: 1 }],
  ] as const)
    expect(
      await world.call(endpoint as typeof consoleMailState, input as Record<string, never>, director),
      endpoint.path,
    ).toMatchObject({
      code: '403',
    })
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const state = await world.ask(consoleMailState, {}, owner)
  expect(state).toMatchObject({ pretend: true })
  const { items } = await world.ask(consoleMailList, { limit: 5 }, { ...owner, lang: 'en' })
  expect(items[0]).toMatchObject({ to: 'w***@example.com', title: 'Approved' })
  expect(JSON.stringify(items)).not.toContain('wait@example.com')
  expect((await world.ask(consoleMailList, { only: 'trouble' }, owner)).items.length).toBeGreaterThan(0)
  expect(await world.ask(consoleMailTest, {}, owner)).toEqual({ sent: false })
  expect(await world.ask(consoleMailTest, { mail: 'me@example.com' }, owner)).toEqual({ sent: true })
  const away = world.parts.integrations.mail
  world.parts.integrations.mail = {
    ...away,
    test: async () => {
      throw new MailDown('EAUTH')
    },
  }
  expect(await world.call(consoleMailTest, {}, owner)).toMatchObject({ refusal: 'mail_down' })
  world.parts.integrations.mail = { ...away, sandbox: false }
  expect((await world.ask(consoleMailList, {}, owner)).items.every(({ text }) => text === null)).toBe(true)
  world.parts.integrations.mail = away
})

test('a value of a person is text in both parts of a mail, and a link leads to us only', () => {
  const frame = {
    lang: 'en' as const,
    name: 'Run <Club>',
    proved: true,
    origin: 'https://run.example.org',
    stop: 'https://run.example.org/mail?stop=x',
  }
  const { text, html } = renderMail(
    {
      subject: '<script>alert(1)</script>',
      paragraphs: ['Hello "O\'Neil" & <img src=x onerror=alert(1)>'],
      action: { label: 'Open', path: 'https://evil.example/' },
    },
    frame,
  )
  expect(html).not.toMatch(/<script|<img/)
  expect(html).toContain('&lt;img src=x')
  expect(html + text).not.toContain('evil.example')
  expect(text).toContain('Hello "O\'Neil" & <img src=x onerror=alert(1)>')
  expect(html).toContain('Run &lt;Club&gt;')
  expect(text).toContain('https://run.example.org/mail?stop=x')
})
