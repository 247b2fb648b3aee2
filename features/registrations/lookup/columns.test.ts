import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleRegistrationsList } from '../changes/changes.contract.ts'
import { registrationSave } from '../signup/signup.contract.ts'

let world: World
let director: { token: string }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  const options = [
    { value: 'bus', says: { 'zh-cn': '大巴', en: 'Bus' } },
    { value: 'car', says: { 'zh-cn': '自驾' } },
  ]
  await openEvent(world, {
    id: 1,
    form: { questions: [{ name: 'travel', kind: 'choice', says: { 'zh-cn': '交通' }, options }] },
  })
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  const runner = await runnerSession(world)
  for (const [n, travel] of ['bus', 'car', 'bus'].entries()) {
    const entry = entrant(970_000 + n, { eventid: 1, name: `选手${'甲乙丙'[n]}` })
    await world.ask(registrationSave, { ...entry, answers: { travel } }, runner)
  }
})
afterAll(() => world?.close())

const list = (input: object, as = director) =>
  world.ask(consoleRegistrationsList, { raceid: RACE, ...input }, { ...as, lang: 'en' })

test('the requested columns come with each row; sealed columns are masked, forbidden columns are missing', async () => {
  const columns = ['mobile', 'birth', 'emername', 'answers.travel', 'price', 'signed_up', 'nothing']
  const { items } = await list({ columns, limit: 1 })
  expect(items[0]!.cells).toEqual({
    mobile: expect.stringContaining('****'),
    birth: null,
    emername: null,
    'answers.travel': 'Bus',
    price: expect.any(String),
    signed_up: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
  })
  const timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  expect(Object.keys((await list({ columns, limit: 1 }, timer)).items[0]!.cells)).not.toContain('price')
  expect((await list({ limit: 1 })).items[0]!.cells).toEqual({})
})

test('it is filtered by an answer from a short list of options', async () => {
  const found = await list({ fields: { 'answers.travel': 'bus' } })
  expect(found.total).toBe(2)
  expect((await list({ fields: { 'answers.travel': "bus' or true --" } })).total).toBe(0)
  expect((await list({ ids: [found.items[0]!.id] })).total).toBe(1)
})

test('a field without such a filter is refused, and so is a private field for staff who may not open it', async () => {
  const call = (input: object, as = director) => world.call(consoleRegistrationsList, { raceid: RACE, ...input }, as)
  for (const name of ['idnum', 'mobile', 'name', 'answers', 'answers.', "answers.a'b", 'constructor'])
    expect(await call({ fields: JSON.parse(`{"${name}":"x"}`) as object }), name).toMatchObject({ code: '422' })
  const timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  expect((await call({ fields: { emerrelationship: 'parent' } }, timer)).refusal).toBe('no_permission')
  expect((await call({ fields: { emerrelationship: 'parent' } })).code).toBe('200')
})

test('each order reverses its counterpart', async () => {
  const names = async (sort: string) => (await list({ sort })).items.map(({ name }) => name)
  for (const [up, down] of [
    ['oldest', 'newest'],
    ['name', 'name_down'],
    ['bib', 'bib_down'],
    ['unpaid', 'paid'],
    ['youngest', 'eldest'],
  ] as const)
    expect(await names(down), up).toEqual((await names(up)).toReversed())
})
