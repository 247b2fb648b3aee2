import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleMessagesList, consoleMessagesRetry } from './raceMessages.contract.ts'
import { sendMessage } from '../service.ts'

let world: World
let staff: { token: string }
const ids: Record<string, number> = {}
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openRace(world, { id: RACE + 1 })
  staff = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
  await world.parts.seal.prepare('accounts')
  const outcomes = {
    failed: { state: 'failed', failure: 'isv.BUSINESS_LIMIT' },
    lost: { state: 'lost' },
    undelivered: { state: 'sent', delivery: 'undelivered' },
    delivered: { state: 'sent', delivery: 'delivered' },
    elsewhere: { state: 'failed' },
  } as const
  for (const [name, outcome] of Object.entries(outcomes)) {
    await world.db.transaction().execute((tx) =>
      sendMessage(tx, {
        seal: world.parts.seal,
        now: world.clock.now(),
        mobile: '13800001234',
        mask: '138****1234',
        lang: 'zh-cn',
        template: 'wait_given',
        values: { race: '江城马拉松', event: '半程' },
        key: `of race ${name}`,
        raceid: name === 'elsewhere' ? RACE + 1 : RACE,
      }),
    )
    const { id } = await world.db
      .updateTable('messages')
      .set(outcome)
      .where('key', '=', `of race ${name}`)
      .returning('id')
      .executeTakeFirstOrThrow()
    ids[name] = Number(id)
  }
})
afterAll(() => world?.close())

test('staff see only the messages of their race, without number and text, and the messages that did not arrive', async () => {
  const photographer = await staffSession(world, [{ raceid: RACE, role: 'photographer' }])
  expect(await world.call(consoleMessagesList, { raceid: RACE }, photographer)).toMatchObject({ code: '403' })
  expect(await world.call(consoleMessagesList, { raceid: RACE + 1 }, staff)).toMatchObject({ code: '403' })
  const { items } = await world.ask(consoleMessagesList, { raceid: RACE }, { ...staff, lang: 'en' })
  expect(items.map(({ id, state, retry }) => [id, state, retry])).toEqual([
    [ids.delivered, 'delivered', false],
    [ids.undelivered, 'undelivered', true],
    [ids.lost, 'lost', true],
    [ids.failed, 'failed', true],
  ])
  expect(items[0]).toMatchObject({ subject: 'A place from the waitlist', mobile: '138****1234' })
  expect(JSON.stringify(items)).not.toMatch(/江城马拉松|13800001234/)
  const trouble = await world.ask(consoleMessagesList, { raceid: RACE, only: 'trouble' }, staff)
  expect(trouble.items).toHaveLength(3)
  const page = await world.ask(consoleMessagesList, { raceid: RACE, limit: 3 }, staff)
  const rest = await world.ask(consoleMessagesList, { raceid: RACE, limit: 3, after: page.after! }, staff)
  expect(rest.items.map(({ id }) => id)).toEqual([ids.failed])
})

test('a message that did not arrive is sent again, but never a message of another race', async () => {
  const retry = (id: number, change: object = {}) =>
    world.call(consoleMessagesRetry, { raceid: RACE, id, ...change }, staff)
  const viewer = await staffSession(world, [{ raceid: RACE, role: 'viewer' }])
  expect(await world.call(consoleMessagesRetry, { raceid: RACE, id: ids.failed! }, viewer)).toMatchObject({
    code: '403',
  })
  expect(await retry(ids.elsewhere!)).toMatchObject({ refusal: 'message_not_found' })
  expect(await retry(ids.delivered!)).toMatchObject({ refusal: 'message_not_retried' })
  expect(await retry(ids.lost!)).toMatchObject({ refusal: 'message_maybe_sent' })
  for (const [id, change] of [
    [ids.failed!, {}],
    [ids.undelivered!, {}],
    [ids.lost!, { sure: true }],
  ] as const)
    expect(await retry(id, change)).toMatchObject({ code: '200' })
  expect(await retry(ids.failed!)).toMatchObject({ refusal: 'message_not_retried' })
  const waiting = await world.ask(consoleMessagesList, { raceid: RACE, only: 'waiting' }, staff)
  expect(waiting.items.map(({ id }) => id)).toEqual([ids.undelivered, ids.lost, ids.failed])
})
