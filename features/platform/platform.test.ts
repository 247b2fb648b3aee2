import { afterAll, beforeAll, expect, test } from 'vitest'
import { userSmsSend2 } from '#features/accounts/contract.ts'
import { consoleMailTest } from '#features/mail/console.contract.ts'
import { sendQueuedMail } from '#features/mail/jobs.ts'
import { MailDown } from '#integrations/mail/client.ts'
import { pictureFor, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consolePlatformLogo,
  consolePlatformLogoRemove,
  consolePlatformSave,
  consolePlatformShow,
  consolePlatformTest,
  platformLegal,
  platformShow,
} from './contract.ts'
import { platformSettings } from './service.ts'
import { countriesIn, isSignature, isZone, usualPlatformSettings } from './settings.rules.ts'

let world: World
let owner: { token: string }
beforeAll(async () => {
  world = await makeWorld()
  owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
})
afterAll(() => world?.close())

const three = (said: string) => ({ 'zh-cn': said, 'zh-tw': '', en: '' })
const settings = {
  name: { 'zh-cn': '江城跑', 'zh-tw': '', en: 'River Run' },
  signature: '江城跑',
  mailSender: three(''),
  legal: { terms: three('条款正文'), privacy: three('') },
  zone: 'Asia/Tokyo',
  countries: 'CN, JP',
  textPrice: 4,
}
const save = (patch: object, as: { token: string } = owner) =>
  world.call(consolePlatformSave, { ...settings, updated_at: null, ...patch }, as)

test('the settings are for owners, and wrong values are refused with a sentence', async () => {
  const director = await staffSession(world, [{ raceid: null, role: 'director' }])
  expect(await world.call(consolePlatformShow, {}, director)).toMatchObject({ code: '403' })
  expect(await save({}, director)).toMatchObject({ code: '403' })
  for (const [field, value] of [
    ['signature', '【坏】'],
    ['signature', '短'],
    ['zone', 'Mars/Olympus'],
    ['countries', 'China'],
    ['textPrice', -1],
    ['textPrice', 'x'],
    ['name', three('')],
    ['name', three('长'.repeat(41))],
  ] as const)
    expect(await save({ [field]: value }), `${field} ${JSON.stringify(value)}`).toMatchObject({ code: '422' })
  expect(await platformSettings(world.db)).toEqual(usualPlatformSettings)
})

test('the settings are used at once: in mails, at the log-in and on the pages', async () => {
  expect(await world.ask(platformShow, {}, { lang: 'en' })).toMatchObject({ name: 'Startline', zone: 'Asia/Shanghai' })
  const refusedCode = async () =>
    world.call(userSmsSend2, { mobile: '+819012345678', ...(await pictureFor(world)) }, { lang: 'en' })
  expect(await refusedCode(), 'Japan is not in SMS_COUNTRIES').toMatchObject({ code: '422' })
  expect(await save({})).toMatchObject({ code: '200', data: { settings: { zone: 'Asia/Tokyo' } } })
  expect(await refusedCode()).toMatchObject({ code: '200' })
  const { settings: saved } = await world.ask(consolePlatformShow, {}, owner)
  expect(saved).toMatchObject({ countries: ['CN', 'JP'], textPrice: 4, logo: null })
  expect(await save({ name: three('别的') }), 'somebody else changed them').toMatchObject({
    refusal: 'platform_changed',
  })
  await world.ask(consoleMailTest, { mail: 'me@example.com' }, { ...owner, lang: 'en' })
  const { id } = await world.db
    .selectFrom('mails')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await sendQueuedMail({ id }, { ...world.parts, now: world.clock.now() })
  expect(world.parts.integrations.sandbox.mail!.sent.at(-1)!.raw).toMatch(/^From: "?River Run"? </m)
  world.clock.advance(31_000)
  expect(await world.ask(platformLegal, { page: 'terms' }, { lang: 'en' })).toMatchObject({ text: '条款正文' })
  expect(await world.ask(platformLegal, { page: 'privacy' })).toMatchObject({ text: '' })
  const again = { ...settings, countries: '', updated_at: saved.updated_at }
  expect(await world.call(consolePlatformSave, again, owner)).toMatchObject({ code: '200' })
  const log = await world.db.selectFrom('log').select('what').where('what', '=', 'platform changed').execute()
  expect(log).toHaveLength(2)
})

test('the picture is a PNG or JPEG by its bytes, and is served as such', async () => {
  expect((await world.app.inject({ url: '/platform/logo' })).statusCode).toBe(404)
  const send = (bytes: Buffer) => {
    const body = Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="logo.png"\r\n\r\n'),
      bytes,
      Buffer.from(`\r\n--x\r\nContent-Disposition: form-data; name="_token"\r\n\r\n${owner.token}\r\n--x--\r\n`),
    ])
    return world.app.inject({
      method: 'POST',
      url: consolePlatformLogo.path,
      payload: body,
      headers: { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${owner.token}` },
    })
  }
  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(50)])
  expect((await send(Buffer.from('<svg onload=alert(1)>'))).json()).toMatchObject({ refusal: 'logo_unfit' })
  expect((await send(Buffer.concat([png, Buffer.alloc(200_000)]))).json()).toMatchObject({ refusal: 'logo_unfit' })
  expect((await send(png)).json()).toMatchObject({ code: '200' })
  const served = await world.app.inject({ url: '/platform/logo' })
  expect([served.statusCode, served.headers['content-type'], served.rawPayload.equals(png)]).toEqual([
    200,
    'image/png',
    true,
  ])
  await world.ask(consolePlatformLogoRemove, {}, owner)
  expect((await world.app.inject({ url: '/platform/logo' })).statusCode).toBe(404)
})

test('the page tells which channels are real, without a credential, and tests them', async () => {
  const { channels } = await world.ask(consolePlatformShow, {}, owner)
  const stateOf = (name: string) => channels.find((one) => one.name === name)?.state
  expect(stateOf('realnames')).toBe('off')
  expect([stateOf('sms'), stateOf('mail'), stateOf('payment'), stateOf('recognition'), stateOf('files')]).toEqual([
    'sandbox',
    'sandbox',
    'sandbox',
    'off',
    'real',
  ])
  expect(await world.call(consolePlatformTest, { name: 'files' }, owner)).toMatchObject({ code: '200' })
  const { mail } = world.parts.integrations
  world.parts.integrations.mail = { ...mail, test: () => Promise.reject(new MailDown('EAUTH 535')) }
  const failed = await world.call(consolePlatformTest, { name: 'mail' }, { ...owner, lang: 'en' })
  expect(failed).toMatchObject({ refusal: 'channel_down' })
  expect(JSON.stringify(failed)).toContain('EAUTH 535')
  world.parts.integrations.mail = mail
})

test('rules for single settings', () => {
  expect(['起跑线', 'Startline', 'A1'].every(isSignature)).toBe(true)
  expect(['', 'a', '【x】', '{x}', 'x'.repeat(17), 'a\nb'].some(isSignature)).toBe(false)
  expect(['Asia/Shanghai', 'UTC', 'America/Argentina/Buenos_Aires'].every(isZone)).toBe(true)
  expect(['', 'x', 'Asia/Nowhere', '../etc'].some(isZone)).toBe(false)
  expect([countriesIn(''), countriesIn('*'), countriesIn('cn， hk,CN'), countriesIn('CHN'), countriesIn('C1')]).toEqual(
    [null, [], ['CN', 'HK'], undefined, undefined],
  )
})
