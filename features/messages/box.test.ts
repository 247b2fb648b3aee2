import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sms, sandboxSms } from '#integrations/sms/client.ts'
import { runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { type Message, sendMessage } from './service.ts'
import { messageList, messageRead, messageUnread } from './contract.ts'
import { sendQueued } from './jobs.ts'
import { eachLang } from './rules.ts'

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

describe('the box of an account', () => {
  const message = (uid: number, path?: string): Partial<Message> => ({
    uid,
    path,
    template: 'wait_given',
    values: { race: eachLang((lang) => (lang === 'en' ? 'Spring Marathon' : '春季马拉松')), event: '全程' },
  })

  test('nobody reads it without a log-in, and nobody reads the box of another account', async () => {
    for (const endpoint of [messageList, messageUnread, messageRead])
      expect(await world.call(endpoint, {})).toMatchObject({ code: '401' })
    const [mine, other] = [await runnerSession(world), await runnerSession(world)]
    const id = await queue(message(mine.uid))
    expect(await world.ask(messageList, {}, other)).toEqual({ items: [], after: null, unread: 0 })
    await world.ask(messageRead, { id }, other)
    await world.ask(messageRead, { upto: id }, other)
    expect(await world.ask(messageUnread, {}, mine)).toEqual({ unread: 1 })
  })

  test('it is in the language of the reader, newest first, page by page, and has no code', async () => {
    const mine = await runnerSession(world)
    const ids: number[] = []
    for (let n = 0; n < 3; n++) ids.unshift(await queue(message(mine.uid, '/queryDetail?_key=1')))
    await queue()
    const first = await world.ask(messageList, { limit: 2 }, { ...mine, lang: 'en' })
    expect(first).toMatchObject({
      unread: 3,
      items: [
        {
          id: ids[0],
          title: 'You have a place from the waitlist',
          text: 'You have a place in Spring Marathon (全程) from the waitlist. It is confirmed. See you on the course.',
          path: '/queryDetail?_key=1',
          read: false,
        },
        { id: ids[1] },
      ],
    })
    const rest = await world.ask(messageList, { limit: 2, after: first.after! }, { ...mine, lang: 'zh-cn' })
    expect(rest).toMatchObject({ after: null, items: [{ id: ids[2], title: '候补成功' }] })
    expect(await world.ask(messageRead, { id: ids[1]! }, mine)).toEqual({ unread: 2 })
    expect(await world.ask(messageRead, { upto: ids[1]! }, mine), 'what came since stays unread').toEqual({ unread: 1 })
    expect((await world.ask(messageList, {}, mine)).items.map(({ read }) => read)).toEqual([false, true, true])
  })

  test('without a mobile a message is only in the box; a message of a real provider stays readable there', async () => {
    const mine = await runnerSession(world)
    await world.db.transaction().execute((tx) =>
      sendMessage(tx, {
        seal: world.parts.seal,
        now: world.clock.now(),
        lang: 'zh-cn',
        key: 'box alone',
        ...message(mine.uid),
        template: 'wait_given',
        values: { race: '春季马拉松', event: '全程' },
      }),
    )
    const sent = await queue({ ...message(mine.uid), mobile: '13700007777' })
    await run(sent, { name: 'real', sandbox: false, send: async () => ({ number: '1' }) })
    expect((await world.ask(messageList, {}, mine)).items.map(({ text }) => text.includes('春季马拉松'))).toEqual([
      true,
      true,
    ])
    expect(
      await world.db
        .selectFrom('messages')
        .select(['state', 'mobile'])
        .where('key', '=', 'box alone')
        .executeTakeFirst(),
    ).toEqual({ state: 'kept', mobile: null })
  })
})
