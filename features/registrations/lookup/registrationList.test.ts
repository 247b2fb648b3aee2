import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { sql } from 'kysely'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { citusServers } from '#test/databases/citus.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleRegistrationsList } from '../changes/changes.contract.ts'
import { registrationSave } from '../signup/signup.contract.ts'
import { registrationSorts } from './filter.contract.ts'

let world: World
let desk: { token: string }
let timer: { token: string }
const names = ['林晚晴', '晚林', '王䶮', '张伟伟', 'Ana Müller', '林 晚', '100%纯', '_下划线']
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  await openRace(world, { id: 2027, name: '别的赛事' })
  await openEvent(world, { raceid: 2027, id: 2 })
  const { token } = await runnerSession(world)
  for (const n of names.keys())
    await world.ask(registrationSave, entrant(n + 1, { clothes: n % 2 ? 'L' : 'M' }), { token })
  await world.ask(registrationSave, entrant(90, { raceid: 2027, eventid: 2 }), { token })
  const rows = await world.db
    .selectFrom('registrations')
    .select('id')
    .where('raceid', '=', RACE)
    .orderBy('id')
    .execute()
  // The test writes names, ages, bibs and days directly, because the form would refuse some of these names.
  for (const [n, { id }] of rows.entries())
    await world.db
      .updateTable('registrations')
      .set({
        name: names[n]!,
        gender: n % 2 ? 'female' : 'male',
        age_on_race_day: n === 7 ? null : 20 + n * 5,
        bib: n < 3 ? String(9 + n) : null,
        pay_at: n < 2 ? new Date(Date.UTC(2026, 1, 20 + n)) : null,
        created_at: new Date(Date.UTC(2026, 1, 1 + n, 16)),
        tag: n === 4 ? '嘉宾' : null,
        province: n === 0 ? '浙江省' : null,
        invite: n === 5 ? 'WELCOME' : null,
      })
      .where('raceid', '=', RACE)
      .where('id', '=', id)
      .execute()
  desk = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
  timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
})
afterAll(() => world?.close())

type ListFilter = Omit<InputOf<typeof consoleRegistrationsList>, 'raceid'>
const listed = async (input: ListFilter, as = desk) => {
  const { items, total } = await world.ask(consoleRegistrationsList, { raceid: RACE, sort: 'oldest', ...input }, as)
  expect(total).toBe(items.length)
  return items.map(({ name }) => name)
}

describe('a name is found by any part', () => {
  test.each([
    ['晚晴', ['林晚晴']],
    ['晴', ['林晚晴']],
    ['林晚', ['林晚晴']],
    ['晚林', ['晚林']],
    ['林', ['林晚晴', '晚林', '林 晚']],
    ['伟伟', ['张伟伟']],
    ['䶮', ['王䶮']],
    ['müll', ['Ana Müller']],
    ['%', ['100%纯']],
    ['_', ['_下划线']],
    ['林晚晴', ['林晚晴']],
    ['張偉', ['张伟伟']],
    ['張伟偉', ['张伟伟']],
    ['偉張', []],
    ['晴晚', []],
    ['👩‍👩‍👧', []],
    ['\\', []],
    ["'; drop table registrations; --", []],
  ])('%s', async (q, found) => {
    expect(await listed({ q })).toEqual(found)
  })

  // The test reads the query plan of one server. A distributed database shows the plans of its parts.
  test.skipIf(citusServers !== undefined)('by an index, and each order has its own', async () => {
    const planOf = async (query: string, ...off: string[]) => {
      const { rows } = await world.db.transaction().execute(async (tx) => {
        for (const way of off) await sql.raw(`set local enable_${way} = off`).execute(tx)
        return sql.raw<{ 'QUERY PLAN': string }>(`explain ${query}`).execute(tx)
      })
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    const characters = `string_to_array(lower(name), null) @> string_to_array('晚晴', null)`
    expect(await planOf(`select id from registrations where ${characters}`, 'seqscan', 'indexscan')).toContain(
      'registrations_of_characters',
    )
    for (const [by, index] of [
      ['name', 'registrations_by_name'],
      ['coalesce(age_on_race_day, -1)', 'registrations_by_age'],
      ["coalesce(pay_at, '-infinity')", 'registrations_by_payment'],
    ])
      expect(
        await planOf(
          `select id from registrations where raceid::bigint = ${RACE} order by ${by}, id limit 5`,
          'seqscan',
          'sort',
        ),
      ).toContain(index)
  })

  test('a key is still looked up by the primary key', async () => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select 1 from registrations where raceid = ${RACE} and id = 5 for key share`.execute(world.db)
    expect(rows.map((row) => row['QUERY PLAN']).join(' ')).not.toContain('registrations_by_')
  })
})

test.each<[ListFilter, string[]]>([
  [{ gender: 'female' }, ['晚林', '张伟伟', '林 晚', '_下划线']],
  [{ age_from: 25, age_to: 35 }, ['晚林', '王䶮', '张伟伟']],
  [{ clothes: 'L', bib: '1' }, ['晚林']],
  [{ bib: '0', gender: 'male' }, ['Ana Müller', '100%纯']],
  [{ tag: '嘉宾' }, ['Ana Müller']],
  [{ code: 'wel come' }, ['林 晚']],
  [{ paid: '1' }, ['林晚晴', '晚林']],
  [{ province: '浙江省' }, ['林晚晴']],
  // 16:00 UTC is the next day in Shanghai.
  [{ since: '2026-02-03', upto: '2026-02-04' }, ['晚林', '王䶮']],
  [{ team: '西湖' }, []],
  [{ eventid: 99 }, []],
])('filtered by %j', async (input, found) => {
  expect(await listed(input)).toEqual(found)
})

test('only staff who may open sealed columns see where a runner lives', async () => {
  expect(await world.call(consoleRegistrationsList, { raceid: RACE, province: '浙江省' }, timer)).toMatchObject({
    refusal: 'no_permission',
  })
})

test.each(registrationSorts)('in the order %s each is on exactly one page', async (sort) => {
  const whole = await world.ask(consoleRegistrationsList, { raceid: RACE, sort, limit: 100 }, desk)
  const ids: number[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof world.ask<typeof consoleRegistrationsList>>> = await world.ask(
      consoleRegistrationsList,
      { raceid: RACE, sort, limit: 3, ...(after === null ? {} : { after }) },
      desk,
    )
    ids.push(...page.items.map(({ id }) => id))
    after = page.after
  } while (after !== null)
  expect(ids).toEqual(whole.items.map(({ id }) => id))
  expect(ids).toHaveLength(names.length)
})

test('orders: bibs as numbers, the youngest first, the last payment first', async () => {
  expect((await listed({ sort: 'bib' })).slice(0, 3)).toEqual(['林晚晴', '晚林', '王䶮'])
  expect((await listed({ sort: 'eldest' }))[0]).toBe('100%纯')
  expect((await listed({ sort: 'paid' })).slice(0, 2)).toEqual(['晚林', '林晚晴'])
})

test('an unknown filter is refused', async () => {
  for (const odd of [{ sort: 'id; drop' }, { gender: 'x' }, { age_from: -1 }, { since: '2026-02-30' }, { bib: '2' }])
    expect(await world.call(consoleRegistrationsList, { raceid: RACE, ...odd } as never, desk)).toMatchObject({
      refusal: 'field_wrong',
    })
})

test('a runner who left has a state of its own: list, counts and page agree, and a search still finds the runner', async () => {
  const rows = await world.db
    .selectFrom('registrations')
    .select(['id', 'state'])
    .where('raceid', '=', RACE)
    .orderBy('id')
    .execute()
  const at = new Date(Date.UTC(2026, 1, 25))
  const write = (n: number, set: object) =>
    world.db.updateTable('registrations').set(set).where('raceid', '=', RACE).where('id', '=', rows[n]!.id).execute()
  const changes = [
    { exited_at: at },
    { freed_at: at },
    { refundid: 7 },
    // These three registrations keep their state, although staff gave their fee back or made their document free.
    { state: 'waitfail', freed_at: at },
    { state: 'auditfail', refundid: 7 },
    { state: 'undraw', refundid: 7 },
  ]
  for (const [n, set] of changes.entries()) await write(n, set)
  expect(await listed({ state: 'left' })).toEqual(['林晚晴', '晚林', '王䶮'])
  expect(await listed({ state: 'normal' })).toEqual(['100%纯', '_下划线'])
  expect(await listed({})).toEqual(['张伟伟', 'Ana Müller', '林 晚', '100%纯', '_下划线'])
  expect(await listed({ q: '晚林' })).toEqual(['晚林'])
  expect(await listed({ ids: [rows[0]!.id, rows[7]!.id] })).toEqual(['林晚晴', '_下划线'])
  const { counts, items } = await world.ask(
    consoleRegistrationsList,
    { raceid: RACE, state: 'left', sort: 'oldest' },
    desk,
  )
  expect(items.map(({ state }) => state)).toEqual(['left', 'left', 'left'])
  expect(counts).toEqual({ left: 3, normal: 2, waitfail: 1, auditfail: 1, undraw: 1 })
  for (const [state, count] of Object.entries(counts!))
    expect(
      (await world.ask(consoleRegistrationsList, { raceid: RACE, state: state as 'left' }, desk)).total,
      state,
    ).toBe(count)
  for (const n of changes.keys())
    await write(n, { exited_at: null, freed_at: null, refundid: 0, state: rows[n]!.state })
})

test.each(['newest', 'oldest'] as const)(
  'days in the order %s, although ids do not rise with moments',
  async (sort) => {
    const { db } = world
    const rows = await db.selectFrom('registrations').select('id').where('raceid', '=', RACE).orderBy('id').execute()
    // Noon in Shanghai on eight days in a mixed order.
    const days = [5, 2, 8, 1, 7, 3, 6, 4].map((day) => `2026-02-0${day}`)
    for (const [n, { id }] of rows.entries())
      await db
        .updateTable('registrations')
        .set({ created_at: new Date(`${days[n]}T04:00:00Z`) })
        .where('raceid', '=', RACE)
        .where('id', '=', id)
        .execute()
    for (const [since, upto] of [
      ['2026-02-03', '2026-02-06'],
      ['2026-02-03', undefined],
      [undefined, '2026-02-03'],
      ['2026-03-01', '2026-03-02'],
    ]) {
      const within = names.filter((_, n) => (since ?? '') <= days[n]! && days[n]! <= (upto ?? '9'))
      const found = await listed({ sort, ...(since && { since }), ...(upto && { upto }) })
      expect(found).toEqual(sort === 'oldest' ? within : within.toReversed())
    }
  },
)
