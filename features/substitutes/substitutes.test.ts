import { afterAll, beforeAll, expect, test } from 'vitest'
import { importResults } from '#features/results/service.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleSubstitutesDecide, consoleSubstitutesList, consoleSubstitutesLook } from './contract.ts'
import { jobs } from './jobs.ts'

let world: World
let timer: { token: string }
const BEFORE = RACE - 1
const file = `bib,name,sex,gun,net,5K,10K,15K
101,赵一,M,1:30:00,1:29:30,21:00,42:00,1:03:00
102,钱二,F,1:30:00,1:29:30,21:00,42:01,1:03:00
103,孙三,M,1:30:00,1:29:30,21:00,42:00,1:04:00
104,沈快跑,M,1:05:00,1:04:50,15:00,30:30,46:00
105,周五,M,2:10:00,2:09:00,30:00,1:00:00,1:31:00
106,吴六,F,DNF,,22:00,44:00,
`
const imported = (raceid: number, content: string) =>
  importResults(world.parts, {
    raceid,
    eventid: 1,
    filename: 'r.csv',
    bytes: Buffer.from(content),
    publish: true,
    now: world.clock.now(),
  })

beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  await openRace(world, { id: BEFORE, time: new Date('2025-10-31T23:30:00Z') })
  await openEvent(world, { raceid: BEFORE })
  const runner = await runnerSession(world)
  for (const [raceid, bib] of [
    [BEFORE, '9'],
    [RACE, '104'],
  ] as const) {
    const { _key } = await world.ask(registrationSave, entrant(1, { raceid, name: '沈快跑' }), runner)
    await world.db
      .updateTable('registrations')
      .set({ bib, pay_at: world.clock.now() })
      .where('_key', '=', _key)
      .execute()
  }
  await imported(BEFORE, 'bib,name,sex,gun,net\n9,沈快跑,M,2:00:00,1:59:00\n')
  await imported(RACE, file)
  timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
})
afterAll(() => world?.close())

const list = (state: 'open' | 'dismissed' | 'substitute' = 'open') =>
  world.ask(consoleSubstitutesList, { raceid: RACE, state }, timer)
const outcomeOf = async (bib: string) =>
  (
    await world.db
      .selectFrom('results')
      .select('outcome')
      .where('raceid', '=', RACE)
      .where('bib', '=', bib)
      .executeTakeFirstOrThrow()
  ).outcome

test('only staff with the right look, and staff of another race see nothing', async () => {
  const editor = await staffSession(world, [{ raceid: RACE, role: 'editor' }])
  const other = await staffSession(world, [{ raceid: BEFORE, role: 'timer' }])
  for (const as of [editor, other])
    for (const endpoint of [consoleSubstitutesLook, consoleSubstitutesList])
      expect(await world.call(endpoint, { raceid: RACE }, as)).toMatchObject({ code: '403' })
})

test('the rules find the pair and the time that is too fast, and nothing else', async () => {
  expect(await world.ask(consoleSubstitutesLook, { raceid: RACE }, timer)).toEqual({ looked: 5, found: 2, fresh: 2 })
  const { items } = await list()
  expect(items.map(({ kind, runners }) => [kind, runners.map(({ bib }) => bib)])).toEqual(
    expect.arrayContaining([
      ['together', ['101', '102']],
      ['pace', ['104']],
    ]),
  )
  const pair = items.find(({ kind }) => kind === 'together')!
  expect(pair).toMatchObject({
    gap: 1000,
    mean: 200,
    points: 5,
    group: [],
    runners: [{ name: '赵一' }, { name: '钱二' }],
  })
  const pace = items.find(({ kind }) => kind === 'pace')!
  expect(pace).toMatchObject({ earlier: { seconds: 7140 }, ratio: 0.54 })
  expect(await world.ask(consoleSubstitutesLook, { raceid: RACE }, timer), 'twice without harm').toMatchObject({
    fresh: 0,
  })
})

test('nothing is public before a decision, and a decision disqualifies by the usual correction', async () => {
  expect(await outcomeOf('102')).toBe('finished')
  const { items } = await list()
  const pair = items.find(({ kind }) => kind === 'together')!
  const decide = (change: object) =>
    world.call(
      consoleSubstitutesDecide,
      { raceid: RACE, id: pair.id, state: 'substitute', reason: '两个号码一人跑', ...change },
      timer,
    )
  expect(await decide({ reason: ' ' })).toMatchObject({ code: '422' })
  expect(await decide({ bibs: ['103'] })).toMatchObject({ refusal: 'suspicion_other_bib' })
  expect(await outcomeOf('103')).toBe('finished')
  const answers = await Promise.all([decide({ bibs: ['102'] }), decide({ bibs: ['102'] })])
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['200', '409'])
  expect(await outcomeOf('102')).toBe('dsq')
  expect(await outcomeOf('101')).toBe('finished')
  const rows = await world.db.selectFrom('result_corrections').selectAll().where('raceid', '=', RACE).execute()
  expect(rows).toHaveLength(1)
  expect((await list('substitute')).items).toMatchObject([{ reason: '两个号码一人跑' }])
})

test('a dismissed case stays dismissed when the rules run again', async () => {
  const { items } = await list()
  const pace = items.find(({ kind }) => kind === 'pace')!
  await world.ask(
    consoleSubstitutesDecide,
    { raceid: RACE, id: pace.id, state: 'dismissed', reason: '去年受伤', bibs: ['104'] },
    timer,
  )
  expect(await outcomeOf('104'), 'a dismissal changes no result').toBe('finished')
  await world.ask(consoleSubstitutesLook, { raceid: RACE }, timer)
  expect((await list()).items).toEqual([])
  expect((await list('dismissed')).items).toMatchObject([{ id: pace.id }])
})

test('cases are erased a year after the race', async () => {
  await jobs[0]!.run({}, { ...world.parts, now: new Date('2027-12-01T00:00:00Z') })
  expect(await world.db.selectFrom('suspicions').select('id').execute()).toEqual([])
})
