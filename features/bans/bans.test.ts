import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleImportsRead } from '#features/imports/contract.ts'
import { consoleMovesMake, consoleMovesPreview } from '#features/moves/contract.ts'
import { registrationFriends, registrationSave } from '#features/registrations/signup/signup.contract.ts'
import {
  consoleRegistrationsCorrect,
  consoleRegistrationsForm,
} from '#features/registrations/correct/correct.contract.ts'
import { consoleWalkinsEnter } from '#features/walkins/contract.ts'
import { RACE, entrant, friendOf, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleBansLift, consoleBansList, consoleBansSave } from './contract.ts'
import { jobs } from './jobs.ts'
import { words } from './words.ts'

let world: World
let director: { token: string }
let owner: { token: string }
const OTHER = RACE + 5
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  await openRace(world, { id: OTHER })
  await openEvent(world, { raceid: OTHER })
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
})
afterAll(() => world?.close())

const said = words.not_admitted['zh-cn']
const ban = (n: number, change: object = {}, as = director) =>
  world.call(
    consoleBansSave,
    {
      raceid: RACE,
      name: '沈跑跑',
      idtype: 'idcard',
      idnum: idnumOf(n),
      source: 'organiser',
      reason: '替跑',
      from: '2026-01-01',
      ...change,
    },
    as,
  )
const signUp = async (n: number, change: object = {}) =>
  world.call(registrationSave, entrant(n, change), await runnerSession(world))
const keptOut = { code: '422', data: { fields: { idnum: said } } }

test('only staff with the right see and write the list, and only staff of all races write a ban for every race', async () => {
  const registrar = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
  expect(await world.call(consoleBansList, { raceid: RACE }, registrar)).toMatchObject({ code: '403' })
  expect(await world.call(consoleBansList, { raceid: OTHER }, director)).toMatchObject({ code: '403' })
  expect(await ban(1, { everywhere: true })).toMatchObject({ refusal: 'ban_everywhere_no_right' })
  expect(await ban(1, { until: '2025-12-31' })).toMatchObject({ code: '422' })
  const empty = { name: '', reason: ' ', idnum: '110105194912310021', until: '2025-12-31' }
  expect(
    Object.keys(((await ban(1, empty)).data as unknown as { fields: object }).fields).toSorted(),
    'every wrong field at once',
  ).toEqual(['idnum', 'name', 'reason', 'until'])
  expect(await ban(1, { idnum: '110105194912310021' })).toMatchObject({
    data: { fields: { idnum: expect.anything() as unknown } },
  })
  expect(await ban(1)).toMatchObject({ code: '200', data: { state: 'active', name: '沈跑跑' } })
  expect(await ban(1)).toMatchObject({ refusal: 'ban_there' })
})

test('a banned person cannot enter in any way, and the sentence names neither list nor reason', async () => {
  expect(await signUp(1)).toMatchObject(keptOut)
  expect(said).not.toMatch(/禁赛|替跑|名单/)
  expect(
    await world.call(
      registrationFriends,
      { raceid: RACE, friends: [friendOf(2), friendOf(1)] },
      await runnerSession(world),
    ),
  ).toMatchObject({ code: '422', data: { fields: { '1.idnum': said } } })
  expect(
    await world.call(
      consoleWalkinsEnter,
      {
        raceid: RACE,
        eventid: 1,
        idtype: 'idcard',
        idnum: idnumOf(1),
        name: '沈跑跑',
        mobile: '13700000001',
        agreed: '1',
        pay: 'cash',
      },
      director,
    ),
  ).toMatchObject(keptOut)
  expect(await signUp(3), 'another person').toMatchObject({ code: '200' })
  expect(await signUp(1, { raceid: OTHER }), 'another race').toMatchObject({ code: '200' })
})

test('the days of a ban count by the clock of China, and race day counts too', async () => {
  await ban(10, { from: '2026-12-01' })
  expect(await signUp(10), 'begins after race day').toMatchObject({ code: '200' })
  await ban(11, { from: '2026-10-30', until: '2026-11-02' })
  expect(await signUp(11), 'banned on race day').toMatchObject(keptOut)
  await ban(12, { from: '2020-01-01', until: '2026-02-28' })
  expect(await signUp(12), 'over').toMatchObject({ code: '200' })
})

test('a ban everywhere counts in each race, and staff of one race cannot lift it', async () => {
  const made = await ban(20, { everywhere: true, source: 'federation' }, owner)
  expect(await signUp(20, { raceid: OTHER })).toMatchObject(keptOut)
  const id = (made.data as { id: number }).id
  expect(await world.call(consoleBansLift, { raceid: RACE, id, reason: '误列' }, director)).toMatchObject({
    refusal: 'ban_everywhere_no_right',
  })
})

test('an appeal lifts a ban with a reason, which the log keeps', async () => {
  const { items } = await world.ask(consoleBansList, { raceid: RACE, q: idnumOf(1) }, director)
  expect(items).toMatchObject([{ name: '沈跑跑', state: 'active' }])
  expect(items[0]!.idnum).not.toBe(idnumOf(1))
  const { id } = items[0]!
  expect(await world.call(consoleBansLift, { raceid: RACE, id, reason: ' ' }, director)).toMatchObject({ code: '422' })
  await world.ask(consoleBansLift, { raceid: RACE, id, reason: '同名误列' }, director)
  expect(await world.call(consoleBansLift, { raceid: RACE, id, reason: 'x' }, director)).toMatchObject({
    refusal: 'ban_lifted',
  })
  expect(await signUp(1)).toMatchObject({ code: '200' })
  const log = await world.db.selectFrom('log').selectAll().where('what', '=', 'ban lifted').execute()
  expect(JSON.stringify(log)).toContain('同名误列')
  expect((await world.ask(consoleBansList, { raceid: RACE, past: true }, director)).items).toMatchObject([
    { state: 'ended' },
    { state: 'lifted', lift_reason: '同名误列' },
  ])
})

test('a runner who is banned later keeps the entry and cannot move; a correction cannot bring in a banned document', async () => {
  await openEvent(world, { id: 2, name: '健康跑' })
  const runner = await runnerSession(world)
  const { _key } = await world.ask(registrationSave, entrant(50), runner)
  await world.db.updateTable('registrations').set({ pay_at: world.clock.now() }).where('_key', '=', _key).execute()
  const { id } = await world.db
    .selectFrom('registrations')
    .select('id')
    .where('_key', '=', _key)
    .executeTakeFirstOrThrow()
  const move = () =>
    world.call(
      consoleMovesMake,
      { raceid: RACE, id, eventid: 2, shown: 0, charge: 'waive', reason: '本人申请', overrule: true },
      director,
    )
  const { id: banid, registrationid } = (await ban(50)).data as { id: number; registrationid: number }
  expect(registrationid, 'staff read which entry they must decide about').toBe(id)
  expect((await ban(53)).data, 'nobody entered').toMatchObject({ registrationid: null })
  const left = await world.ask(registrationSave, entrant(54), runner)
  const exited = { exited_at: world.clock.now() }
  await world.db.updateTable('registrations').set(exited).where('_key', '=', left._key).execute()
  expect((await ban(54)).data, 'the runner has left the race').toMatchObject({ registrationid: null })
  expect(await move()).toMatchObject({ refusal: 'move_not_admitted', msg: said })
  const preview = await world.ask(consoleMovesPreview, { raceid: RACE, id }, director)
  expect(preview.targets).toMatchObject([{ id: 2, why: said, overrulable: false }])
  const race = await world.db
    .selectFrom('registrations')
    .select('eventid')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(race.eventid, 'the entry stays').toBe(1)
  await world.ask(consoleBansLift, { raceid: RACE, id: banid, reason: '申诉成立' }, director)
  expect(await move()).toMatchObject({ code: '200' })

  await ban(51)
  const shown = await world.ask(consoleRegistrationsForm, { raceid: RACE, id }, director)
  const correct = (n: number) =>
    world.call(
      consoleRegistrationsCorrect,
      { raceid: RACE, id, seen: shown.seen, reason: '证件写错', idnum: idnumOf(n) },
      director,
    )
  expect(await correct(51)).toMatchObject(keptOut)
  expect(await correct(52)).toMatchObject({ code: '200' })
})

test('the one importer imports a list; the same list again changes nothing, and changed rows change', async () => {
  const send = async (content: string, dry: boolean, into = 'federation race') => {
    const form = new FormData()
    const fields = { raceid: RACE, kind: 'bans', into, dry: dry ? 1 : 0, _token: director.token, _lang: 'zh-cn' }
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
    form.append('file', new Blob([content]), '禁赛.csv')
    const made = new Response(form)
    const answered = await world.app.inject({
      method: 'POST',
      url: consoleImportsRead.path,
      payload: Buffer.from(await made.arrayBuffer()),
      headers: { 'content-type': made.headers.get('content-type')! },
    })
    return answered.json<{
      code: string
      refusal?: string
      data: { counts: Record<string, number>; faults: { says: string }[] }
    }>()
  }
  const rows = (reason: string) =>
    `姓名,证件号码,处罚原因,开始日期,结束日期\n沈一,${idnumOf(30)},${reason},2026/1/1,\n沈二,${idnumOf(31)},${reason},2026年1月1日,2025-01-01\n沈三,1234,${reason},2026-01-01,\n`
  expect((await send(rows('替跑'), true)).data.counts).toMatchObject({ added: 1, refused: 2 })
  expect((await send(rows('替跑'), false)).data.counts).toMatchObject({ added: 1, refused: 2 })
  expect((await send(rows('替跑'), false)).data.counts).toMatchObject({ same: 1, refused: 2 })
  const changed = await send(rows('兴奋剂'), false)
  expect(changed, JSON.stringify(changed)).toMatchObject({ code: '200' })
  expect(changed.data.counts).toMatchObject({ changed: 1, refused: 2 })
  expect(await send(rows('替跑'), false, 'federation all')).toMatchObject({ refusal: 'import_into_missing' })
  world.clock.advance(3_000)
  expect(await signUp(30)).toMatchObject(keptOut)
})

test('a ban is deleted a year after its end', async () => {
  const count = async () => (await world.db.selectFrom('bans').select('id').execute()).length
  const before = await count()
  await jobs[0]!.run({}, { ...world.parts, now: new Date('2027-03-02T00:00:00Z') })
  expect(await count()).toBe(before - 3)
})
