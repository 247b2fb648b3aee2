import { afterAll, beforeAll, expect, test } from 'vitest'
import { hoursText } from '#contract/written.ts'
import { world, openImport, run, taken, stored, rankedResults } from '#test/scenes/importedRace.ts'

beforeAll(openImport)
afterAll(() => world.close())

test('an unusable file is refused whole, with the missing parts', async () => {
  expect(await run('bib,time\n', {})).toEqual({ refused: 'file_empty' })
  expect(await run('bib,time\n1,3:00:00\n', { eventid: 9 })).toEqual({ refused: 'event_not_found' })
  expect(await run('name,time\nA,3:00:00\n')).toMatchObject({
    refused: 'no_bib_column',
    names: ['name', 'time'],
    listed: [{ column: 'name', title: 'name', sample: 'A' }, { column: 'time' }],
  })
  expect(await run('bib,name\n1,A\n')).toMatchObject({ refused: 'no_time_column', names: ['bib', 'name'] })
  expect(await run('bib,time\n1,3:00:00\n', { mapping: { speed: 'bib', net: 'Chip' } })).toEqual({
    refused: 'mapping_unknown',
    names: ['speed', 'Chip'],
  })
  expect(await stored()).toEqual([])
})

test('for a file of several events the page asks, and only the named rows are imported', async () => {
  const both = 'bib,time,Race\n1,3:05:00,Marathon\n2,1:31:00,Half Marathon\n3,1:35:00,Half Marathon\n'
  expect(await run(both, { eventid: 2 })).toEqual({
    refused: 'several_events',
    names: ['Marathon', 'Half Marathon'],
    several: {
      column: 'Race',
      values: [
        { value: 'Marathon', rows: 1 },
        { value: 'Half Marathon', rows: 2 },
      ],
      likely: ['Half Marathon'],
    },
  })
  for (const [title, ...values] of [
    ['组别', '全程男子组', '十公里女子组'],
    ['项目', '全程', '健康跑'],
    ['Event', '10 Mile', '5K'],
  ])
    expect(await run(`bib,time,${title}\n1,3:05:00,${values[0]}\n2,3:31:00,${values[1]}\n`)).toMatchObject({
      refused: 'several_events',
    })
  for (const [title, ...values] of [
    ['组别', '男子A组', '女子B组'],
    ['Division', 'M30-34', 'F10-14'],
    ['Race', 'Marathon', 'Marathon'],
  ])
    expect(
      await run(`bib,time,${title}\n1,3:05:00,${values[0]}\n2,3:31:00,${values[1]}\n`, { dry: true }),
    ).toHaveProperty('report')
  const only = { column: 'Race', values: ['Half Marathon'] }
  expect(await taken(both, { eventid: 2, only, dry: true })).toMatchObject({
    counts: { rows: 2, added: 2 },
    unused_text: [],
  })
  expect((await taken(both, { only: { ...only, values: ['*'] }, dry: true })).counts.rows).toBe(3)
  // The points of the marathon are not points of the half marathon.
  const points = 'bib,time,Race,10K,30K\n1,3:05:00,Marathon,42:00,2:10:00\n2,1:31:00,Half Marathon,43:00,--\n'
  expect((await taken(points, { eventid: 2, only, dry: true })).points).toEqual(['10'])
  expect(await run(both, { only: { ...only, values: ['5K'] } })).toEqual({
    refused: 'only_unknown',
    names: ['Race', '5K'],
  })
})

const file =
  'Bib,Name,Sex,Age,Gun Time,Net Time,5K,Half,Overall\n11,Ann,F,41,3:10:00,3:09:30,21:00,1:31:00,2\n12,Bob,M,38,3:05:00,3:04:00,20:00,1:30:00,1\n13,Cat,F,30,DNF,,22:00,,\n'

test('a dry run reports the same and writes nothing', async () => {
  const { counts } = await taken(file, { dry: true })
  expect(counts).toMatchObject({ rows: 3, added: 3, finished: 2, dnf: 1 })
  expect(await stored()).toEqual([])
})

test('a file is imported with places, splits and ids, and the same file again changes nothing', async () => {
  const first = await taken(file)
  expect(first.counts).toMatchObject({ rows: 3, added: 3, changed: 0, unchanged: 0, refused: 0, doubtful: 0 })
  expect(first).toMatchObject({
    points: ['5', '半程'],
    basis: 'gun',
    unused: [],
    agreement: { overall: { given: 2, exact: 2 } },
  })
  const rows = await stored()
  expect(
    (await rankedResults()).map(
      ({ bib, rank: place, gun_overall, gun_gender, net_overall, agegroup, outcome, splits }) => ({
        bib,
        place,
        gun_overall,
        gun_gender,
        net_overall,
        agegroup,
        outcome,
        splits,
      }),
    ),
  ).toEqual([
    {
      bib: '11',
      place: 2,
      gun_overall: 2,
      gun_gender: 1,
      net_overall: 2,
      agegroup: '40-44',
      outcome: 'finished',
      splits: [1_260_000, 5_460_000],
    },
    {
      bib: '12',
      place: 1,
      gun_overall: 1,
      gun_gender: 1,
      net_overall: 1,
      agegroup: '35-39',
      outcome: 'finished',
      splits: [1_200_000, 5_400_000],
    },
    {
      bib: '13',
      place: null,
      gun_overall: null,
      gun_gender: null,
      net_overall: null,
      agegroup: '18-34',
      outcome: 'dnf',
      splits: [1_320_000, null],
    },
  ])
  expect(rows[0]!.id).toBeGreaterThan(1_000_000_000 - 1)
  expect(
    await world.db.selectFrom('ids').selectAll().where('kind', '=', 'score').where('raceid', '=', 7).execute(),
  ).toHaveLength(3)
  world.clock.advance(60_000)
  const again = await taken(file)
  expect(again.counts).toMatchObject({ added: 0, changed: 0, unchanged: 3, moved: 0 })
  expect(await stored()).toEqual(rows)
  expect(await world.db.selectFrom('result_imports').select('id').execute()).toHaveLength(1)
})

test("a corrected file changes the facts that follow from it and keeps ids, keys and the runner's wishes", async () => {
  const before = await stored()
  await world.db
    .updateTable('results')
    .set({ hide_name: true })
    .where('raceid', '=', 7)
    .where('bib', '=', '12')
    .execute()
  const { counts } = await taken(
    file.replace('3:05:00,3:04:00,20:00,1:30:00,1', '3:25:00,3:24:00,20:00,1:30:00,').replace(',2\n', ',\n'),
  )
  expect(counts).toMatchObject({ added: 0, changed: 2, unchanged: 1 })
  const after = await stored()
  expect(after.map(({ id, _key }) => [id, _key])).toEqual(before.map(({ id, _key }) => [id, _key]))
  expect((await rankedResults()).map(({ rank: place, hide_name }) => [place, hide_name])).toEqual([
    [1, false],
    [2, true],
    [null, false],
  ])
})

test('a second file adds to the first, and only a replacing file removes', async () => {
  const extra = 'Bib,Name,Sex,Age,Gun Time,Net Time,5K,Half\n14,Dan,M,50,3:00:00,2:59:00,19:00,1:29:00\n'
  expect((await taken(extra)).counts).toMatchObject({ added: 1, moved: 2, absent: 3 })
  expect((await rankedResults()).map(({ rank: place }) => place)).toEqual([2, 3, null, 1])
  expect(await run('Bib,Gun Time,10K\n15,3:00:00,40:00\n')).toEqual({ refused: 'points_differ', names: ['10'] })
  expect((await taken(extra, { replace: true })).counts).toMatchObject({ unchanged: 1, removed: 3, moved: 0 })
  expect(await stored()).toHaveLength(1)
  expect(
    await world.db.selectFrom('ids').select('id').where('kind', '=', 'score').where('raceid', '=', 7).execute(),
  ).toHaveLength(1)
})

test('an import that fails on its way leaves nothing', async () => {
  const { db } = world
  await expect(
    taken('bib,name,gun time\n1,A,3:00:00\n', {
      eventid: 2,
      onProgress: (step, done) => {
        if (step === 'write' && done > 0) throw new Error('lost')
      },
    }),
  ).rejects.toThrow('lost')
  expect(await stored(2)).toEqual([])
  expect(
    await db.selectFrom('ids').select('id').where('kind', '=', 'score').where('raceid', '=', 7).execute(),
  ).toHaveLength(1)
})

test('more rows than the server reads at once: each is found again, and the other event does not change', async () => {
  const rows = `bib,gun\n${Array.from({ length: 2001 }, (_, n) => `${n + 1},${hoursText(10_800 + n)}`).join('\n')}\n`
  const before = await stored()
  const { n } = await world.db
    .selectFrom('events')
    .select(({ fn }) => fn.max('id').as('n'))
    .where('raceid', '=', 7)
    .executeTakeFirstOrThrow()
  const eventid = n + 1
  await world.db
    .insertInto('events')
    .values({ raceid: 7, id: eventid, name: '半程', type: 'half', distance_cm: 2_109_750, places: 3000 })
    .execute()
  expect((await taken(rows, { eventid })).counts).toMatchObject({ added: 2001 })
  expect((await taken(rows, { eventid })).counts).toMatchObject({ added: 0, changed: 0, unchanged: 2001 })
  expect((await taken('bib,gun\n2001,2:00:00\n', { eventid })).counts).toMatchObject({ changed: 1, absent: 2000 })
  expect((await rankedResults(eventid)).filter(({ rank: place }) => place === 1).map(({ bib }) => bib)).toEqual([
    '2001',
  ])
  expect((await taken('bib,gun\n1,2:00:00\n', { eventid, replace: true })).counts).toMatchObject({ removed: 2000 })
  expect(await stored()).toEqual(before)
})

test('two simultaneous imports of one event run one after the other, and nothing is doubled', async () => {
  const text = `bib,time\n${Array.from({ length: 300 }, (_, n) => `${n + 1},1:${String(30 + (n % 29)).padStart(2, '0')}:00`).join('\n')}\n`
  const both = await Promise.all([taken(text, { eventid: 3 }), taken(text, { eventid: 3 })])
  expect(both.map(({ counts }) => counts.added).sort()).toEqual([0, 300])
  expect(await stored(3)).toHaveLength(300)
})
