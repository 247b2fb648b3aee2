import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageList } from '#features/messages/contract.ts'
import { runnerSession } from '#test/people.ts'
import { openResults, runner, stored, timer, world } from '#test/scenes/listedResults.ts'
import { consoleResultsPublish } from '../publication/publication.contract.ts'
import {
  consoleResultsProtests,
  consoleResultsProtestsDecide,
  consoleResultsProtestsFile,
  resultsProtestFile,
  resultsProtestShow,
} from './protests.contract.ts'
import { whyNoProtest } from './protests.rules.ts'

const content = '我的终点时间应为 3:09:00，手表有记录'
let key: string
beforeAll(async () => {
  await openResults()
  key = (await stored('A1'))._key
})
afterAll(() => world?.close())

const publish = (state: 'provisional' | 'official' = 'provisional', note = '更正') =>
  world.ask(consoleResultsPublish, { raceid: 7, eventid: 1, published: true, state, note }, timer)
const file = () => world.call(resultsProtestFile, { key, content }, runner)
const decide = (id: number, upheld: boolean, decision: string) =>
  world.call(consoleResultsProtestsDecide, { raceid: 7, id, upheld, decision }, timer)

test('the moment of the deadline itself is in time', () => {
  const until = new Date('2026-11-22T12:30:00.000Z')
  expect(whyNoProtest({ state: 'provisional', until }, until)).toBeUndefined()
  expect(whyNoProtest({ state: 'provisional', until }, new Date(until.getTime() + 1))).toBe('protest_late')
  expect(whyNoProtest({ state: 'official', until }, until)).toBe('protests_closed')
  expect(whyNoProtest({ state: 'provisional', until: null }, until)).toBe('protests_closed')
})

test("nobody protests before results are published, against another person's result, or without an account", async () => {
  expect(await file()).toMatchObject({ code: '404', refusal: 'protest_not_yours' })
  await publish()
  expect(await world.call(resultsProtestFile, { key, content })).toMatchObject({ code: '401' })
  const stranger = await runnerSession(world)
  for (const call of [resultsProtestShow, resultsProtestFile] as const)
    expect(await world.call(call, { key, content }, stranger)).toMatchObject({ refusal: 'protest_not_yours' })
  const { _key } = await stored('A2')
  expect(await world.call(resultsProtestFile, { key: _key, content }, runner)).toMatchObject({ code: '404' })
  expect(await world.call(resultsProtestFile, { key, content: '短' }, runner)).toMatchObject({ code: '422' })
  expect(
    await world.call(resultsProtestFile, { key, content, pictures: ['/private/7/' + 'a'.repeat(32) + '.jpg'] }, runner),
  ).toMatchObject({ refusal: 'picture_not_yours' })
  expect(await world.call(consoleResultsProtests, { raceid: 8 }, timer)).toMatchObject({ code: '403' })
})

test('a protest is filed in time, once, decided with a sentence, and its runner gets a message', async () => {
  const { until } = await world.ask(resultsProtestShow, { key }, runner)
  expect(until).toBe(new Date(world.clock.now().getTime() + 30 * 60_000).toISOString())
  world.clock.set(until!)
  expect(await file(), 'the last millisecond').toMatchObject({ code: '200', data: { state: 'open' } })
  expect(await file()).toMatchObject({ code: '409', refusal: 'protest_open' })
  const [one] = (await world.ask(consoleResultsProtests, { raceid: 7 }, timer)).items
  expect(one).toMatchObject({ bib: 'A1', name: 'Ann', time: '03:10:00', place: 3, content })
  expect(await decide(999, true, '已核对')).toMatchObject({ code: '404', refusal: 'protest_not_found' })
  expect(await decide(one!.id, false, '终点录像与计时一致。')).toMatchObject({ data: { state: 'dismissed' } })
  expect(await decide(one!.id, true, '再改')).toMatchObject({ code: '409', refusal: 'protest_decided' })
  expect((await world.ask(resultsProtestShow, { key }, runner)).protests).toMatchObject([
    { state: 'dismissed', decision: '终点录像与计时一致。' },
  ])
  const { items } = await world.ask(messageList, {}, runner)
  expect(items[0]!.text).toContain('终点录像与计时一致')
  world.clock.advance(1)
  expect(await file()).toMatchObject({ code: '409', refusal: 'protest_late' })
})

test('staff file for a runner, within the same time, but not for a bib without a result', async () => {
  const of = { raceid: 7, eventid: 1, content }
  expect(await world.call(consoleResultsProtestsFile, { ...of, bib: 'A2' }, timer)).toMatchObject({
    refusal: 'protest_late',
  })
  await publish()
  expect(await world.call(consoleResultsProtestsFile, { ...of, bib: 'ZZ' }, timer)).toMatchObject({
    code: '404',
    refusal: 'result_not_found',
  })
  const { id } = await world.ask(consoleResultsProtestsFile, { ...of, bib: 'a2' }, timer)
  const [one] = (await world.ask(consoleResultsProtests, { raceid: 7 }, timer)).items
  expect(one).toMatchObject({ id, bib: 'A2', filed_by: expect.any(String) as string })
  expect(await decide(id, true, '漏记计时点')).toMatchObject({ code: '200' })
  expect((await world.ask(consoleResultsProtests, { raceid: 7, decided: true }, timer)).items).toHaveLength(2)
})

test('nobody protests against official results', async () => {
  await publish('official')
  expect(await file()).toMatchObject({ code: '409', refusal: 'protests_closed' })
})

test('of a hundred simultaneous presses one protest is filed', async () => {
  await publish()
  const filed = await Promise.all(Array.from({ length: 8 }, file))
  expect(filed.filter(({ code }) => code === '200')).toHaveLength(1)
  expect(filed.filter(({ refusal }) => refusal === 'protest_open' || refusal === 'too_often')).toHaveLength(7)
})
