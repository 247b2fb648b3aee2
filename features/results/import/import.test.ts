import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyFrom } from '#contract/scalars.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { type World, makeWorld } from '#test/world.ts'
import { importResults } from '../service.ts'
import type { ImportOrder } from './import.service.ts'
import { upsertTaken } from '../submissions/submissions.store.ts'
import { withPlaces } from '../ranking/placing.service.ts'
import type { Outcome } from '../rules.ts'
import { findStandingsVersion } from '../ranking/standings.store.ts'
import { nextIds } from '../store.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  const { db } = world
  await db.insertInto('races').values({ id: 7, name: '测试马拉松', time: world.clock.now() }).execute()
  await db
    .insertInto('events')
    .values([
      { raceid: 7, id: 1, name: '全程', type: 'full', distance_cm: 4_219_500, places: 100 },
      {
        raceid: 7,
        id: 2,
        name: '半程',
        type: 'half',
        distance_cm: 2_109_750,
        places: 100,
        ranking: JSON.stringify({ basis: 'net' }),
      },
      { raceid: 7, id: 3, name: '十公里', type: '10km', distance_cm: 1_000_000, places: 100 },
    ])
    .execute()
})
afterAll(() => world.close())

const run = (text: string, more: Partial<ImportOrder> = {}) =>
  importResults(
    { db: world.db, seal: world.parts.seal },
    { raceid: 7, eventid: 1, filename: 'r.csv', bytes: Buffer.from(text), now: world.clock.now(), ...more },
  )
const taken = async (text: string, more: Partial<ImportOrder> = {}) => {
  const outcome = await run(text, more)
  if ('refused' in outcome) throw new Error(outcome.refused)
  return outcome.report
}
const stored = (eventid = 1) =>
  world.db
    .selectFrom('results')
    .selectAll()
    .where('raceid', '=', 7)
    .where('eventid', '=', eventid)
    .orderBy('bib')
    .execute()
const placed = async (eventid = 1) => {
  const version = await findStandingsVersion(world.db, 7, eventid)
  return withPlaces(
    world.db,
    (await stored(eventid)).map((row) => ({
      ...row,
      outcome: row.outcome as Outcome,
      standing_version: version ?? null,
    })),
  )
}

test("a file that can't be taken is refused whole, with what it lacks", async () => {
  expect(await run('bib,time\n', {})).toEqual({ refused: 'file_empty' })
  expect(await run('bib,time\n1,3:00:00\n', { eventid: 9 })).toEqual({ refused: 'event_not_found' })
  expect(await run('name,time\nA,3:00:00\n')).toEqual({ refused: 'no_bib_column', names: ['name', 'time'] })
  expect(await run('bib,name\n1,A\n')).toEqual({ refused: 'no_time_column', names: ['bib', 'name'] })
  expect(await run('bib,time\n1,3:00:00\n', { mapping: { speed: 'bib', net: 'Chip' } })).toEqual({
    refused: 'mapping_unknown',
    names: ['speed', 'Chip'],
  })
  expect(await stored()).toEqual([])
})

const file =
  'Bib,Name,Sex,Age,Gun Time,Net Time,5K,Half,Overall\n11,Ann,F,41,3:10:00,3:09:30,21:00,1:31:00,2\n12,Bob,M,38,3:05:00,3:04:00,20:00,1:30:00,1\n13,Cat,F,30,DNF,,22:00,,\n'

test('a dry run says the same and writes nothing', async () => {
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
    (await placed()).map(({ bib, place, gun_overall, gun_gender, net_overall, agegroup, outcome, splits }) => ({
      bib,
      place,
      gun_overall,
      gun_gender,
      net_overall,
      agegroup,
      outcome,
      splits,
    })),
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

test("a corrected file moves what follows from it and keeps ids, keys and the runner's wishes", async () => {
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
  expect((await placed()).map(({ place, hide_name }) => [place, hide_name])).toEqual([
    [1, false],
    [2, true],
    [null, false],
  ])
})

test('a second file adds to the first, and only a replacing one removes', async () => {
  const extra = 'Bib,Name,Sex,Age,Gun Time,Net Time,5K,Half\n14,Dan,M,50,3:00:00,2:59:00,19:00,1:29:00\n'
  expect((await taken(extra)).counts).toMatchObject({ added: 1, moved: 2, absent: 3 })
  expect((await placed()).map(({ place }) => place)).toEqual([2, 3, null, 1])
  expect(await run('Bib,Gun Time,10K\n15,3:00:00,40:00\n')).toEqual({ refused: 'points_differ', names: ['10'] })
  expect((await taken(extra, { replace: true })).counts).toMatchObject({ unchanged: 1, removed: 3, moved: 0 })
  expect(await stored()).toHaveLength(1)
  expect(
    await world.db.selectFrom('ids').select('id').where('kind', '=', 'score').where('raceid', '=', 7).execute(),
  ).toHaveLength(1)
})

test('nothing stays of an import that fails on its way', async () => {
  const { db } = world
  await expect(
    taken('bib,name,time\n1,A,3:00:00\n', {
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

test('more rows than are read at once: each is found again, and the event beside it is left alone', async () => {
  const rows = `bib,gun\n${Array.from({ length: 2001 }, (_, n) => `${n + 1},${3 + Math.floor(n / 3600)}:${String(Math.floor(n / 60) % 60).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`).join('\n')}\n`
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
  expect((await placed(eventid)).filter(({ place }) => place === 1).map(({ bib }) => bib)).toEqual(['2001'])
  expect((await taken('bib,gun\n1,2:00:00\n', { eventid, replace: true })).counts).toMatchObject({ removed: 2000 })
  expect(await stored()).toEqual(before)
})

test('two imports of one event at once: one after the other, nothing twice', async () => {
  const text = `bib,time\n${Array.from({ length: 300 }, (_, n) => `${n + 1},1:${String(30 + (n % 29)).padStart(2, '0')}:00`).join('\n')}\n`
  const both = await Promise.all([taken(text, { eventid: 3 }), taken(text, { eventid: 3 })])
  expect(both.map(({ counts }) => counts.added).sort()).toEqual([0, 300])
  expect(await stored(3)).toHaveLength(300)
})

test('results find their registrations by document, then by bib, and say where the name differs', async () => {
  const { db, parts } = world
  await parts.seal.prepare(raceScope(7))
  const { uid } = await db
    .insertInto('accounts')
    .values({ created_at: world.clock.now(), updated_at: world.clock.now() })
    .returning('uid')
    .executeTakeFirstOrThrow()
  const register = (n: number, name: string, bib: string | null, number: string) =>
    db
      .insertInto('registrations')
      .values({
        raceid: 7,
        _key: `7-${String(n).repeat(22)}`,
        eventid: 2,
        uid,
        state: 'normal',
        name,
        gender: 'female',
        idtype: 'passport',
        idnum: Buffer.of(n),
        idnum_mask: '*',
        idnum_ix: parts.seal.blind(raceScope(7), 'idnum', number),
        document_ix: Buffer.of(n),
        age_on_race_day: 33,
        bib,
        created_at: world.clock.now(),
        updated_at: world.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const first = await register(1, '王芳', 'A1', 'E11111111')
  const second = await register(2, '李娜', null, 'E22222222')
  const { counts, problems } = await taken(
    '号码,姓名,净成绩,证件号\nA1,王 芳,1:40:00,\nB2,,1:50:00,e22222222\nA9,无名,1:55:00,\n',
    { eventid: 2 },
  )
  expect(counts).toMatchObject({ added: 3, matched: 2 })
  expect(problems.map(({ line, word }) => [line, word])).toEqual([[4, 'unknown_bib']])
  expect(
    (await placed(2)).map(({ bib, registrationid, name, gender, age, agegroup, place }) => [
      bib,
      registrationid,
      name,
      gender,
      age,
      agegroup,
      place,
    ]),
  ).toEqual([
    ['A1', first.id, '王 芳', 'F', 33, '18-34', 1],
    ['A9', null, '无名', null, null, null, 3],
    ['B2', second.id, '李娜', 'F', 33, '18-34', 2],
  ])
  const { problems: wrongName } = await taken('号码,姓名,净成绩\nA1,张三,1:40:00\n', { eventid: 2 })
  expect(wrongName.map(({ word }) => word)).toEqual(['name_differs'])
})

test('what a runner handed in and staff took outlasts a replacing file, unless the file names its bib or its registration', async () => {
  const { db } = world
  const now = world.clock.now()
  const { last } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.max('id').as('last'))
    .where('raceid', '=', 7)
    .executeTakeFirstOrThrow()
  const eventid = last + 1
  await db
    .insertInto('events')
    .values({ raceid: 7, id: eventid, name: '越野', type: '10km', distance_cm: 1_000_000, places: 100 })
    .execute()
  const { uid } = await db
    .insertInto('accounts')
    .values({ created_at: now, updated_at: now })
    .returning('uid')
    .executeTakeFirstOrThrow()
  const register = async (n: number, bib: string | null) =>
    (
      await db
        .insertInto('registrations')
        .values({
          raceid: 7,
          _key: keyFrom(7, randomBytes(22)),
          eventid,
          uid,
          state: 'normal',
          name: `选手${n}`,
          idtype: 'passport',
          idnum: Buffer.of(n),
          idnum_mask: '*',
          idnum_ix: Buffer.of(eventid, n),
          document_ix: Buffer.of(eventid, n),
          bib,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  // The second's bib was given after the result was taken; the fourth and the fifth were not finished in the file
  // before.
  const [h1, h2, h4, h5] = [1, 2, 4, 5].map((n) => `H${n}E${eventid}`) as [string, string, string, string]
  const ids = [
    await register(1, h1),
    await register(2, h2),
    await register(3, null),
    await register(4, h4),
    await register(5, h5),
  ]
  const started = `bib,gun,5K\nA1,50:00,25:00\nA2,55:00,27:00\n${h4},DNS,\n${h5},DNF,26:00\n`
  await taken(started, { eventid, publish: true })
  const bibs = [h1, `R${ids[1]!}`, `R${ids[2]!}`, h4, h5]
  const keys = new Map<string, string>()
  for (const [at, bib] of bibs.entries()) {
    await db.transaction().execute(async (tx) =>
      upsertTaken(tx, {
        raceid: 7,
        eventid,
        id: (await nextIds(tx, 1))[0]!,
        _key: keyFrom(7, randomBytes(22)),
        bib,
        registrationid: ids[at]!,
        name: `选手${at + 1}`,
        gender: null,
        age: null,
        age_in_year: null,
        agegroup: null,
        ms: 3_600_000 + at * 60_000,
        now,
      }),
    )
  }
  for (const row of await stored(eventid)) keys.set(row.bib, row._key)
  const standing = async () =>
    (await placed(eventid)).map(({ bib, place, outcome, handed_in, splits }) => [
      bib,
      place,
      outcome,
      handed_in,
      splits,
    ])
  const text = `bib,gun,5K\nA1,50:00,25:00\n${h1},58:00,29:00\n${h2},59:00,29:30\n${h4},DNS,\n`
  const preview = await taken(text, { eventid, replace: true, dry: true })
  expect(preview.counts).toMatchObject({
    added: 0,
    changed: 2,
    absent: 2,
    removed: 1,
    handed_kept: 3,
    handed_replaced: 2,
  })
  expect((await taken(text, { eventid, replace: true })).counts).toEqual(preview.counts)
  expect(await standing()).toEqual([
    ['A1', 1, 'finished', false, [1_500_000]],
    [h1, 2, 'finished', false, [1_740_000]],
    [h2, 3, 'finished', false, [1_770_000]],
    [h4, 5, 'finished', true, [null]],
    [h5, 6, 'finished', true, [1_560_000]],
    [bibs[2], 4, 'finished', true, []],
  ])
  const after = new Map((await stored(eventid)).map(({ bib, _key }) => [bib, _key]))
  expect([after.get(h1), after.get(h2)], "a runner's link stays").toEqual([keys.get(h1), keys.get(bibs[1]!)])
  const other = `bib,gun,3K,7K\nA1,50:00,15:00,35:00\n${h4},1:05:00,18:00,40:00\n`
  expect((await taken(other, { eventid, replace: true })).counts, 'with other checkpoints too').toMatchObject({
    changed: 2,
    removed: 2,
    absent: 2,
    handed_kept: 2,
    handed_replaced: 1,
  })
  expect(await standing()).toEqual([
    ['A1', 1, 'finished', false, [900_000, 2_100_000]],
    [h4, 4, 'finished', false, [1_080_000, 2_400_000]],
    [h5, 3, 'finished', true, []],
    [bibs[2], 2, 'finished', true, []],
  ])
})
