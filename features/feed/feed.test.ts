import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Envelope } from '#contract/envelope.ts'
import { holdsWord } from '#contract/fit.ts'
import type { Lang } from '#contract/words.ts'
import { ModerationDown, moderationOver } from '#integrations/moderation/client.ts'
import { type SandboxModeration, startSandboxModeration } from '#integrations/sandbox/moderation/server.ts'
import { RACE, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleFeedChange,
  consoleFeedComments,
  consoleFeedCreate,
  consoleFeedDecide,
  consoleFeedList,
  consoleFeedMute,
  consoleFeedReporter,
  consoleFeedSettings,
  consoleFeedShow,
} from './console.contract.ts'
import {
  applyAdd,
  applyDel,
  applyFetch,
  type FeedEntry,
  liveFeedAuth,
  liveFeedCheer,
  liveFeedComment,
  liveFeedComments,
  liveFeedCreate,
  liveFeedDel,
  liveFeedList,
  liveFeedReport,
} from './contract.ts'
import { isMuted, judgementOf } from './feed.rules.ts'
import { sweeps } from './jobs.ts'
import { personal } from './personal.service.ts'
import { encodedMessages } from './stream.service.ts'

let world: World
let service: SandboxModeration
let editor: { token: string }
let reporter: Awaited<ReturnType<typeof runnerSession>>
let png: Buffer
const NOW = '2026-11-01T01:00:00Z'
const race = { raceid: RACE }

beforeAll(async () => {
  world = await makeWorld({ now: NOW })
  await openRace(world)
  editor = await staffSession(world, [{ raceid: RACE, role: 'editor' }])
  service = await startSandboxModeration()
  png = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c44' } })
    .png()
    .toBuffer()
})
afterAll(async () => {
  await service?.close()
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

describe('rules', () => {
  test('find a word of the list behind spaces, signs, width and case', () => {
    expect(holdsWord('来 博-彩 吧', ['博彩'])).toBe(true)
    expect(holdsWord('ＢｅＴ now', ['bet'])).toBe(true)
    expect(holdsWord('加油', ['博彩', '', ' '])).toBe(false)
  })
  test('let no unread text through while the service does not answer', () => {
    const rules = { text: '加油', words: [], before: false, strict: true }
    expect(judgementOf({ ...rules, outside: undefined })).toEqual({ state: 'shown' })
    expect(judgementOf({ ...rules, outside: 'yes' })).toEqual({ state: 'shown' })
    expect(judgementOf({ ...rules, outside: 'no' })).toEqual({ state: 'unfit' })
    expect(judgementOf({ ...rules, outside: 'doubtful' })).toEqual({ state: 'waiting', why: 'doubtful' })
    expect(judgementOf({ ...rules, outside: 'silent' })).toEqual({ state: 'waiting', why: 'silent' })
    expect(judgementOf({ ...rules, before: true, outside: 'yes' })).toEqual({ state: 'waiting', why: 'before' })
    expect(judgementOf({ ...rules, text: '看 www.example.com', outside: undefined })).toEqual({ state: 'unfit' })
    expect(isMuted({ until: null }, new Date())).toBe(true)
    expect(isMuted({ until: new Date(NOW) }, new Date(NOW))).toBe(false)
  })
})

describe('reporters', () => {
  test('apply, are accepted by staff of the race, and only then write', async () => {
    const one = await runnerSession(world)
    expect(await world.call(applyAdd, { ...race, name: 'A' }, {})).toMatchObject({ refusal: 'not_logged_in' })
    expect(await world.call(applyAdd, { raceid: 99, name: 'A' }, one)).toMatchObject({ refusal: 'race_not_found' })
    expect(await world.call(applyAdd, { ...race, name: '博 彩' }, one)).toMatchObject({ refusal: 'feed_unfit' })
    await settings({ open: '0' })
    expect(await world.call(applyAdd, { ...race, name: 'A' }, one)).toMatchObject({ refusal: 'feed_closed' })
    await settings()
    expect(await world.ask(applyFetch, race, one)).toEqual({ application: null })
    const { application } = await world.ask(applyAdd, { ...race, name: '小江', about: '跑者' }, one)
    expect(application).toMatchObject({ state: 'waiting', name: '小江' })
    expect(await write({}, [], one)).toMatchObject({ refusal: 'feed_not_reporter' })
    const other = await staffSession(world, [{ raceid: 7, role: 'director' }])
    const decide = (as: object, id = application.id) =>
      world.call(consoleFeedReporter, { ...race, id, state: 'accepted' }, as)
    expect(await decide(other)).toMatchObject({ refusal: 'no_permission' })
    expect(await decide(editor, 999_999)).toMatchObject({ refusal: 'feed_reporter_not_found' })
    await decide(editor)
    const log = await world.db.selectFrom('log').selectAll().where('what', '=', 'reporter accepted').execute()
    expect(log.length).toBeGreaterThan(0)
    expect(JSON.stringify(log), 'an erased account leaves no name').not.toContain(application.name)
    expect(await world.ask(liveFeedAuth, race, one)).toMatchObject({ reporter: 'accepted', may_write: true })
    expect(await world.call(applyAdd, { ...race, name: 'B' }, one)).toMatchObject({ refusal: 'feed_decided' })
    expect(await write({}, [], one)).toMatchObject({ code: '200', data: { state: 'shown' } })
    await world.ask(applyDel, race, one)
    expect(await write({}, [], one)).toMatchObject({ refusal: 'feed_not_reporter' })
  })
})

describe('entries', () => {
  beforeEach(async () => {
    reporter = await accept()
  })
  test('are listed newest first with pictures and a place, pinned entries apart, and by kilometre', async () => {
    const first = await write({ km: '10000' }, [png])
    const second = await write({ body: '🏁 终点', km: '42195' })
    const { items, open, cheers } = await listed()
    expect([open, cheers]).toEqual([true, true])
    expect(items.slice(0, 2).map(({ id }) => id)).toEqual([second.data.entry.id, first.data.entry.id])
    expect(items[1]).toMatchObject({
      author: '江边记者',
      official: false,
      km: 10_000,
      pictures: [{ width: 64, height: 48 }],
    })
    const near = await listed({ from: 9000, until: 11_000 })
    expect(near.items[0]!.id).toBe(first.data.entry.id)
    expect(near.items.every(({ km }) => km !== null && km >= 9000 && km < 11_000)).toBe(true)
    await world.ask(consoleFeedChange, { ...race, id: first.data.entry.id, action: 'pin' }, editor)
    expect((await listed()).pinned.map(({ id }) => id)).toContain(first.data.entry.id)
    const url = `/live/feed/list?raceid=${RACE}`
    const shared = await world.app.inject({ method: 'GET', url })
    const headers = { 'if-none-match': String(shared.headers.etag) }
    expect((await world.app.inject({ method: 'GET', url, headers })).statusCode).toBe(304)
  })

  test('take more pictures for fifteen minutes, nine at most, and a film that plays in parts', async () => {
    const { data } = await write({}, [png])
    const add = (files: Buffer[], as = reporter) => write({ id: String(data.entry.id), body: '' }, files, as)
    for (let n = 0; n < 8; n++) expect(await add([png])).toMatchObject({ code: '200' })
    expect(await add([png])).toMatchObject({ refusal: 'feed_full' })
    expect(await add([png], await accept())).toMatchObject({ refusal: 'feed_entry_not_found' })
    world.clock.advance(16 * 60_000)
    expect(await add([png])).toMatchObject({ refusal: 'feed_entry_not_found' })
    expect(await write({}, [Buffer.from('<script>')])).toMatchObject({ refusal: 'feed_film_unknown' })
    const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom0000isommp42'), Buffer.alloc(500, 7)])
    const filmed = await write({ body: '' }, [film])
    const path = filmed.data.entry.film!
    const part = await world.app.inject({ method: 'GET', url: path, headers: { range: 'bytes=4-7' } })
    expect([part.statusCode, part.body, part.headers['content-type']]).toEqual([206, 'ftyp', 'video/mp4'])
    await world.ask(consoleFeedChange, { ...race, id: filmed.data.entry.id, action: 'hide' }, editor)
    expect((await world.app.inject({ method: 'GET', url: path })).statusCode).toBe(404)
  })

  test('are refused if they are empty, too long or unfit, and wait if the service doubts or does not answer', async () => {
    expect(await write({ body: '  ' })).toMatchObject({ refusal: 'feed_empty' })
    expect(await write({ body: 'x'.repeat(10_000) })).toMatchObject({ refusal: 'field_wrong' })
    expect(await write({ body: '来博彩' })).toMatchObject({ refusal: 'feed_unfit' })
    expect(await write({ km: '-5' })).toMatchObject({ refusal: 'field_wrong' })
    world.parts.integrations.moderation = moderationOver({ ...service, patienceMs: 150 })
    const states = []
    for (const answer of ['yes', 'no', 'doubtful', 'slow', 'down', 'nonsense'] as const) {
      service.weather.answer = answer
      const { refusal, data } = await write({ body: `天气 ${answer}` })
      states.push(refusal ?? data.state)
    }
    service.weather.answer = 'yes'
    expect(states).toEqual(['shown', 'feed_unfit', 'waiting', 'waiting', 'waiting', 'waiting'])
    const { items } = await world.ask(consoleFeedList, { ...race, only: 'waiting' }, editor)
    expect(items.slice(0, 4).map(({ why }) => why)).toEqual(['silent', 'silent', 'silent', 'doubtful'])
    expect((await listed()).items.map(({ body }) => body)).not.toContain('天气 doubtful')
    await world.ask(consoleFeedChange, { ...race, id: items[3]!.id, action: 'show' }, editor)
    expect((await listed()).items.map(({ body }) => body)).toContain('天气 doubtful')
    expect(service.refused).toEqual([])
  })

  test('are removed by their reporter or by staff, and never by another reporter', async () => {
    const blue = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#24c' } })
      .png()
      .toBuffer()
    const { data } = await write({}, [blue])
    const other = await write({ body: '同一张照片' }, [blue])
    const input = { ...race, id: data.entry.id }
    expect(await world.call(liveFeedDel, input, await accept())).toMatchObject({ refusal: 'feed_entry_not_found' })
    await world.ask(liveFeedDel, input, reporter)
    const [own] = data.entry.pictures
    const served = async () => {
      for (const sweep of sweeps) await sweep.run({ ...world.parts, now: world.clock.now() } as never)
      return (await world.app.inject({ method: 'GET', url: own!.path })).statusCode
    }
    expect(await served()).toBe(200)
    await world.ask(consoleFeedChange, { ...race, id: other.data.entry.id, action: 'remove' }, editor)
    expect(await served()).toBe(404)
    expect((await listed()).items.map(({ id }) => id)).not.toContain(data.entry.id)
    expect(await world.call(liveFeedDel, input, reporter)).toMatchObject({ refusal: 'feed_entry_not_found' })
    const official = await send(
      consoleFeedCreate.path,
      { body: '发令！', author: '组委会', pinned: '1' },
      [png, png],
      editor,
    )
    expect(official.data.entry).toMatchObject({ official: true, pinned: true, pictures: [{}, {}] })
    expect(await send(consoleFeedCreate.path, { body: 'x', author: 'x' }, [], reporter)).toMatchObject({
      code: '10001',
    })
  })
})

describe('comments and cheers', () => {
  let id: number
  const say = (body: string, as: object, change: object = {}) =>
    world.call(liveFeedComment, { ...race, id, name: '跑友', body, ...change }, as)
  beforeEach(async () => {
    reporter = await accept()
    id = (await write()).data.entry.id
  })
  test('follow the choice of the race: off, shown at once, or shown by staff', async () => {
    const one = await runnerSession(world)
    expect(await say('加油', {})).toMatchObject({ refusal: 'not_logged_in' })
    expect(await say('加油', one)).toMatchObject({ data: { state: 'shown' } })
    expect(await say('看 www.example.com', one)).toMatchObject({ refusal: 'feed_unfit' })
    expect(await say('长'.repeat(301), one)).toMatchObject({ refusal: 'field_wrong' })
    await settings({ comments: 'before' })
    const waits = await say('想被看到', one)
    expect(waits.data.state).toBe('waiting')
    const shown = async () => (await world.ask(liveFeedComments, { ...race, id })).items.map(({ body }) => body)
    expect(await shown()).toEqual(['加油'])
    await world.ask(consoleFeedDecide, { ...race, id: waits.data.comment.id, show: '1' }, editor)
    expect(await shown()).toEqual(['想被看到', '加油'])
    expect((await listed()).items.find((entry) => entry.id === id)!.comments).toBe(2)
    await settings({ comments: 'off' })
    expect(await say('加油', one)).toMatchObject({ refusal: 'feed_comments_off' })
  })

  test('wait after three reports by different people, until staff decide finally', async () => {
    const one = await runnerSession(world)
    const { comment } = (await say('有争议', one)).data
    const report = async (as: object) => world.call(liveFeedReport, { ...race, id: comment.id }, as)
    expect(await report({})).toMatchObject({ refusal: 'page_needed' })
    const people = await Promise.all([1, 2, 3, 4].map(() => runnerSession(world)))
    await report(people[0]!)
    await report(people[0]!)
    await report(people[1]!)
    const open = async () => (await world.ask(consoleFeedComments, race, editor)).items[0]
    expect(await open()).toMatchObject({ state: 'shown', reports: 2 })
    await report(people[2]!)
    expect(await open()).toMatchObject({ state: 'waiting', reports: 3, why: 'reported' })
    await world.ask(consoleFeedDecide, { ...race, id: comment.id, show: '1' }, editor)
    await report(people[3]!)
    expect(await open()).toMatchObject({ state: 'shown', reports: 1 })
    const { uid } = one
    await world.ask(consoleFeedMute, { ...race, uid, hours: 1 }, editor)
    expect(await say('再来', one)).toMatchObject({ refusal: 'feed_muted' })
    world.clock.advance(61 * 60_000)
    expect(await say('回来了', one)).toMatchObject({ code: '200' })
  })

  test('a cheer counts once for each person, in any number of simultaneous presses', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => runnerSession(world)))
    const press = (as: object) => world.call(liveFeedCheer, { ...race, id }, as)
    expect(await press({})).toMatchObject({ refusal: 'page_needed' })
    await Promise.all([...people, ...people, ...people].map(press))
    expect((await listed()).items.find((entry) => entry.id === id)!.cheers).toBe(12)
    await settings({ cheers: '0' })
    expect(await press(people[0]!)).toMatchObject({ refusal: 'feed_cheers_off' })
  })
})

describe('the stream', () => {
  test('sends each change, encoded once, to all readers alike, and removes hidden entries', async () => {
    reporter = await accept()
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = world.app.server.address() as AddressInfo
    const texts: string[] = ['', '', '']
    const streams = await Promise.all(
      texts.map(async (_, at) => {
        const request = httpGet({ port, host: '127.0.0.1', path: `/live/feed/stream?raceid=${RACE}` })
        const [response] = (await once(request, 'response')) as [IncomingMessage]
        response.setEncoding('utf8').on('data', (part: string) => (texts[at] += part))
        return request
      }),
    )
    await expect.poll(() => texts.every((text) => text.includes('event: here'))).toBe(true)
    const before = encodedMessages(world.db)
    const { data } = await write({ body: '直播来了' })
    await expect.poll(() => texts.every((text) => text.includes('直播来了'))).toBe(true)
    expect(encodedMessages(world.db) - before).toBe(1)
    await world.ask(consoleFeedChange, { ...race, id: data.entry.id, action: 'hide' }, editor)
    await expect.poll(() => texts.every((text) => text.includes(`{"id":${data.entry.id},"gone":true}`))).toBe(true)
    expect(new Set(texts.map((text) => text.split('event: feed').slice(1).join())).size).toBe(1)
    for (const stream of streams) stream.destroy()
    const none = await fetch(`http://127.0.0.1:${port}/live/feed/stream?raceid=99`)
    expect(none.status).toBe(404)
  })
})

test('the erasure of an account removes its texts, and old comments end with the days of the race', async () => {
  reporter = await accept()
  const { data } = await write({ body: '我的文字' })
  await world.call(liveFeedComment, { ...race, id: data.entry.id, name: '我', body: '我的评论' }, reporter)
  const working = { ...world.parts, lang: 'zh-cn' as const, now: world.clock.now() }
  const copy = await personal.copy!.ofAccount!(working, { uid: reporter.uid, mobile: null })
  expect(JSON.stringify(copy)).toContain('我的评论')
  await settings({ entry_days: 30 })
  world.clock.advance(29 * 86_400_000)
  for (const sweep of sweeps) await sweep.run({ ...world.parts, now: world.clock.now() } as never)
  expect((await listed()).items.map(({ id }) => id)).toContain(data.entry.id)
  world.clock.advance(2 * 86_400_000)
  for (const sweep of sweeps) await sweep.run({ ...world.parts, now: world.clock.now() } as never)
  expect((await listed()).items.map(({ id }) => id)).not.toContain(data.entry.id)
  world.clock.advance(335 * 86_400_000)
  for (const sweep of sweeps) await sweep.run({ ...world.parts, now: world.clock.now() } as never)
  const left = async (table: 'feed_comments' | 'feed_reporters') =>
    (await world.db.selectFrom(table).select('uid').execute()).length
  expect(await left('feed_comments')).toBe(0)
  await world.db.transaction().execute((tx) => personal.erase!.account!(tx, reporter.uid, world.clock.now()))
  const row = await world.db
    .selectFrom('feed_entries')
    .selectAll()
    .where('id', '=', data.entry.id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: 'removed', body: '', author: '', uid: null })
})

test('the adapter speaks its protocol, and the sandbox refuses calls that break it', async () => {
  const fit = moderationOver(service)
  expect(await fit.judge({ kind: 'comment', text: '加油', pictures: 0 })).toBe('yes')
  const wrong = moderationOver({ url: service.url, key: 'wrong' })
  await expect(wrong.judge({ kind: 'comment', text: 'x', pictures: 0 })).rejects.toThrow(ModerationDown)
  const post = (body: string, headers: object = {}) =>
    fetch(`${service.url}/judge`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', ...headers },
    })
  for (const body of [
    '{',
    '[]',
    '{}',
    '{"kind":"entry","text":1,"pictures":0}',
    '{"kind":"entry","text":"x","pictures":0,"uid":7}',
  ])
    expect((await post(body)).status, body).toBe(400)
  expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415)
  expect(service.refused.length).toBeGreaterThanOrEqual(6)
})

test('the console counts the waiting entries and comments', async () => {
  const one = await runnerSession(world)
  await world.ask(applyAdd, { ...race, name: '候选' }, one)
  const shown = await world.ask(consoleFeedShow, race, editor)
  expect(shown).toMatchObject({ service: false, settings: { open: true, words: ['博彩'] } })
  expect(shown.waiting.reporters).toBeGreaterThan(0)
  expect(shown.reporters.find(({ name }) => name === '候选')).toMatchObject({ state: 'waiting', entries: 0 })
})
