import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { bibAlloc, bibGenerate, consoleBibsExport, consoleBibsList, consoleBibsZones } from './contract.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { listedRunnerOf, readListedRunners } from './findRunner.service.ts'
import { numberBibs, placeInZones, readReserved } from './rules.ts'

let world: World
let registrar: { token: string }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, {
    places: 100_000,
    form: { zones: [{ name: 'A', faster_than: 5_400 }, { name: 'B', faster_than: 7_200 }, { name: 'C' }] },
  })
  await openEvent(world, { id: 2, name: '欢乐跑', names: {}, type: 'fun_run', places: 1000 })
  registrar = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
})
beforeEach(async () => {
  await world.db.deleteFrom('registrations').where('raceid', '=', RACE).execute()
  await world.db.deleteFrom('counters').where('raceid', '=', RACE).execute()
})
afterAll(() => world?.close())

type Row = {
  name?: string
  eventid?: number
  state?: string
  pay_at?: Date | null
  qualifying?: string | null
  runnerzone?: string
  refundid?: number
  bib?: string
  prefix_bib?: string
  gender?: string
  created_at?: Date
}
let serial = 0
/** Makes paid registrations in the state after sign-up and payment. */
const enter = async (rows: readonly Row[]): Promise<number[]> => {
  const now = world.clock.now()
  const values = rows.map((row) => {
    const bytes = Buffer.from(`document ${++serial}`)
    return {
      raceid: RACE,
      _key: `key-${serial}`,
      eventid: 1,
      uid: 1,
      state: 'normal',
      name: `选手${serial}`,
      idtype: 'idcard',
      idnum: bytes,
      idnum_mask: '*',
      idnum_ix: bytes,
      document_ix: bytes,
      pay_at: now,
      created_at: now,
      updated_at: now,
      ...row,
    }
  })
  const ids: number[] = []
  for (let at = 0; at < values.length; at += 2000)
    ids.push(
      ...(
        await world.db
          .insertInto('registrations')
          .values(values.slice(at, at + 2000))
          .returning('id')
          .execute()
      ).map(({ id }) => Number(id)),
    )
  return ids
}
const range = { eventid: 1, prefix: 'B', from: 1, to: 9999, width: 4, order: 'signup' } as const
const bibs = async () =>
  (
    await world.db
      .selectFrom('registrations')
      .select(['name', 'prefix_bib', 'bib', 'runnerzone'])
      .where('raceid', '=', RACE)
      .orderBy('id')
      .execute()
  ).map(({ name, prefix_bib, bib }) => `${name} ${prefix_bib ?? ''}${bib ?? '–'}`)

describe('bibGenerate', () => {
  test('refuses a caller without the right, unknown events, broken and overlapping ranges, and too few numbers', async () => {
    const cashier = await staffSession(world, [{ raceid: RACE, role: 'cashier' }])
    const ask = (ranges: (typeof range)[] | object[], as = registrar, more = {}) =>
      world.call(bibGenerate, { raceid: RACE, ranges: ranges as never, ...more }, as)
    expect(await world.call(bibGenerate, { raceid: RACE, ranges: [range] })).toMatchObject({ code: '401' })
    expect(await ask([range], cashier)).toMatchObject({ code: '403' })
    expect(await ask([{ ...range, eventid: 9 }])).toMatchObject({ code: '404', refusal: 'event_not_found' })
    expect(await ask([{ ...range, from: 10, to: 9 }])).toMatchObject({ code: '422', refusal: 'bib_range_wrong' })
    expect(await ask([range, { ...range, eventid: 2, from: 9000, to: 12_000 }])).toMatchObject({
      code: '422',
      refusal: 'bib_ranges_overlap',
    })
    expect(await ask([{ ...range, prefix: 'B 1' }])).toMatchObject({ code: '422' })
    await enter([{}, {}, {}])
    expect(await ask([{ ...range, to: 2 }], registrar, { dry: true })).toMatchObject({
      code: '200',
      data: { events: [{ given: 2, short: 1 }] },
    })
    expect(await ask([{ ...range, to: 2 }], registrar, { dry: false })).toMatchObject({
      code: '409',
      refusal: 'bibs_too_few',
      msg: '号码不够：还差 1 个',
    })
    expect(await bibs()).toEqual(expect.not.arrayContaining([expect.stringContaining('B')]))
  })
  test('only paid and registered runners get a number; a preview writes nothing; a runner with a number keeps it', async () => {
    await enter([
      { name: '甲' },
      { name: '乙', pay_at: null },
      { name: '丙', state: 'draw' },
      { name: '丁', refundid: 7 },
      { name: '戊', bib: '0002', prefix_bib: 'B' },
      { name: '己' },
    ])
    const preview = await world.ask(bibGenerate, { raceid: RACE, ranges: [range] }, registrar)
    expect(preview).toMatchObject({
      given: 2,
      events: [{ kept: 1, given: 2, first: 'B0001', last: 'B0003' }],
      sample: [
        { bib: 'B0001', name: '甲' },
        { bib: 'B0003', name: '己' },
      ],
    })
    expect((await bibs()).filter((one) => one.includes('B'))).toEqual(['戊 B0002'])
    await world.ask(bibGenerate, { raceid: RACE, ranges: [range], dry: false }, registrar)
    expect(await bibs()).toEqual(['甲 B0001', '乙 –', '丙 –', '丁 –', '戊 B0002', '己 B0003'])
    expect(await world.ask(bibGenerate, { raceid: RACE, ranges: [range], dry: false }, registrar)).toMatchObject({
      given: 0,
      events: [{ kept: 3 }],
    })
  })
  test('by name and by time; numbers with a 4 or 13 and reserved numbers are left out', async () => {
    await enter([
      { name: '周', qualifying: '{"seconds": 7000}' },
      { name: '安' },
      { name: '李', qualifying: '{"seconds": 5000}' },
    ])
    const preview = async (order: 'name' | 'time', more = {}) =>
      (
        await world.ask(bibGenerate, { raceid: RACE, ranges: [{ ...range, from: 3, order }], ...more }, registrar)
      ).sample.map(({ bib, name }) => `${bib}${name}`)
    expect(await preview('name', { avoid: ['4'], reserved: '5-6, 8' })).toEqual(['B0003安', 'B0007李', 'B0009周'])
    expect(await preview('time')).toEqual(['B0003李', 'B0004周', 'B0005安'])
  })
  test('two simultaneous organisers give nobody two numbers and no number twice', async () => {
    await enter(Array.from({ length: 60 }, () => ({})))
    const both = await Promise.all(
      [range, { ...range, prefix: 'C' }].map((one) =>
        world.call(bibGenerate, { raceid: RACE, ranges: [one], dry: false }, registrar),
      ),
    )
    expect(both.map((one) => (one.data as { given: number }).given).sort((a, b) => a - b)).toEqual([0, 60])
    expect(new Set(await bibs()).size).toBe(60)
  })
  test('ten thousand runners are numbered in one call', async () => {
    await enter(Array.from({ length: 10_000 }, () => ({ eventid: 1 })))
    const { given } = await world.ask(
      bibGenerate,
      { raceid: RACE, ranges: [{ ...range, to: 99_999, width: 5 }], dry: false },
      registrar,
    )
    expect(given).toBe(10_000)
    expect(new Set(await bibs()).size).toBe(10_000)
  })
})

describe('bibAlloc', () => {
  test('refuses taken numbers, unpaid and unknown registrations', async () => {
    const [one, two, unpaid] = await enter([{ bib: '7' }, {}, { pay_at: null }])
    expect(await world.call(bibAlloc, { raceid: RACE, id: 999_999, bib: '1' }, registrar)).toMatchObject({
      code: '404',
      refusal: 'registration_not_found',
    })
    expect(await world.call(bibAlloc, { raceid: RACE, id: unpaid!, bib: '1' }, registrar)).toMatchObject({
      code: '409',
      refusal: 'bib_not_due',
    })
    expect(await world.call(bibAlloc, { raceid: RACE, id: two!, bib: '7' }, registrar)).toMatchObject({
      code: '409',
      refusal: 'bib_taken',
      msg: '参赛号 7 已经有人用了',
    })
    expect(await world.call(bibAlloc, { raceid: RACE, id: two!, from: 7, to: 7 }, registrar)).toMatchObject({
      code: '409',
      refusal: 'bibs_too_few',
    })
    expect(await world.ask(bibAlloc, { raceid: RACE, id: one!, bib: '7' }, registrar)).toMatchObject({ bib: '7' })
  })
  test('gives a certain number, the next free number, and removes a number', async () => {
    const [one, two] = await enter([{}, {}])
    expect(await world.ask(bibAlloc, { raceid: RACE, id: one!, prefix: 'A', bib: '0001' }, registrar)).toEqual({
      id: one,
      bib: '0001',
      prefix_bib: 'A',
    })
    expect(await world.ask(bibAlloc, { raceid: RACE, id: two!, prefix: 'A', from: 1 }, registrar)).toMatchObject({
      bib: '1',
    })
    expect(await world.ask(bibAlloc, { raceid: RACE, id: one!, clear: true }, registrar)).toEqual({
      id: one,
      bib: null,
      prefix_bib: null,
    })
  })
  test('if many runners want one number, one gets it', async () => {
    const ids = await enter(Array.from({ length: 8 }, () => ({})))
    const all = await Promise.all(ids.map((id) => world.call(bibAlloc, { raceid: RACE, id, bib: '8' }, registrar)))
    expect(all.filter(({ code }) => code === '200')).toHaveLength(1)
    await expect(
      world.db.updateTable('registrations').set({ bib: '8' }).where('raceid', '=', RACE).execute(),
      'the database would not take it either',
    ).rejects.toThrow(/one_bib_once/)
  })
})

describe('consoleBibsZones', () => {
  test('refuses an unknown event', async () => {
    expect(await world.call(consoleBibsZones, { raceid: RACE, eventid: 9 }, registrar)).toMatchObject({ code: '404' })
    await openEvent(world, { id: 3, name: '健康跑', names: {}, type: 'other' })
    expect(await world.call(consoleBibsZones, { raceid: RACE, eventid: 3 }, registrar)).toMatchObject({
      code: '409',
      refusal: 'zones_missing',
    })
  })
  test('the fastest runners get the best zone with places, counted exactly; the fun run gets zone F', async () => {
    const now = world.clock.now()
    await world.db
      .insertInto('counters')
      .values({ raceid: RACE, kind: 'zone', eventid: 1, name: 'A', most: 1, taken: 0, updated_at: now })
      .execute()
    await enter([
      { qualifying: '{"seconds": 5300}', name: '快' },
      { qualifying: '{"seconds": 5000}', name: '最快' },
      { name: '慢' },
      { eventid: 2, name: '乐' },
    ])
    expect(await world.ask(consoleBibsZones, { raceid: RACE, eventid: 1 }, registrar)).toEqual({
      zones: [
        { name: 'A', count: 1, most: 1 },
        { name: 'B', count: 1, most: null },
        { name: 'C', count: 1, most: null },
      ],
      placed: 3,
      without: 0,
    })
    await world.ask(consoleBibsZones, { raceid: RACE, eventid: 1, dry: false }, registrar)
    await world.ask(consoleBibsZones, { raceid: RACE, eventid: 2, dry: false }, registrar)
    const zones = (
      await world.db
        .selectFrom('registrations')
        .select(['name', 'runnerzone'])
        .where('raceid', '=', RACE)
        .orderBy('id')
        .execute()
    ).map(({ name, runnerzone }) => `${name} ${runnerzone}`)
    expect(zones).toEqual(['快 B', '最快 A', '慢 C', '乐 F'])
    expect(
      await world.db
        .selectFrom('counters')
        .select('taken')
        .where('raceid', '=', RACE)
        .where('name', '=', 'A')
        .executeTakeFirst(),
    ).toEqual({ taken: 1 })
    expect(
      await world.ask(consoleBibsZones, { raceid: RACE, eventid: 1, anew: true, dry: false }, registrar),
    ).toMatchObject({ placed: 0, without: 0 })
  })
})

test('consoleBibsList finds by number and name, and consoleBibsExport makes a file for the printer', async () => {
  await enter([{ name: '=周', bib: '12', prefix_bib: 'A' }, { name: '安' }])
  expect(await world.call(consoleBibsList, { raceid: RACE })).toMatchObject({ code: '401' })
  expect(await world.ask(consoleBibsList, { raceid: RACE, q: 'A12' }, registrar)).toMatchObject({
    items: [{ name: '=周' }],
    after: null,
    events: [{ eventid: 1, due: 2, given: 1, last: 'A12' }, { eventid: 2 }, { eventid: 3 }],
  })
  const first = await world.ask(consoleBibsList, { raceid: RACE, limit: 1 }, registrar)
  expect(
    (await world.ask(consoleBibsList, { raceid: RACE, limit: 1, after: first.after! }, registrar)).items.map(
      ({ name }) => name,
    ),
  ).toEqual(['安'])
  expect(await world.call(consoleBibsExport, { raceid: RACE })).toMatchObject({ code: '401' })
  // The export for the print shop lists the runners who have a bib. A later renumbering can then warn that these bibs
  // are printed.
  expect(await world.ask(consoleBibsExport, { raceid: RACE }, { ...registrar, lang: 'en' })).toEqual({
    filename: `bibs-${RACE}.csv`,
    csv: "\ufeffBib,Name,Event,Zone,Shirt size\r\nA12,'=周,Half marathon,,\r\n",
    rows: 1,
  })
  expect(await world.db.selectFrom('bib_prints').select('rows').where('raceid', '=', RACE).execute()).toEqual([
    { rows: 1 },
  ])
})

test('a list finds a runner by name, if the name was stored in another form of the same characters', async () => {
  const [id] = await enter([{ name: '\u2f4a村 拓也' }])
  await world.parts.seal.prepare(raceScope(RACE))
  const cells = { name: '木村拓也' }
  const work = { ...world.parts, raceid: RACE } as never
  expect(listedRunnerOf(cells, await readListedRunners(world.db, work, [{ line: 2, cells }]))).toMatchObject({
    one: { id },
  })
})

test('reserved numbers and zones without places', () => {
  expect(readReserved('1-20, 88，100')).toEqual([
    [1, 20],
    [88, 88],
    [100, 100],
  ])
  const one = {
    id: 1,
    eventid: 1,
    name: 'x',
    gender: null,
    zone: null,
    seconds: null,
    created_at: new Date(0),
    bib: null,
    prefix_bib: null,
  }
  expect(placeInZones([one], () => ['A'], new Map([['A', 0]])).get(1)).toBeNull()
  expect(numberBibs([range], [one], { avoid: [], reserved: [], taken: new Set(['B0001']) })[0]!.given).toEqual([
    { id: 1, prefix: 'B', bib: '0002' },
  ])
})

test('a window of a desk belongs to a bib: it ends when the bib changes or goes', async () => {
  const [id] = await enter([{ bib: '301' }])
  const assign = () =>
    world.db.updateTable('registrations').set({ window: '三号台' }).where('raceid', '=', RACE).execute()
  const windows = async () =>
    (await world.db.selectFrom('registrations').select('window').where('raceid', '=', RACE).execute()).map(
      ({ window }) => window,
    )
  const changes = [
    [{ bib: '301' }, '三号台'],
    [{ bib: '302' }, null],
    [{ clear: true }, null],
  ] as const
  for (const [change, window] of changes) {
    await assign()
    await world.ask(bibAlloc, { raceid: RACE, id: id!, ...change }, registrar)
    expect(await windows()).toEqual([window])
  }
})
