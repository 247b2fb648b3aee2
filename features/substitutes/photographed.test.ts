import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAlbum } from '#features/photos/service.ts'
import { importResults } from '#features/results/service.ts'
import { consoleOverviewShow } from '#features/overview/contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleSubstitutesDecide,
  consoleSubstitutesList,
  consoleSubstitutesLook,
  consoleSubstitutesPhotos,
  consoleSubstitutesReport,
} from './contract.ts'
import { jobs } from './jobs.ts'

let world: World
let timer: { token: string }
const gun = new Date('2026-03-01T00:00:00Z')
/** Twelve men and twelve women, ten seconds apart. */
const runners = Array.from({ length: 24 }, (_, n) => ({
  bib: String(101 + n),
  sex: n % 2 === 0 ? 'M' : 'F',
  split: 1_200 + n * 10,
}))
const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19)
const file = ['bib,name,sex,gun,net,5K']
  .concat(
    runners.map(
      ({ bib, sex, split }, n) =>
        `${bib},选手${n},${sex},${clock(4_000 + n * 20)},${clock(4_000 + n * 20)},${clock(split)}`,
    ),
  )
  .join('\n')

let shot = 0
/** Writes a visible photo of a bib, taken this many seconds after the gun. */
const photo = async (albumid: number, bib: string, seconds: number) => {
  const sha256 = createHash('sha256').update(String(++shot)).digest()
  const now = world.clock.now()
  const { id } = await world.db
    .insertInto('photos')
    .values({
      raceid: RACE,
      albumid,
      sha256,
      filename: `${shot}.jpg`,
      state: 'ready',
      hash: sha256.toString('hex').slice(0, 32),
      ext: 'jpg',
      width: 40,
      height: 30,
      bytes: 100,
      taken_at: new Date(gun.getTime() + seconds * 1000),
      created_at: now,
      ready_at: now,
      incoming: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('photo_bibs')
    .values({ raceid: RACE, bib, photoid: id, source: 'hand', created_at: now })
    .execute()
}

beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, { start_at: gun })
  await importResults(world.parts, {
    raceid: RACE,
    eventid: 1,
    filename: 'r.csv',
    bytes: Buffer.from(file),
    publish: true,
    now: world.clock.now(),
  })
  const album = (published_at: Date | null) =>
    world.db.transaction().execute((tx) =>
      makeAlbum(
        tx,
        RACE,
        {
          name: '5 公里',
          names: {},
          photographer: '',
          position: 1,
          names_bibs: 'none',
          point: '5',
          clock_offset_ms: 0,
          published_at,
        },
        world.clock.now(),
      ),
    )
  const [shown, hidden] = [await album(world.clock.now()), await album(null)]
  // The camera's clock is a minute fast. The two photos of 103 show the bib ten minutes before its chip.
  for (const { bib, split } of runners.slice(0, 22)) if (bib !== '103') await photo(shown.id, bib, split + 60)
  await photo(shown.id, '103', 1_220 + 60 - 600)
  await photo(shown.id, '103', 1_220 + 60 - 603)
  await photo(hidden.id, '124', 1_000)
  timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
})
afterAll(() => world?.close())

const list = async (state: 'open' | 'dismissed' | 'substitute' = 'open') =>
  (await world.ask(consoleSubstitutesList, { raceid: RACE, state }, timer)).items
const report = (change: object, as = timer) =>
  world.call(
    consoleSubstitutesReport,
    { raceid: RACE, eventid: 1, bib: '102', kind: 'gender', note: '照片中是男选手', ...change } as never,
    as,
  )

test('only staff with the right see the photos and report, and only for finishers', async () => {
  const editor = await staffSession(world, [{ raceid: RACE, role: 'editor' }])
  const wall = { raceid: RACE, eventid: 1, gender: 'F' as const }
  expect(await world.call(consoleSubstitutesPhotos, wall, editor)).toMatchObject({ code: '403' })
  expect(await report({}, editor)).toMatchObject({ code: '403' })
  expect(await report({ note: ' ' })).toMatchObject({ code: '422' })
  expect(await report({ kind: 'pace' })).toMatchObject({ code: '422' })
  expect(await report({ bib: '999' })).toMatchObject({ refusal: 'result_not_found' })
  expect(await report({ eventid: 2 })).toMatchObject({ refusal: 'result_not_found' })
  expect(await list()).toEqual([])
})

test('the finishers of a gender come with their public photos, the fastest first, page by page', async () => {
  const wall = (given: object) =>
    world.ask(consoleSubstitutesPhotos, { raceid: RACE, eventid: 1, gender: 'F', ...given } as never, timer)
  const first = await wall({ limit: 6 })
  expect(first.items.map(({ bib }) => bib)).toEqual(['102', '104', '106', '108', '110', '112'])
  expect(first.items[0]).toMatchObject({ gender: 'F', photos: [expect.stringMatching(/^\/shots\//)] })
  const rest = await wall({ limit: 100, after: first.after })
  expect(
    rest.items.map(({ bib }) => bib),
    '124 has only a photo that is not public',
  ).toEqual(['114', '116', '118', '120', '122'])
  expect(rest.after).toBeNull()
  expect((await wall({ eventid: 7 })).items).toEqual([])
})

test('photos at another time than the chip are a case, by the clock of the camera', async () => {
  expect(await world.ask(consoleSubstitutesLook, { raceid: RACE }, timer)).toMatchObject({
    looked: 24,
    found: 1,
    fresh: 1,
  })
  const [only] = await list()
  expect(only).toMatchObject({ kind: 'photo', point: '5', shots: 2, late: -600_000, runners: [{ bib: '103' }] })
  expect(only!.runners[0]!.photos).toHaveLength(2)
  expect(await world.ask(consoleSubstitutesLook, { raceid: RACE }, timer), 'twice without harm').toMatchObject({
    fresh: 0,
  })
})

test('photos prove nothing about a bib that another event uses, even if the other runner did not finish', async () => {
  await openEvent(world, { id: 2, start_at: gun })
  const other = { raceid: RACE, bib: '103', eventid: 2, name: '周留留', age: 30 }
  await world.db.insertInto('timing_runners').values(other).execute()
  expect(await world.ask(consoleSubstitutesLook, { raceid: RACE }, timer), 'on a start list').toMatchObject({
    found: 0,
  })
  await world.db.deleteFrom('timing_runners').where('raceid', '=', RACE).where('bib', '=', '103').execute()
  await importResults(world.parts, {
    raceid: RACE,
    eventid: 2,
    filename: 'other.csv',
    bytes: Buffer.from('bib,name,sex,gun,net,status\n103,周留留,M,,,DNF\n203,周走走,M,01:00:00,01:00:00,\n'),
    publish: true,
    now: world.clock.now(),
  })
  expect(await world.ask(consoleSubstitutesLook, { raceid: RACE }, timer), 'in the results').toMatchObject({ found: 0 })
  await world.db.deleteFrom('results').where('raceid', '=', RACE).where('eventid', '=', 2).execute()
  expect(await world.ask(consoleSubstitutesLook, { raceid: RACE }, timer)).toMatchObject({ found: 1 })
})

test('a report comes before what rules found, stays when they run again, and is decided like any case', async () => {
  expect(await report({})).toMatchObject({ code: '200', data: { kind: 'gender', note: '照片中是男选手' } })
  expect(await report({ note: '再报一次' })).toMatchObject({ refusal: 'suspicion_there' })
  expect(await report({ kind: 'person', note: '不是本人' })).toMatchObject({ code: '200' })
  await world.db.updateTable('photos').set({ state: 'hidden' }).where('raceid', '=', RACE).execute()
  await world.ask(consoleSubstitutesLook, { raceid: RACE }, timer)
  const cases = await list()
  expect(
    cases.map(({ kind }) => kind),
    'the case of the photos is gone with them',
  ).toEqual(['gender', 'person'])
  const { items, after } = await world.ask(consoleSubstitutesList, { raceid: RACE, limit: 1 }, timer)
  expect(items).toMatchObject([{ kind: 'gender' }])
  expect(
    (await world.ask(consoleSubstitutesList, { raceid: RACE, limit: 1, after: after! }, timer)).items,
  ).toMatchObject([{ kind: 'person' }])
  const decided = { raceid: RACE, id: cases[0]!.id, state: 'substitute' as const, reason: '女号男跑', bibs: ['102'] }
  expect(await world.ask(consoleSubstitutesDecide, decided, timer)).toMatchObject({ state: 'substitute' })
  expect(await world.call(consoleSubstitutesDecide, decided, timer)).toMatchObject({ refusal: 'suspicion_decided' })
  const { outcome } = await world.db
    .selectFrom('results')
    .select('outcome')
    .where('raceid', '=', RACE)
    .where('bib', '=', '102')
    .executeTakeFirstOrThrow()
  expect(outcome).toBe('dsq')
  expect(await list('substitute')).toMatchObject([{ kind: 'gender', reason: '女号男跑' }])
  expect(await report({})).toMatchObject({ refusal: 'result_not_found' })
})

test('the list of cases ends with the weakest cases, not with the latest', async () => {
  const before = await list()
  await sql`insert into suspicions (raceid, eventid, kind, bib, other_bib, evidence, found_at)
    select ${RACE}, 1, 'pace', 'w' || n, '', jsonb_build_object('ratio', case n when 5001 then 0.3 else 0.9 end),
      ${world.clock.now()} from generate_series(1, 5001) n order by n`.execute(world.db)
  await report({ bib: '116' })
  const found = await list()
  expect(found.slice(0, 2).flatMap(({ runners }) => runners.map(({ bib }) => bib))).toContain('116')
  expect(found.filter(({ kind }) => kind === 'pace')[0]!.runners[0]!.bib).toBe('w5001')
  await sql`delete from suspicions where bib like 'w%'`.execute(world.db)
  await sql`delete from sightings where bib = '116'`.execute(world.db)
  expect(await list()).toEqual(before)
})

test('the overview counts reports, and they are erased with the other cases', async () => {
  expect(await world.ask(consoleOverviewShow, { raceid: RACE }, timer)).toMatchObject({ substitutes: 1 })
  await jobs[0]!.run({}, { ...world.parts, now: new Date('2027-12-01T00:00:00Z') })
  expect(await world.db.selectFrom('sightings').select('id').execute()).toEqual([])
})
