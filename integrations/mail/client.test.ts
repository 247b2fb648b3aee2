import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isMailAddress, maskMailAddress } from '#contract/mailAddress.ts'
import { deliveryReport } from '../sandbox/mail/report.ts'
import { bounceIn, mailEventIn } from './bounces.ts'
import { type Mail, MailDown, MailLost, MailRefused } from './client.ts'
import { smtpSender } from './smtp.ts'

const got: { from: string; to: string[]; raw: string }[] = []
/**
 * A strict SMTP server that accepts only one sender. The local part of a recipient's address can make the server refuse
 * a mail. The server can also cut the connection after the mail's last byte.
 */
const server = new SMTPServer({
  authOptional: false,
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, done) =>
    username === 'run' && password === 'secret' ? done(null, { user: 'run' }) : done(new Error('no')),
  onMailFrom: ({ address }, _session, done) =>
    done(
      address === 'no-reply@run.example.org' ? null : Object.assign(new Error('5.7.1 sender'), { responseCode: 550 }),
    ),
  onRcptTo: ({ address }, _session, done) => {
    const fail = (code: number, text: string) => done(Object.assign(new Error(text), { responseCode: code }))
    if (address.startsWith('gone')) return fail(550, '5.1.1 no such user')
    if (address.startsWith('full')) return fail(452, '4.2.2 mailbox full')
    if (address.startsWith('policy')) return fail(550, '5.7.1 policy')
    return done()
  },
  onData: (stream, session, done) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => void parts.push(part))
    stream.on('end', () => {
      const { mailFrom, rcptTo } = session.envelope
      const to = rcptTo.map(({ address }) => address)
      if (to[0]!.startsWith('break')) return void (server as unknown as { close: () => void }).close
      got.push({ from: mailFrom ? mailFrom.address : '', to, raw: Buffer.concat(parts).toString('utf8') })
      done()
    })
  },
})
let port = 0
beforeAll(async () => {
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  port = (server.server.address() as AddressInfo).port
})
afterAll(() => new Promise<void>((resolve) => server.close(resolve)))

const sender = (patch = {}) =>
  smtpSender({
    host: '127.0.0.1',
    port,
    secure: false,
    plain: true,
    user: 'run',
    password: 'secret',
    from: 'no-reply@run.example.org',
    timeoutMs: 1500,
    ...patch,
  })
const mail = (patch: Partial<Mail> = {}): Mail => ({
  to: 'runner@example.com',
  fromName: '起跑线',
  lang: 'zh-cn',
  subject: '恭喜中签',
  text: '您已中签。\n',
  html: '<p>您已中签。</p>',
  id: 'a'.repeat(32),
  ...patch,
})

test('a mail goes over SMTP with both parts, our own Message-ID, and an address that ends news by one call', async () => {
  const one = sender()
  expect(await one.send(mail({ unsubscribe: 'https://run.example.org/mail/unsubscribe?t=x' }))).toMatchObject({
    answer: expect.any(String) as string,
  })
  const [{ from, to, raw }] = got as [(typeof got)[0]]
  expect([from, to]).toEqual(['no-reply@run.example.org', ['runner@example.com']])
  expect(raw).toContain(`Message-ID: <${'a'.repeat(32)}@run.example.org>`)
  expect(raw).toMatch(/multipart\/alternative/)
  expect(raw).toMatch(/List-Unsubscribe: <https:\/\/run\.example\.org\/mail\/unsubscribe\?t=x>/)
  expect(raw).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/)
  expect(raw).toMatch(/Auto-Submitted: auto-generated/i)
  expect(raw).not.toMatch(/X-Mailer/i)
  await one.send(mail({ id: 'b'.repeat(32), subject: 'x\r\nBcc: victim@example.com' }))
  expect(got[1]!.raw, 'a subject cannot add a header').not.toMatch(/^bcc:/im)
  one.close()
})

test('each answer of the server means one thing for us', async () => {
  const one = sender()
  const thrown = (to: string) => one.send(mail({ to })).catch((error: unknown) => error)
  expect(await thrown('gone@example.com')).toMatchObject({ code: '5.1.1', permanent: true })
  expect(await thrown('gone@example.com')).toBeInstanceOf(MailRefused)
  expect(await thrown('policy@example.com')).toMatchObject({ code: '5.7.1', permanent: false })
  const full = await thrown('full@example.com')
  expect(full).toBeInstanceOf(MailDown)
  expect((full as Error).message).toBe('4.2.2')
  const lost = await thrown('break@example.com')
  expect(lost, 'the answer after the last byte is missing').toBeInstanceOf(MailLost)
  one.close()
  const wrong = sender({ password: 'other' })
  await expect(wrong.test()).rejects.toBeInstanceOf(MailDown)
  expect(String(await wrong.send(mail()).catch((error: unknown) => error))).not.toMatch(/other|runner@/)
  wrong.close()
  const nobody = sender({ port: 1 })
  await expect(nobody.send(mail())).rejects.toBeInstanceOf(MailDown)
  nobody.close()
})

test('a report of delivery or abuse is read by its fields, and every other mail is ignored', async () => {
  const about = {
    to: 'Runner@example.com',
    messageId: `${'c'.repeat(32)}@run.example.org`,
    from: 'no-reply@run.example.org',
  }
  const read = (raw: string) => bounceIn(Buffer.from(raw))
  expect(await read(deliveryReport({ ...about, kind: 'hard' }))).toEqual({
    kind: 'hard',
    messageId: about.messageId,
    to: 'runner@example.com',
    code: '5.1.1',
  })
  expect(await read(deliveryReport({ ...about, kind: 'soft' }))).toMatchObject({ kind: 'soft', code: '4.2.2' })
  expect(await read(deliveryReport({ ...about, kind: 'complaint' }))).toMatchObject({
    kind: 'complaint',
    messageId: about.messageId,
    to: 'runner@example.com',
  })
  const vacation =
    'From: a@b.cn\r\nTo: c@d.cn\r\nSubject: 550 5.1.1 user unknown\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n'
  expect(await read(vacation), 'a sentence in the text decides nothing').toBeUndefined()
  expect(await read('')).toBeUndefined()
})

test("a provider's event counts only with its signature", () => {
  const secret = `whsec_${Buffer.alloc(24, 3).toString('base64')}`
  const body = JSON.stringify({
    type: 'email.bounced',
    data: { to: ['runner@example.com'], bounce: { type: 'Permanent', subType: 'Suppressed' } },
  })
  const at = new Date()
  const headers = (signed: string, name = 'webhook') => ({
    [`${name}-id`]: 'msg_1',
    [`${name}-timestamp`]: String(Math.floor(at.getTime() / 1000)),
    [`${name}-signature`]: new Webhook(secret).sign('msg_1', at, signed),
  })
  const hard = { kind: 'hard', to: 'runner@example.com', messageId: undefined, code: 'Permanent Suppressed' }
  expect(mailEventIn(body, headers(body), secret)).toEqual(hard)
  expect(mailEventIn(body, headers(body, 'svix'), secret), "Resend's names of the headers").toEqual(hard)
  expect(mailEventIn(body, headers('{}'), secret)).toBe('forged')
  expect(mailEventIn(body, {}, secret)).toBe('forged')
  expect(mailEventIn('{}', headers('{}'), secret)).toBeUndefined()
  const soft = body.replace('Permanent', 'Transient')
  expect(mailEventIn(soft, headers(soft), secret)).toMatchObject({ kind: 'soft' })
  const spam = JSON.stringify({ type: 'email.complained', data: { to: ['A <runner@example.com>'] } })
  expect(mailEventIn(spam, headers(spam), secret)).toMatchObject({ kind: 'complaint', to: 'runner@example.com' })
})

test('an address has one @ and a domain, and nothing that breaks a header', () => {
  for (const good of ['a@b.cn', 'first.last+tag@sub.example.org', '跑者@example.com'])
    expect(isMailAddress(good), good).toBe(true)
  for (const bad of [
    'a@b',
    'a b@c.cn',
    '@c.cn',
    'a@b..cn',
    'a@@b.cn',
    'a@b.cn\r\nBcc: x@y.cn',
    'a@b.cn,c@d.cn',
    '"a"@b.cn',
    'a@b.c',
    '.a@b.cn',
    `${'a'.repeat(65)}@b.cn`,
    `a@${'b'.repeat(250)}.cn`,
    'a@-b.cn',
  ])
    expect(isMailAddress(bad), bad).toBe(false)
  expect(maskMailAddress('runner@example.com')).toBe('r***@example.com')
})
