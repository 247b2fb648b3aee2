import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Envelope } from '#contract/envelope.ts'
import type { Lang } from '#contract/words.ts'
import { RACE, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleFeedChange, consoleFeedReporter, consoleFeedSettings } from './console.contract.ts'
import {
  applyAdd,
  type FeedEntry,
  liveFeedCheer,
  liveFeedComment,
  liveFeedComments,
  liveFeedCreate,
  liveFeedDel,
  liveFeedList,
} from './contract.ts'

let world: World
let editor: { token: string }
let reporter: Awaited<ReturnType<typeof runnerSession>>
const NOW = '2026-11-01T01:00:00Z'
const race = { raceid: RACE }

beforeAll(async () => {
  world = await makeWorld({ now: NOW })
  await openRace(world)
  editor = await staffSession(world, [{ raceid: RACE, role: 'editor' }])
})
afterAll(async () => {
  await world?.close()
})
const settings = (change: object = {}) =>
  world.ask(
    consoleFeedSettings,
    { ...race, open: '1', comments: 'after', cheers: '1', words: ['博彩'], keep_days: 365, ...change },
    editor,
  )
beforeEach(async () => {
  world.clock.set(NOW)
  delete world.parts.integrations.moderation
  await settings()
})

type Sent = Envelope<{ entry: FeedEntry; state: string }>
/** Sends an upload as a page does. */
const send = async (
  path: string,
  fields: Record<string, string>,
  files: Buffer[],
  as: { token: string; lang?: Lang },
): Promise<Sent> => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ raceid: String(RACE), _token: as.token, ...fields }))
    form.append(name, value)
  for (const [at, file] of files.entries()) form.append('file', new Blob([new Uint8Array(file)]), `${at}.bin`)
  const request = new Request('http://localhost:3000', { method: 'POST', body: form })
  const payload = Buffer.from(await request.arrayBuffer())
  const headers = { 'content-type': request.headers.get('content-type')! }
  return (await world.app.inject({ method: 'POST', url: path, payload, headers })).json()
}
const write = (fields: Record<string, string> = {}, files: Buffer[] = [], as = reporter) =>
  send(liveFeedCreate.path, { body: '领先集团通过10公里', ...fields }, files, as)
const accept = async () => {
  const one = await runnerSession(world)
  const { application } = await world.ask(applyAdd, { ...race, name: '江边记者' }, one)
  await world.ask(consoleFeedReporter, { ...race, id: application.id, state: 'accepted' }, editor)
  return one
}
const listed = async (input: object = {}) => world.ask(liveFeedList, { ...race, ...input })

const comment = (id: number, body: string, as: object, change: object = {}) =>
  world.call(liveFeedComment, { ...race, id, name: '跑友', body, ...change }, as)

test('a reporter whom staff dismiss while the entry is written cannot send it', async () => {
  reporter = await accept()
  expect((await write()).code).toBe('200')
  const { application } = await world.ask(applyAdd, { ...race, name: '江边记者' }, await runnerSession(world))
  expect(application.state).not.toBe('accepted')
  const rows = await world.db
    .selectFrom('feed_reporters')
    .select(['id', 'uid'])
    .where('uid', '=', reporter.uid)
    .execute()
  await world.ask(consoleFeedReporter, { ...race, id: rows[0]!.id, state: 'refused' } as never, editor)
  expect((await write()).code).toMatch(/^4/)
})

test('nobody comments on or cheers an entry that was removed meanwhile', async () => {
  reporter = await accept()
  const { id } = (await write()).data.entry
  const reader = await runnerSession(world)
  await world.ask(liveFeedDel, { ...race, id }, reporter)
  expect(await comment(id, '加油', reader)).toMatchObject({ refusal: 'feed_entry_not_found' })
  expect(await world.call(liveFeedCheer, { ...race, id }, reader)).toMatchObject({ refusal: 'feed_entry_not_found' })
  expect(await world.call(liveFeedComments, { ...race, id } as never)).toMatchObject({
    refusal: 'feed_entry_not_found',
  })
})

test('an entry that its reporter or staff remove keeps neither text nor person', async () => {
  reporter = await accept()
  const [own, other] = [(await write()).data.entry.id, (await write()).data.entry.id]
  await world.ask(liveFeedDel, { ...race, id: own }, reporter)
  await world.ask(consoleFeedChange, { ...race, id: other, action: 'remove' } as never, editor)
  for (const id of [own, other]) {
    const row = world.db.selectFrom('feed_entries').select(['body', 'author', 'uid']).where('id', '=', id)
    expect(await row.executeTakeFirstOrThrow()).toEqual({ body: '', author: '', uid: null })
  }
})

test('people who comment on one entry at the same time all get an answer, and each comment counts', async () => {
  reporter = await accept()
  const { id } = (await write()).data.entry
  const readers = await Promise.all(Array.from({ length: 12 }, () => runnerSession(world)))
  const answers = await Promise.all(readers.map((reader) => comment(id, '加油', reader)))
  expect(answers.map(({ code }) => code)).toEqual(readers.map(() => '200'))
  expect((await listed()).items.find((entry) => entry.id === id)?.comments).toBe(readers.length)
})

test('an entry of another race is unknown, and staff of another race change nothing', async () => {
  await openRace(world, { id: 7, name: '别的比赛' } as never)
  reporter = await accept()
  const { id } = (await write()).data.entry
  const reader = await runnerSession(world)
  expect((await world.call(liveFeedComment, { raceid: 7, id, name: '跑友', body: '加油' }, reader)).refusal).toMatch(
    /feed_entry_not_found|feed_comments_off/,
  )
  const elsewhere = await staffSession(world, [{ raceid: 7, role: 'editor' }])
  expect(await world.call(consoleFeedChange, { ...race, id, action: 'remove' } as never, elsewhere)).toMatchObject({
    refusal: 'no_permission',
  })
  expect((await listed()).items.map((one) => one.id)).toContain(id)
})

test('invisible text, too long text and control signs are refused, and emoji stay whole', async () => {
  reporter = await accept()
  const { id } = (await write()).data.entry
  const reader = await runnerSession(world)
  for (const body of ['', '   ', '\u200b\u200b\u200d', '😀'.repeat(10_000), 'a\u0000b'])
    expect((await comment(id, body, reader)).code, JSON.stringify(body.slice(0, 6))).toMatch(/^4/)
  const family = '👨‍👩‍👧 加油！'
  expect(await comment(id, family, reader)).toMatchObject({ data: { comment: { body: family } } })
  for (const km of ['-1', '1e9', 'abc']) expect((await write({ km })).code, km).toMatch(/^(4|2)/)
})

test('two tabs that send the same words make two entries, and a clock that goes back keeps the order', async () => {
  reporter = await accept()
  const first = (await write({ body: '第一条' })).data.entry
  world.clock.set('2026-11-01T00:30:00Z')
  const second = (await write({ body: '第二条' })).data.entry
  const { items } = await listed()
  const order = items.map((one) => one.id).filter((one) => one === first.id || one === second.id)
  expect(order).toEqual([second.id, first.id])
  world.clock.set(NOW)
})
