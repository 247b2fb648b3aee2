import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey } from '#db/random.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { upsertTaken } from '../submissions/submissions.store.ts'
import { nextIds } from '../store.ts'
import { world, openImport, taken, stored, rankedResults } from '#test/scenes/importedRace.ts'

beforeAll(openImport)
afterAll(() => world.close())

test('results find their registrations by document, then by bib, and report a different name', async () => {
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
    (await rankedResults(2)).map(({ bib, registrationid, name, gender, age, agegroup, rank: place }) => [
      bib,
      registrationid,
      name,
      gender,
      age,
      agegroup,
      place,
    ]),
  ).toEqual([
    ['A1', first.id, '王芳', 'F', 33, '18-34', 1],
    ['A9', null, '无名', null, null, null, 3],
    ['B2', second.id, '李娜', 'F', 33, '18-34', 2],
  ])
  const { problems: wrongName } = await taken('号码,姓名,净成绩\nA1,张三,1:40:00\n', { eventid: 2 })
  expect(wrongName.map(({ word }) => word)).toEqual(['name_differs'])
})

test('an accepted submission survives a replacing file, unless the file names its bib or its registration', async () => {
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
          _key: newKey(7),
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
  // The second runner got the bib after the result was accepted. In the earlier file the fourth and fifth runner had
  // not finished.
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
        _key: newKey(7),
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
    (await rankedResults(eventid)).map(({ bib, rank: place, outcome, handed_in, splits }) => [
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
