import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { enterRunner, finishRace } from '#test/scenes/seriesRaces.ts'
import { unzipped } from '#test/storage/unzipped.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleSeriesFile,
  consoleSeriesList,
  consoleSeriesNumbers,
  consoleSeriesPlaces,
  consoleSeriesSave,
  consoleSeriesStandings,
  seriesList,
  seriesMine,
  seriesShow,
} from './contract.ts'
import { personal } from './personal.service.ts'

const RACES = [3301, 3302, 3303] as const
const TARGET = 3309
let world: World
let owner: { token: string }
let ann: Awaited<ReturnType<typeof runnerSession>>
let bea: Awaited<ReturnType<typeof runnerSession>>
let id: number
const series = (change: object = {}) => ({
  name: '海滨系列赛',
  names: { en: 'Coast series' },
  season: 2026,
  scoring: 'place',
  places: [100, 80, 60],
  best: 2,
  club_size: 2,
  published: true,
  events: RACES.map((raceid) => ({ raceid, eventid: 1 })),
  ...change,
})

beforeAll(async () => {
  world = await makeWorld({ now: '2026-11-01T00:00:00Z' })
  for (const [n, raceid] of [...RACES, TARGET].entries()) {
    await openRace(world, { id: raceid, name: `第${n + 1}站`, names: { en: `Race ${n + 1}` } })
    await openEvent(world, { raceid })
  }
  owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  ann = await runnerSession(world)
  bea = await runnerSession(world)
  for (const raceid of RACES) {
    await enterRunner(world, raceid, ann.uid, '安娜', '11')
    await enterRunner(world, raceid, bea.uid, '贝拉', '12')
  }
  await finishRace(world, 3301, [
    ['11', '安娜', '1:30:00'],
    ['12', '贝拉', '1:31:00'],
    ['13', '路人', '1:29:00'],
  ])
  await finishRace(world, 3302, [
    ['11', '安娜', '1:29:30'],
    ['12', '贝拉', '1:33:00'],
  ])
  id = (await world.ask(consoleSeriesSave, series() as never, owner)).id
})
afterAll(() => world?.close())
const ranks = async (gender = 'F') => {
  const { items } = await world.ask(seriesShow, { id, gender } as never)
  return items.map((one) => `${one.rank} ${one.name} ${one.points}`)
}

test('a series is described in the language of the reader, and staff see each text', async () => {
  const description = '三站取两站'
  const descriptions = { 'zh-tw': '三站取兩站', en: 'Best two of three' }
  await world.ask(consoleSeriesSave, series({ id, description, descriptions }) as never, owner)
  const read = async (lang: string) =>
    (await world.ask(seriesShow, { id, gender: 'F', lang } as never)).series.description
  expect([await read('zh-cn'), await read('zh-tw'), await read('en')]).toEqual([
    description,
    '三站取兩站',
    'Best two of three',
  ])
  const { items } = await world.ask(consoleSeriesList, { lang: 'en' } as never, owner)
  expect(items.find((one) => one.id === id)).toMatchObject({ description, descriptions })
  await world.ask(consoleSeriesSave, series({ id, description, descriptions: { en: '' } }) as never, owner)
  expect([await read('zh-tw'), await read('en')], 'an absent language shows the description').toEqual([
    description,
    description,
  ])
  expect(
    await world.call(consoleSeriesSave, series({ id, descriptions: { en: 'x'.repeat(2001) } }) as never, owner),
  ).toMatchObject({ code: '422' })
})

describe('standings', () => {
  test('count published results by official place, the runner without an entry too', async () => {
    expect(await ranks()).toEqual(['1 安娜 180', '2 贝拉 140'])
    expect(await ranks('M')).toEqual([])
    const { clubs, series: shown } = await world.ask(seriesShow, { id, gender: 'F', lang: 'en' } as never)
    expect(clubs).toMatchObject([{ rank: 1, club: 'Gulls', points: 320 }])
    expect(shown.races.map(({ over }) => over)).toEqual([true, true, false])
  })
  test('follow a corrected result', async () => {
    await finishRace(world, 3302, [
      ['11', '安娜', '1:39:30'],
      ['12', '贝拉', '1:33:00'],
    ])
    expect(await ranks()).toEqual(['1 贝拉 160', '2 安娜 160'])
    await finishRace(world, 3303, [
      ['12', '贝拉', '1:28:00'],
      ['11', '安娜', '1:28:10'],
    ])
    expect(await ranks()).toEqual(['1 贝拉 200', '2 安娜 160'])
  })
  test('name the genders that have finishes, so that the page offers each of them', async () => {
    const named = async () => (await world.ask(seriesShow, { id, gender: 'M' } as never)).genders
    expect(await named()).toEqual(['F'])
    const ofBea = (gender: string) =>
      world.db.updateTable('results').set({ gender }).where('raceid', '=', 3301).where('bib', '=', '12').execute()
    await ofBea('X')
    expect(await named()).toEqual(['F', 'X'])
    await ofBea('F')
  })
  test('hide the name of a runner who wants this', async () => {
    await world.db.updateTable('registrations').set({ hide_name: true }).where('uid', '=', bea.uid).execute()
    const shown = await ranks()
    expect(shown[0]).toMatch(/^1 null/)
    expect(JSON.stringify(await world.ask(seriesShow, { id, gender: 'F' } as never))).not.toContain('贝拉')
    await world.db.updateTable('registrations').set({ hide_name: false }).where('uid', '=', bea.uid).execute()
  })
})

test('an account sees its results of all races with its personal best, and its standing', async () => {
  const mine = await world.ask(seriesMine, {}, ann)
  expect(mine.results).toHaveLength(3)
  expect(mine.results.filter(({ best }) => best).map(({ seconds }) => seconds)).toEqual([5290])
  expect(mine.series).toMatchObject([{ series: '海滨系列赛', name: '安娜', rank: 2 }])
  expect(mine.places).toEqual([])
  expect((await world.ask(seriesMine, {}, await runnerSession(world))).results).toEqual([])
})

describe('staff', () => {
  test('write a series with a role for all races only', async () => {
    const director = await staffSession(world, [{ raceid: RACES[0], role: 'director' }])
    expect(await world.call(consoleSeriesSave, series() as never, director)).toMatchObject({ refusal: 'no_permission' })
    const save = (change: object) => world.call(consoleSeriesSave, series(change) as never, owner)
    expect(await save({ id: 999_999 })).toMatchObject({ refusal: 'series_not_found' })
    expect(await save({ events: [{ raceid: 3301, eventid: 99 }] })).toMatchObject({ refusal: 'series_event_unknown' })
    expect(await save({ id, updated_at: '2020-01-01T00:00:00.000Z' })).toMatchObject({
      refusal: 'series_changed_meanwhile',
    })
    const draft = (await world.ask(consoleSeriesSave, series({ name: '草稿', published: false }) as never, owner)).id
    expect((await world.ask(seriesList, {})).items.map((one) => one.id)).toEqual([id])
    expect(await world.call(seriesShow, { id: draft } as never)).toMatchObject({ refusal: 'series_not_found' })
    expect((await world.ask(consoleSeriesList, {}, owner)).items.map((one) => one.name)).toContain('草稿')
  })
  test('read the whole standings for a file, with the points of each race and hidden names', async () => {
    await world.db.updateTable('registrations').set({ hide_name: true }).where('uid', '=', bea.uid).execute()
    const { races, items } = await world.ask(consoleSeriesStandings, { id }, owner)
    await world.db.updateTable('registrations').set({ hide_name: false }).where('uid', '=', bea.uid).execute()
    expect(items.map(({ gender, rank, name, points }) => `${gender} ${rank} ${name} ${points}`)).toEqual([
      'F 1 贝拉 200',
      'F 2 安娜 160',
    ])
    expect(items[0]!.races.every(({ race }) => races.some(({ key }) => key === race))).toBe(true)
    const director = await staffSession(world, [{ raceid: RACES[0], role: 'director' }])
    expect(await world.call(consoleSeriesStandings, { id }, director)).toMatchObject({ refusal: 'no_permission' })
    expect(await world.call(consoleSeriesStandings, { id: 999_999 }, owner)).toMatchObject({
      refusal: 'series_not_found',
    })
  })
  test('give season numbers once, and nobody gets a second number', async () => {
    const give = () => world.ask(consoleSeriesNumbers, { id, from: 101 }, owner)
    expect(await Promise.all([give(), give()]).then((all) => all.map(({ given }) => given).toSorted())).toEqual([0, 2])
    const { items } = await world.ask(seriesShow, { id, gender: 'F' } as never)
    expect(items.map(({ number }) => number).toSorted()).toEqual([101, 102])
  })
  test('give guaranteed places to the first runners, as invitations that skip the draw', async () => {
    const give = (first: number) =>
      world.ask(consoleSeriesPlaces, { id, raceid: TARGET, eventid: 1, first } as never, owner)
    expect(await give(1)).toEqual({ given: 1, kept: 0 })
    expect(await give(2)).toEqual({ given: 1, kept: 1 })
    const [place] = (await world.ask(seriesMine, {}, bea)).places
    const invitation = await world.db
      .selectFrom('invitations')
      .select(['eventid', 'uses', 'direct'])
      .where('raceid', '=', TARGET)
      .where('code', '=', place!.code)
      .executeTakeFirst()
    expect(invitation).toEqual({ eventid: 1, uses: 1, direct: true })
  })
})

test('a merged account keeps one number, and an erased one has none', async () => {
  const other = await runnerSession(world)
  await world.db.transaction().execute((tx) => personal.merge!.adopt!(tx, { from: ann.uid, to: other.uid }))
  const copied = await personal.copy!.ofAccount!({ ...world.parts, lang: 'en', now: world.clock.now() } as never, {
    uid: other.uid,
    mobile: null,
  })
  expect(copied).toMatchObject({ series_numbers: [{ name: '安娜' }], series_places: [{ name: '安娜' }] })
  await world.db.transaction().execute((tx) => personal.erase!.account!(tx, other.uid, world.clock.now()))
  const left = await world.db.selectFrom('series_numbers').select('name').where('seriesid', '=', id).execute()
  expect(left.map(({ name }) => name)).toEqual(['贝拉'])
})

test('staff download the standings as a workbook with a column for each race', async () => {
  expect(await world.call(consoleSeriesFile, { id }, ann)).toMatchObject({ code: '10001' })
  expect(await world.call(consoleSeriesFile, { id: 9999 }, owner)).toMatchObject({ refusal: 'series_not_found' })
  const { filename, content } = await world.ask(consoleSeriesFile, { id }, { ...owner, lang: 'en' })
  expect(filename).toBe('Coast series.xlsx')
  const sheet = (await unzipped(Buffer.from(content, 'base64'))).get('xl/worksheets/sheet1.xml')!.toString()
  for (const cell of ['Season number', 'Race 1', 'Race 3', '安娜', '贝拉']) expect(sheet).toContain(cell)
})
