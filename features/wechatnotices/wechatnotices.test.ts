import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendQueued } from '#features/messages/jobs.ts'
import { eachLang } from '#features/messages/rules.ts'
import { type Message, sendMessage } from '#features/messages/service.ts'
import { sandboxSms } from '#integrations/sms/client.ts'
import { sandboxTemplates } from '#integrations/sandbox/wechat/notices.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleWechatnoticesSave,
  consoleWechatnoticesShow,
  consoleWechatnoticesTest,
  wechatnoticesBegin,
  wechatnoticesSave,
  wechatnoticesShow,
} from './contract.ts'
import { sweeps } from './jobs.ts'
import { personal } from './personal.service.ts'

const RACE = 7
let world: World
let texts: string[]
beforeAll(async () => {
  world = await makeWorld()
  await world.parts.seal.prepare('accounts')
})
afterAll(() => world?.close())
beforeEach(() => {
  texts = []
  world.parts.integrations.sms = sandboxSms((line) => texts.push(line))
  Object.assign(app().notices.weather, { limit: false, fails: undefined })
  app().notices.sent.length = 0
})

const app = () => world.parts.integrations.sandbox.messagingapp!
const userOf = (n: number) => ({ user: String(n).padStart(24, '0'), name: '晨跑的风' })
let count = 0
const drawn = async (uid: number, change: Partial<Message> = {}): Promise<{ id: number; state: string }> => {
  await world.db.transaction().execute((tx) =>
    sendMessage(tx, {
      seal: world.parts.seal,
      now: world.clock.now(),
      uid,
      mobile: '13800001234',
      mask: '138****1234',
      lang: 'zh-cn',
      raceid: RACE,
      path: '/queryDetail?_key=abc',
      template: 'drawn_won',
      values: { race: eachLang(() => '江城马拉松'), event: '全程', until: '3月2日 12:00', amount: '¥100' },
      deadline: new Date(world.clock.now().getTime() + 86_400_000),
      key: `notice ${++count}`,
      ...change,
    }),
  )
  return world.db
    .selectFrom('messages')
    .select(['id', 'state'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}
const send = async (id: number) => {
  await sendQueued({ id }, { ...world.parts, now: world.clock.now() })
  return world.db
    .selectFrom('messages')
    .select(['state', 'provider', 'failure'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
/** Accepts notices in the mini-program, as the platform does before the page tells the server. */
const accept = (n: number, session: { token: string }, moments: readonly (keyof typeof sandboxTemplates)[]) => {
  const templates = moments.map((moment) => sandboxTemplates[moment].id as string)
  app().notices.accept(userOf(n), templates)
  const code = app().newCode('login', { user: userOf(n) })
  return world.call(wechatnoticesSave, { raceid: RACE, code, templates }, session)
}
const consentsOf = (uid: number) =>
  world.db
    .selectFrom('wechat_consents')
    .select(['app', 'moment', 'state', 'failure', 'scene'])
    .where('uid', '=', uid)
    .orderBy('id')
    .execute()

describe('the mini-program', () => {
  test('one tap allows one notice; the next message is a text message again', async () => {
    const mine = await runnerSession(world)
    expect(await world.call(wechatnoticesShow, { raceid: RACE })).toMatchObject({ code: '401' })
    expect((await accept(1, mine, ['draw'])).data.items.find(({ moment }) => moment === 'draw')).toMatchObject({
      open: 1,
    })
    const first = await drawn(mine.uid)
    expect(await send(first.id)).toEqual({ state: 'sent', provider: 'wechat mini', failure: null })
    expect(app().notices.sent).toMatchObject([
      {
        template: sandboxTemplates.draw.id,
        page: `pages/webview/webview?${new URLSearchParams({ link: '/queryDetail?_key=abc' })}`,
        data: { thing1: '江城马拉松', thing2: '恭喜中签，请支付' },
      },
    ])
    expect(texts, 'no text beside the notice').toEqual([])
    expect(await consentsOf(mine.uid)).toMatchObject([{ state: 'used', app: 'mini' }])
    const second = await drawn(mine.uid)
    expect(await send(second.id)).toMatchObject({ state: 'sent', provider: null })
    expect(texts).toHaveLength(1)
  })

  test('a message whose reader has no mobile waits for WeChat, and stays in the box if WeChat refuses', async () => {
    const mine = await runnerSession(world)
    expect((await drawn(mine.uid, { mobile: undefined })).state, 'without a consent it stands in the box').toBe('kept')
    await accept(2, mine, ['draw'])
    const one = await drawn(mine.uid, { mobile: undefined })
    expect(one.state).toBe('queued')
    app().notices.weather.limit = true
    expect(await send(one.id)).toMatchObject({ state: 'kept' })
    expect(await consentsOf(mine.uid), 'the limit does not use the consent up').toMatchObject([
      { state: 'open', failure: '45009' },
    ])
  })

  test.each([
    [43101, 'refused', 'the person has taken the consent back'],
    [40003, 'refused', 'the openid is of no use'],
    [40037, 'open', 'the template is wrong'],
    [47003, 'open', 'a value is wrong'],
    [45009, 'open', 'the limit of calls is reached'],
    [-1, 'open', 'WeChat is busy'],
  ])('after the code %i the consent is %s and a text goes out (%s)', async (errcode, state) => {
    const mine = await runnerSession(world)
    await accept(3, mine, ['draw'])
    app().notices.weather.fails = errcode
    const { id } = await drawn(mine.uid)
    expect(await send(id)).toMatchObject({ state: 'sent', provider: null })
    expect(texts).toHaveLength(1)
    expect(await consentsOf(mine.uid)).toMatchObject([{ state }])
  })

  test('a code counts once, a foreign template allows nothing, and consents do not add up', async () => {
    const mine = await runnerSession(world)
    const templates = [sandboxTemplates.start.id as string]
    const code = app().newCode('login', { user: userOf(4) })
    expect(
      await world.call(wechatnoticesSave, { raceid: RACE, code, templates: ['x'.repeat(40)] }, mine),
    ).toMatchObject({
      refusal: 'wechat_notice_off',
    })
    expect(await world.call(wechatnoticesSave, { raceid: RACE, code, templates }, mine)).toMatchObject({ code: '200' })
    expect(await world.call(wechatnoticesSave, { raceid: RACE, code, templates }, mine)).toMatchObject({
      refusal: 'wechat_code_wrong',
    })
    for (let n = 0; n < 5; n++) await accept(4, mine, ['start'])
    expect(await consentsOf(mine.uid)).toHaveLength(3)
  })

  test('two messages at once never use one consent', async () => {
    const mine = await runnerSession(world)
    await accept(5, mine, ['draw'])
    const ids = [(await drawn(mine.uid)).id, (await drawn(mine.uid)).id, (await drawn(mine.uid)).id]
    const outcomes = await Promise.all(ids.map(send))
    expect(outcomes.filter(({ provider }) => provider === 'wechat mini')).toHaveLength(1)
    expect(outcomes.every(({ state }) => state === 'sent')).toBe(true)
    expect(texts).toHaveLength(2)
  })

  test('a consent of another account or another race allows nothing', async () => {
    const [mine, other] = [await runnerSession(world), await runnerSession(world)]
    await accept(6, mine, ['draw'])
    expect(await send((await drawn(other.uid)).id)).toMatchObject({ provider: null })
    expect(await send((await drawn(mine.uid, { raceid: 8 })).id)).toMatchObject({ provider: null })
    expect(await send((await drawn(mine.uid, { template: 'refunded', values: {} })).id)).toMatchObject({
      provider: null,
    })
  })
})

describe('the official account', () => {
  const visit = (url: string, cookie: string) =>
    world.app.inject({
      method: 'GET',
      url: url.replace('http://localhost:3000', '').split('#')[0]!,
      headers: { cookie },
    })
  const cookie = 'pretend_messagingapp=00000000000000000000abcd'
  const answer = async (url: string, does: 'allow' | 'deny'): Promise<string> => {
    const question = await visit(url, cookie)
    expect(question.statusCode).toBe(200)
    const decided = await visit(`${url.split('#')[0]}&do=${does}`, cookie)
    expect(decided.statusCode).toBe(302)
    return String(decided.headers.location)
  }
  const begin = (session: { token: string }, moment: 'pickup' | 'draw' = 'draw') =>
    world.ask(wechatnoticesBegin, { raceid: RACE, moment, back: '/queryDetail?_key=abc' }, session)

  test('the person agrees in WeChat, comes back, and gets one message about exactly this scene', async () => {
    const mine = await runnerSession(world)
    const { url } = await begin(mine)
    const query = new URL(url).searchParams
    expect(query.get('action')).toBe('get_confirm')
    expect(url.endsWith('#wechat_redirect')).toBe(true)
    const returned = await answer(url, 'allow')
    const back = await visit(returned, '')
    expect(back).toMatchObject({ statusCode: 302, headers: { location: '/queryDetail?_key=abc&notice=on' } })
    expect(back.headers['cache-control']).toBe('no-store')
    const kept = await world.db.selectFrom('wechat_consents').selectAll().where('uid', '=', mine.uid).execute()
    expect(JSON.stringify(kept), 'the openid is sealed').not.toContain(new URL(returned).searchParams.get('openid')!)
    expect(await visit(returned, ''), 'the way back works once').toMatchObject({
      headers: { location: '/queryDetail?_key=abc&notice=off' },
    })
    const { id } = await drawn(mine.uid)
    expect(await send(id)).toMatchObject({ state: 'sent', provider: 'wechat account' })
    expect(app().notices.sent).toMatchObject([
      { title: '恭喜中签，请支付', page: 'http://localhost:3000/queryDetail?_key=abc' },
    ])
  })

  test('a person who cancels, comes too late or invents an answer has allowed nothing', async () => {
    const mine = await runnerSession(world)
    const refused = await answer((await begin(mine)).url, 'deny')
    expect((await visit(refused, '')).headers.location).toBe('/queryDetail?_key=abc&notice=off')
    const late = await answer((await begin(mine)).url, 'allow')
    world.clock.advance(31 * 60_000)
    expect((await visit(late, '')).headers.location).toContain('notice=off')
    const again = await runnerSession(world)
    const forged = new URL(await answer((await begin(again)).url, 'allow'))
    for (const [name, value] of [
      ['reserved', 'f'.repeat(48)],
      ['scene', '9999'],
      ['template_id', 'x'.repeat(43)],
      ['openid', ''],
      ['openid', 'a b'],
    ] as const) {
      const wrong = new URL(forged)
      wrong.searchParams.set(name, value)
      expect((await visit(wrong.href, '')).headers.location, name).toContain('notice=off')
    }
    for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const away = new URL(forged)
      away.searchParams.set('to', to)
      away.searchParams.set('reserved', '')
      expect((await visit(away.href, '')).headers.location, to).toBe('/?notice=off')
    }
    expect((await consentsOf(again.uid)).map(({ state }) => state)).toEqual(['asked'])
    // The server stores the openid of another person, but WeChat sends no notice to a person who has not agreed.
    const stranger = new URL(forged)
    stranger.searchParams.set('openid', `o${'0'.repeat(27)}`)
    expect((await visit(stranger.href, '')).headers.location).toContain('notice=on')
    expect(await send((await drawn(again.uid)).id)).toMatchObject({ state: 'sent', provider: null })
    expect(await consentsOf(again.uid)).toMatchObject([{ state: 'refused', failure: '43101' }])
  })

  test('each consent has a scene of its own, because consents to one scene do not add up', async () => {
    const mine = await runnerSession(world)
    for (let n = 0; n < 3; n++) await visit(await answer((await begin(mine)).url, 'allow'), '')
    expect(await world.call(wechatnoticesBegin, { raceid: RACE, moment: 'draw', back: '/' }, mine)).toMatchObject({
      refusal: 'wechat_notice_enough',
    })
    expect(new Set((await consentsOf(mine.uid)).map(({ scene }) => scene)).size).toBe(3)
    for (let n = 0; n < 3; n++)
      expect(await send((await drawn(mine.uid)).id)).toMatchObject({ provider: 'wechat account' })
    expect(await send((await drawn(mine.uid)).id)).toMatchObject({ provider: null })
  })

  test('if the mini-program fails, the official account sends the notice', async () => {
    const mine = await runnerSession(world)
    const templates = [sandboxTemplates.draw.id as string]
    // The person agreed on the page and has since withdrawn the consent in WeChat.
    await world.ask(
      wechatnoticesSave,
      { raceid: RACE, code: app().newCode('login', { user: userOf(9) }), templates },
      mine,
    )
    await visit(await answer((await begin(mine)).url, 'allow'), '')
    expect(await send((await drawn(mine.uid)).id)).toMatchObject({ provider: 'wechat account' })
    expect((await consentsOf(mine.uid)).map(({ app: which, state }) => `${which} ${state}`)).toEqual([
      'mini refused',
      'account used',
    ])
  })
})

test('a server that is killed while it sends never uses a consent twice', async () => {
  const mine = await runnerSession(world)
  await accept(11, mine, ['draw'])
  world.clock.advance(60 * 60_000)
  const sent_at = world.clock.now()
  await world.db
    .updateTable('wechat_consents')
    .set({ state: 'sending', ended_at: sent_at })
    .where('uid', '=', mine.uid)
    .execute()
  // A consent that was given long ago and whose notice is just being sent is not lost.
  await sweeps[0]!.run({ ...world.parts, now: sent_at })
  expect(await consentsOf(mine.uid)).toMatchObject([{ state: 'sending', failure: null }])
  world.clock.advance(11 * 60_000)
  await sweeps[0]!.run({ ...world.parts, now: world.clock.now() })
  expect(await consentsOf(mine.uid)).toMatchObject([{ state: 'used', failure: 'answer_lost' }])
  expect(await send((await drawn(mine.uid)).id)).toMatchObject({ provider: null })
})

describe('the console', () => {
  test('only the platform’s staff see and change the templates, and a wrong keyword is named', async () => {
    const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
    const other = await staffSession(world, [{ raceid: RACE, role: 'director' }])
    for (const endpoint of [consoleWechatnoticesShow, consoleWechatnoticesTest])
      expect(await world.call(endpoint, {}, other)).toMatchObject({ code: '403' })
    const { templates, updated_at, usual } = await world.ask(consoleWechatnoticesShow, {}, owner)
    expect(usual).toBe(true)
    const wrong = { ...templates, start: { template: templates.start.template, fields: 'thing1=weather' } }
    expect(await world.call(consoleWechatnoticesSave, { ...wrong, updated_at }, owner)).toMatchObject({
      code: '422',
      data: { fields: { 'start.fields': '请写成 thing1=race, time2=when，最多 5 个关键词' } },
    })
    expect(await world.ask(consoleWechatnoticesTest, {}, owner)).toEqual({
      tests: [
        { app: 'mini', ok: true, why: null, faults: [] },
        { app: 'account', ok: true, why: null, faults: [] },
      ],
    })
    const changed = { ...templates, start: { ...templates.start, fields: 'thing1=race, thing9=event' } }
    await world.ask(consoleWechatnoticesSave, { ...changed, updated_at }, owner)
    expect(await world.call(consoleWechatnoticesSave, { ...templates, updated_at }, owner)).toMatchObject({
      refusal: 'wechat_notice_changed',
    })
    expect((await world.ask(consoleWechatnoticesTest, {}, owner)).tests[0]).toMatchObject({
      ok: false,
      faults: [{ moment: 'start', kind: 'keywords', keywords: ['time2', 'thing3', 'thing9'] }],
    })
    app().notices.weather.fails = 48001
    expect((await world.ask(consoleWechatnoticesTest, {}, owner)).tests[0]).toMatchObject({ why: 'refused: 48001' })
    await world.db.deleteFrom('wechat_notice_settings').execute()
  })
})

test('a consent belongs to the data of its account: copied, moved, erased', async () => {
  const [mine, other] = [await runnerSession(world), await runnerSession(world)]
  await accept(12, mine, ['start', 'result'])
  const copied = await personal.copy!.ofAccount!(
    { ...world.parts, now: world.clock.now(), lang: 'en' } as never,
    mine as never,
  )
  expect(JSON.stringify(copied)).toContain('"moment":"start"')
  expect(JSON.stringify(copied)).not.toContain('openid')
  await world.db.transaction().execute((tx) => personal.merge!.adopt!(tx, { from: mine.uid, to: other.uid } as never))
  expect(await consentsOf(other.uid)).toHaveLength(2)
  await world.db.transaction().execute((tx) => personal.erase!.account!(tx, other.uid, world.clock.now()))
  expect(await consentsOf(other.uid)).toEqual([])
})
