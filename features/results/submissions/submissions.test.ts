import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lang } from '#contract/words.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { saveEvent } from '#features/events/service.ts'
import { type Values, messageTextOf } from '#features/messages/rules.ts'
import type { Template } from '#features/messages/words.ts'
import { saveRace } from '#features/races/service.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { importResults } from '../service.ts'
import { timingReportsFetch } from '../contract.ts'
import {
  consoleResultsHandins,
  consoleResultsRefuse,
  consoleResultsTake,
  resultsHandin,
  resultsMine,
} from './submissions.contract.ts'
import { isPlausible, submittedSecondsOf } from './submissions.rules.ts'

let world: World
let runner: { token: string; uid: number }
let stranger: { token: string; uid: number }
let timer: { token: string }
const keyOf = (letter: string) => `7-${letter.repeat(22)}`
const picture = (shade: number) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: shade, g: 90, b: 120 } } })
    .png()
    .toBuffer()

const send = async (fields: Record<string, string>, token: string | undefined, bytes?: Buffer, name = 'proof.png') => {
  const form = new FormData()
  for (const [field, value] of Object.entries({ ...fields, ...(token ? { _token: token } : {}), _lang: 'en' }))
    form.append(field, value)
  if (bytes) form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const answered = await world.app.inject({
    method: 'POST',
    url: resultsHandin.path,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type')! },
  })
  return answered.json<{
    code: string
    msg: string
    refusal?: string
    data: { id: number; proof: string; state: string }
  }>()
}

const messageTexts = async () => {
  const { seal } = world.parts
  const rows = await world.db
    .selectFrom('messages')
    .select(['template', 'mobile', 'content', 'lang', 'uid', 'path'])
    .where('template', 'like', 'handin%')
    .orderBy('id')
    .execute()
  return rows.map(({ template, mobile, content, lang, uid, path }) => ({
    uid,
    path,
    mobile: mobile && seal.open('accounts', 'message mobile', mobile),
    says: messageTextOf(
      template as Template,
      JSON.parse(seal.open('accounts', 'message content', content)) as Values,
      lang as Lang,
      'Startline',
    ),
  }))
}

beforeAll(async () => {
  world = await makeWorld()
  const { db } = world
  const now = world.clock.now()
  await db.transaction().execute(async (tx) => {
    for (const id of [7, 8])
      await saveRace(
        tx,
        {
          id,
          name: `第${id}届`,
          city: '杭州',
          time: new Date(now.getTime() - 4 * 3_600_000),
          published_at: now,
          settings: { hand_in: id === 7 },
        },
        now,
      )
    for (const raceid of [7, 8])
      await saveEvent(tx, { raceid, id: 1, name: '十公里', type: '10km', distance_cm: 1_000_000, places: 100 }, now)
  })
  ;[runner, stranger] = [await runnerSession(world), await runnerSession(world)]
  timer = await staffSession(world, [{ raceid: 7, role: 'timer' }])
  await world.parts.seal.prepare(raceScope(7))
  const sealed = (mobile: string) => world.parts.seal.seal(raceScope(7), 'mobile', mobile)
  const entry = (raceid: number, letter: string, n: number, bib: string, more: object = {}) => ({
    raceid,
    _key: `${raceid}-${letter.repeat(22)}`,
    eventid: 1,
    uid: runner.uid,
    state: 'normal',
    name: `跑者${letter}`,
    gender: 'female',
    age_on_race_day: 30,
    bib,
    idtype: 'passport',
    idnum: Buffer.of(n),
    idnum_mask: '*',
    idnum_ix: Buffer.of(n),
    document_ix: Buffer.of(n),
    pay_at: now,
    created_at: now,
    updated_at: now,
    ...more,
  })
  await db
    .insertInto('registrations')
    .values([
      entry(7, 'R', 1, 'B1', { mobile: sealed('13900000001'), lang: 'en' }),
      entry(7, 'S', 2, 'B2', { mobile: sealed('+886912345678') }),
      entry(7, 'T', 3, 'B3'),
      entry(8, 'R', 1, 'C1'),
    ])
    .execute()
  await db
    .insertInto('registrations')
    .values(entry(7, 'U', 4, 'B4', { pay_at: null, price: 100 }))
    .execute()
  const csv = 'bib,name,gun\nB3,跑者T,50:00\nB9,别人,45:00\n'
  await importResults(
    { db, seal: world.parts.seal },
    { raceid: 7, eventid: 1, filename: 'r.csv', bytes: Buffer.from(csv), publish: true, now },
  )
})
afterAll(() => world?.close())

test('only a time of the distance is plausible', () => {
  expect([submittedSecondsOf('3:24:05'), submittedSecondsOf('48:30')]).toEqual([12_245, 2910])
  expect([
    isPlausible(1500, 10_000),
    isPlausible(1200, 10_000),
    isPlausible(36_000, 10_000),
    isPlausible(36_001, 10_000),
    isPlausible(100, null),
  ]).toEqual([true, false, true, false, true])
})

test('an impossible submission is refused with a sentence', async () => {
  const proof = await picture(10)
  const good = { key: keyOf('R'), time: '48:30' }
  expect(await world.call(resultsMine, { raceid: 7 })).toMatchObject({ code: '401' })
  expect(await send(good, undefined, proof)).toMatchObject({ code: '401' })
  expect(await send({ ...good, key: `8-${'R'.repeat(22)}` }, runner.token, proof)).toMatchObject({
    refusal: 'handin_closed',
  })
  expect(await send(good, stranger.token, proof)).toMatchObject({ code: '404', refusal: 'handin_not_yours' })
  expect(await send({ ...good, key: keyOf('U') }, runner.token, proof), 'not paid').toMatchObject({
    refusal: 'handin_not_yours',
  })
  expect(await send({ ...good, key: keyOf('T') }, runner.token, proof)).toMatchObject({ refusal: 'handin_has_result' })
  expect(await send({ ...good, time: '12:00' }, runner.token, proof)).toMatchObject({ refusal: 'handin_implausible' })
  const startAt = (start_at: Date | null) =>
    world.db.updateTable('events').set({ start_at }).where('raceid', '=', 7).where('id', '=', 1).execute()
  for (const ahead of [77 * 86_400_000, -48 * 60_000]) {
    await startAt(new Date(world.clock.now().getTime() + ahead))
    expect(await send(good, runner.token, proof), 'nobody is in yet').toMatchObject({
      code: '422',
      refusal: 'handin_too_early',
    })
  }
  await startAt(null)
  expect(await send({ ...good, time: '4:60' }, runner.token, proof)).toMatchObject({
    code: '422',
    data: { fields: { time: expect.any(String) as string } },
  })
  expect(await send(good, runner.token)).toMatchObject({ refusal: 'file_missing' })
  expect(await send(good, runner.token, Buffer.from('no picture'), 'proof.png')).toMatchObject({
    refusal: 'not_a_picture',
  })
  for (const endpoint of [consoleResultsHandins, consoleResultsTake, consoleResultsRefuse]) {
    const input = { raceid: 7, id: 1, reason: 'xx' } as never
    expect(await world.call(endpoint, input)).toMatchObject({ code: '401' })
    expect(await world.call(endpoint, { ...(input as object), raceid: 8 } as never, timer)).toMatchObject({
      code: '403',
    })
  }
  expect(await world.call(consoleResultsTake, { raceid: 7, id: 99 }, timer)).toMatchObject({
    refusal: 'handin_not_found',
  })
  expect(await world.call(consoleResultsRefuse, { raceid: 7, id: 99, reason: 'xx' }, timer)).toMatchObject({
    refusal: 'handin_not_found',
  })
})

test('a submission waits, its file counts once, and only the runner and timekeepers see its proof', async () => {
  const proof = await picture(20)
  const first = await send({ key: keyOf('R'), time: '48:30', note: '手表记录' }, runner.token, proof)
  expect(first).toMatchObject({ code: '200', data: { state: 'waiting' } })
  expect(await send({ key: keyOf('S'), time: '47:00' }, runner.token, proof)).toMatchObject({
    code: '409',
    refusal: 'same_file',
    msg: 'Cannot upload the same file',
  })
  expect(await send({ key: keyOf('R'), time: '48:00' }, runner.token, await picture(30))).toMatchObject({
    refusal: 'handin_waits',
  })
  expect(await world.ask(resultsMine, { raceid: 7 }, runner)).toMatchObject({
    open: true,
    entries: expect.arrayContaining([
      expect.objectContaining({ key: keyOf('R'), why: 'waits' }),
      expect.objectContaining({ key: keyOf('S'), why: null }),
      expect.objectContaining({ key: keyOf('T'), why: 'has_result' }),
    ]),
    handed: [{ time: '00:48:30', note: '手表记录', state: 'waiting' }],
  })
  expect(await world.ask(resultsMine, { raceid: 7 }, stranger)).toMatchObject({ entries: [], handed: [] })
  const seen = (token?: string) =>
    world.app.inject({
      method: 'GET',
      url: first.data.proof,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
  expect([
    (await seen()).statusCode,
    (await seen(stranger.token)).statusCode,
    (await seen(runner.token)).statusCode,
  ]).toEqual([404, 404, 200])
})

test('an accepted submission is among the results with its mark and its rank; a refused one has the reason; neither is decided twice', async () => {
  const list = await world.ask(consoleResultsHandins, { raceid: 7 }, timer)
  expect(list).toMatchObject({
    waiting: 1,
    after: null,
    items: [{ name: '跑者R', bib: 'B1', time: '00:48:30', gender: 'female' }],
  })
  const { id } = list.items[0]!
  const startAt = (start_at: Date | null) =>
    world.db.updateTable('events').set({ start_at }).where('raceid', '=', 7).where('id', '=', 1).execute()
  await startAt(new Date(world.clock.now().getTime() + 86_400_000))
  for (const corrected of [{}, { time: '48:31' }])
    expect(await world.call(consoleResultsTake, { raceid: 7, id, ...corrected }, timer), 'postponed').toMatchObject({
      refusal: 'handin_too_early',
    })
  await startAt(null)
  expect(await world.ask(consoleResultsTake, { raceid: 7, id, time: '48:31' }, timer)).toEqual({
    id,
    state: 'taken',
    place: 2,
  })
  expect(await world.call(consoleResultsTake, { raceid: 7, id }, timer)).toMatchObject({ refusal: 'handin_decided' })
  expect(await world.call(consoleResultsRefuse, { raceid: 7, id, reason: '重复' }, timer)).toMatchObject({
    refusal: 'handin_decided',
  })
  const { items, sheets } = await world.ask(timingReportsFetch, { raceid: 7 })
  expect(
    items.map(({ bib, position, time, handed_in, agegroup }) => [bib, position, time, handed_in, agegroup]),
  ).toEqual([
    ['B9', 1, '00:45:00', false, null],
    ['B1', 2, '00:48:31', true, '18-34'],
    ['B3', 3, '00:50:00', false, '18-34'],
  ])
  expect(sheets[0]).toMatchObject({ finishers: 3 })
  await send({ key: keyOf('S'), time: '47:00' }, runner.token, await picture(40))
  const [second] = (await world.ask(consoleResultsHandins, { raceid: 7 }, timer)).items
  expect(await world.ask(consoleResultsRefuse, { raceid: 7, id: second!.id, reason: '看不清用时。' }, timer)).toEqual({
    id: second!.id,
    state: 'refused',
  })
  expect(
    (await world.ask(resultsMine, { raceid: 7 }, runner)).handed.map(({ state, reason, taken_time }) => [
      state,
      reason,
      taken_time,
    ]),
  ).toEqual([
    ['refused', '看不清用时。', null],
    ['taken', null, '00:48:31'],
  ])
  expect(
    await send({ key: keyOf('S'), time: '47:10' }, runner.token, await picture(50)),
    'after a refusal one may try again',
  ).toMatchObject({ code: '200' })
  expect(
    (await world.db.selectFrom('log').select('what').where('raceid', '=', 7).execute()).map(({ what }) => what),
  ).toEqual(expect.arrayContaining(['result taken', 'result refused']))
})

test('the runner gets one message for each decision, in the language of the sign-up; a refused decision sends none', async () => {
  const { _key } = await world.db
    .selectFrom('results')
    .select('_key')
    .where('raceid', '=', 7)
    .where('bib', '=', 'B1')
    .executeTakeFirstOrThrow()
  expect(await messageTexts()).toEqual([
    {
      uid: runner.uid,
      path: `/result?key=${_key}`,
      mobile: '13900000001',
      says: '【Startline】The result you submitted for 第7届 (十公里) has been accepted: 00:48:31.',
    },
    {
      uid: runner.uid,
      path: '/upload?raceid=7',
      mobile: '+886912345678',
      says: '【Startline】您送出的第7届（十公里）成績未被採納：看不清用时。詳情請在「成績上傳」頁檢視。',
    },
  ])
  await world.db.updateTable('result_sheets').set({ published_at: null }).where('raceid', '=', 7).execute()
  await world.db
    .updateTable('registrations')
    .set({ mobile: null })
    .where('raceid', '=', 7)
    .where('_key', '=', keyOf('S'))
    .execute()
  const [third] = (await world.ask(consoleResultsHandins, { raceid: 7 }, timer)).items
  await world.ask(consoleResultsTake, { raceid: 7, id: third!.id }, timer)
  expect(
    (await messageTexts()).slice(2),
    'without a mobile it stands in the box alone, and leads to no page that is not public',
  ).toMatchObject([{ uid: runner.uid, mobile: null, path: '/upload?raceid=7' }])
})
