import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messageList } from '#features/messages/contract.ts'
import { idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { enterNumbered, finishRace } from '#test/scenes/seriesRaces.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleSeriesList, consoleSeriesSave, seriesMine, seriesShow } from '../contract.ts'
import { personal } from '../personal.service.ts'
import { consoleSeriesJoins, consoleSeriesJoinsDecide, seriesJoin, seriesLeave } from './joining.contract.ts'
import { JOINS_MOST, lastSeasonOver, provenName, seasonOver } from './joining.rules.ts'
import { forgetNumbers } from './joining.store.ts'

describe('the rule of the proof', () => {
  const entry = (own_mobile: boolean | null, uid: number | null = null, name = '安娜') => ({ name, uid, own_mobile })
  test('needs one own mobile, and no mobile of somebody else', () => {
    expect(provenName([], 1)).toBeUndefined()
    expect(provenName([entry(null)], 1)).toBeUndefined()
    expect(provenName([entry(null), entry(true)], 1)).toBe('安娜')
    expect(provenName([entry(true), entry(false)], 1), 'a foreign number in a new entry').toBeUndefined()
    expect(provenName([entry(true), entry(false, 1)], 1), 'an entry that the account made itself').toBe('安娜')
    expect(provenName([entry(false, 1)], 1)).toBeUndefined()
  })
  test('a season is over on 1 March of the next year', () => {
    expect(lastSeasonOver(new Date('2027-02-28T23:59:59Z'))).toBe(2025)
    expect(lastSeasonOver(seasonOver(2026))).toBe(2026)
  })
})

let next = 3500
/** The three races of a test. Each test has races of its own, so that no result of another test counts. */
let races: [number, number, number]
let world: World
let owner: { token: string }
let ann: Awaited<ReturnType<typeof runnerSession>>
let friend: Awaited<ReturnType<typeof runnerSession>>
let id: number
let person = 400
const series = (change: object = {}) => ({
  name: '山径系列赛',
  names: { en: 'Trail series' },
  season: 2026,
  scoring: 'place',
  places: [100, 80, 60],
  best: 3,
  published: true,
  events: races.slice(0, 2).map((raceid) => ({ raceid, eventid: 1 })),
  ...change,
})
beforeAll(async () => {
  world = await makeWorld({ now: '2026-11-01T00:00:00Z' })
  owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
})
afterAll(() => world?.close())
let number: string
beforeEach(async () => {
  races = [++next, ++next, ++next]
  for (const [n, raceid] of races.entries()) {
    await openRace(world, { id: raceid, name: `第${n + 1}站`, names: { en: `Race ${n + 1}` } })
    await openEvent(world, { raceid })
  }
  number = idnumOf((person += 2))
  ann = await runnerSession(world)
  friend = await runnerSession(world)
  id = (await world.ask(consoleSeriesSave, series() as never, owner)).id
})
const given = (change: object = {}) => ({ id, name: '安娜', idtype: 'idcard', idnum: number, agreed: true, ...change })
const join = (change: object = {}, as: { token: string } = ann) => world.call(seriesJoin, given(change) as never, as)
const ranks = async (of = id) =>
  (await world.ask(seriesShow, { id: of, gender: 'F' } as never)).items.map((one) => `${one.name} ${one.points}`)
let bibs = 100
/**
 * Lets the runner finish two races. The result file of the first race has the number of the document. In the second
 * race, a friend's account registered the runner.
 */
const runBoth = async (mobile: string | null = ann.mobile) => {
  const [first, second] = [String(++bibs), String(++bibs)]
  await enterNumbered(world, { raceid: races[1], uid: friend.uid, name: '安娜', bib: second, number, mobile })
  await finishRace(world, races[0], [[first, '安娜', '1:30:00', number]])
  await finishRace(world, races[1], [[second, '安娜', '1:31:00']])
}
const rowsOf = async (uid: number) =>
  (await world.db.selectFrom('series_join_races').selectAll().where('uid', '=', uid).execute()).length

describe('joining by a number', () => {
  test('is refused without consent, with a wrong number, and after the season', async () => {
    expect(await join({ agreed: false })).toMatchObject({ refusal: 'series_consent_missing' })
    expect(await join({ idnum: '110105194912310021' })).toMatchObject({ refusal: 'field_wrong' })
    expect(await join({ name: '12' })).toMatchObject({ refusal: 'field_wrong' })
    expect(await join({ id: 999_999 })).toMatchObject({ refusal: 'series_not_found' })
    const old = (await world.ask(consoleSeriesSave, series({ season: 2024 }) as never, owner)).id
    expect(await join({ id: old })).toMatchObject({ refusal: 'series_season_over' })
    const draft = (await world.ask(consoleSeriesSave, series({ published: false }) as never, owner)).id
    expect(await join({ id: draft })).toMatchObject({ refusal: 'series_not_found' })
    expect((await world.call(seriesJoin, given() as never)).code).toBe('401')
  })
  test('counts results of a file and of another account with the own mobile, and ends with the consent', async () => {
    await runBoth()
    expect(await ranks(), "the friend's account has one of two results").toEqual(['安娜 100'])
    const before = await world.ask(seriesMine, {}, ann)
    expect(before).toMatchObject({
      results: [],
      joins: [],
      joinable: expect.arrayContaining([{ id, name: '山径系列赛', season: 2026 }]),
    })
    expect(await join()).toMatchObject({ code: '200', data: { state: 'joined' } })
    expect(await ranks()).toEqual(['安娜 200'])
    const mine = await world.ask(seriesMine, {}, ann)
    expect(mine.results.map(({ seconds, best }) => [seconds, best])).toEqual([
      [5400, true],
      [5460, false],
    ])
    expect(mine.series).toMatchObject([{ id, name: '安娜', rank: 1, points: 200 }])
    expect(mine.joins).toMatchObject([{ seriesid: id, state: 'joined', missing: 0 }])
    expect(JSON.stringify(mine)).not.toContain(number)
    // The database holds no index that two races share.
    const kept = await world.db.selectFrom('series_join_races').selectAll().where('uid', '=', ann.uid).execute()
    expect(kept).toHaveLength(2)
    expect(kept[0]!.idnum_ix!.equals(kept[1]!.idnum_ix!)).toBe(false)

    expect(await world.call(seriesLeave, { id: mine.joins[0]!.id } as never, friend)).toMatchObject({
      refusal: 'series_join_unknown',
    })
    await world.ask(seriesLeave, { id: mine.joins[0]!.id } as never, ann)
    expect(await ranks()).toEqual(['安娜 100'])
    expect(await rowsOf(ann.uid)).toBe(0)
    expect((await world.ask(seriesMine, {}, ann)).results).toEqual([])
  })
  test('takes nothing from an account whose registration has another mobile', async () => {
    const mark = String(++bibs)
    await enterNumbered(world, {
      raceid: races[0],
      uid: friend.uid,
      name: '贝拉',
      bib: mark,
      number,
      mobile: friend.mobile,
    })
    await finishRace(world, races[0], [[mark, '贝拉', '1:30:00']])
    expect(await join()).toMatchObject({ data: { state: 'waiting' } })
    const { items } = await world.ask(consoleSeriesJoins, { id } as never, owner)
    await world.ask(consoleSeriesJoinsDecide, { id: items[0]!.id, take: true } as never, owner)
    expect(await ranks(), 'also after staff agreed').toEqual(['贝拉 100'])
    expect((await world.ask(seriesMine, {}, friend)).series).toMatchObject([{ name: '贝拉' }])
  })
  test('joins one account, however many accounts ask at once', async () => {
    await runBoth()
    const taps = await Promise.all(Array.from({ length: 10 }, () => join()))
    expect(new Set(taps.map(({ code }) => code))).toEqual(new Set(['200']))
    expect((await world.ask(seriesMine, {}, ann)).joins).toHaveLength(1)
    // A join by another account with the same document number waits, and staff cannot accept the join.
    expect(await join({}, friend)).toMatchObject({ data: { state: 'waiting' } })
    const { items, waiting } = await world.ask(consoleSeriesJoins, { id } as never, owner)
    expect(waiting).toBe(1)
    expect(items[0]).toMatchObject({ name: '安娜', taken: true })
    const decide = (take: boolean) => world.call(consoleSeriesJoinsDecide, { id: items[0]!.id, take } as never, owner)
    expect(await decide(true)).toMatchObject({ refusal: 'series_join_taken' })
    expect(await decide(false)).toMatchObject({ data: { state: 'refused' } })
    expect(await join({}, friend)).toMatchObject({ refusal: 'series_join_refused' })
    expect(await ranks()).toEqual(['安娜 200'])
  })
  test('waits for staff if no mobile proves the number, and the runner gets a message', async () => {
    await runBoth(null)
    expect(await join()).toMatchObject({ data: { state: 'waiting' } })
    expect(await ranks(), 'nothing counts before the decision').toEqual(['安娜 100'])
    expect((await world.ask(consoleSeriesList, {}, owner)).items.find((one) => one.id === id)?.waiting).toBe(1)
    const { items } = await world.ask(consoleSeriesJoins, { id, lang: 'en' } as never, owner)
    expect(items).toMatchObject([
      {
        name: '安娜',
        taken: false,
        entries: [
          { race: 'Race 1', name: '安娜', own_mobile: null },
          { race: 'Race 2', name: '安娜', own_mobile: null },
        ],
      },
    ])
    expect(JSON.stringify(items)).not.toContain(number)
    expect(JSON.stringify(items)).not.toContain(ann.mobile)
    const director = await staffSession(world, [{ raceid: races[0], role: 'director' }])
    const decide = (as: { token: string }) =>
      world.call(consoleSeriesJoinsDecide, { id: items[0]!.id, take: true, reason: '电话核对' } as never, as)
    expect(await decide(director)).toMatchObject({ refusal: 'no_permission' })
    expect(await world.call(consoleSeriesJoins, { id } as never, director)).toMatchObject({ refusal: 'no_permission' })
    expect(await decide(owner)).toMatchObject({ data: { state: 'joined' } })
    expect(await decide(owner)).toMatchObject({ refusal: 'series_join_decided' })
    // The result of the file counts. The friend's registration has no mobile, so its result does not count for this
    // account.
    expect((await ranks()).toSorted()).toEqual(['安娜 100', '安娜 100'])
    expect(JSON.stringify(await world.ask(messageList, { lang: 'en' } as never, ann))).toContain('Trail series')
  })
  test('asks for the number again when a race comes to the series', async () => {
    await runBoth()
    await join()
    const events = races.map((raceid) => ({ raceid, eventid: 1 }))
    await world.ask(consoleSeriesSave, series({ id, events }) as never, owner)
    expect((await world.ask(seriesMine, {}, ann)).joins).toMatchObject([{ missing: 1 }])
    const mark = String(++bibs)
    await finishRace(world, races[2], [[mark, '安娜', '1:29:00', number]])
    expect(await ranks()).toEqual(['安娜 200'])
    expect(await join()).toMatchObject({ data: { state: 'joined' } })
    expect(await ranks()).toEqual(['安娜 300'])
    expect((await world.ask(seriesMine, {}, ann)).joins).toMatchObject([{ missing: 0 }])
  })
  test('is limited for each account', async () => {
    for (let n = 0; n < JOINS_MOST; n++)
      await world.ask(seriesJoin, given({ idnum: idnumOf(9000 + 2 * n) }) as never, ann)
    expect(await join()).toMatchObject({ refusal: 'series_joins_full' })
    for (let n = 0; n < 11; n++) await join()
    expect(await join()).toMatchObject({ refusal: 'too_often' })
  })
})

test('after the season the standings stay, and no number and no index is left', async () => {
  await runBoth()
  await join()
  await join({ idnum: idnumOf(8000), name: '路人' })
  await world.db.transaction().execute((tx) => forgetNumbers(tx, 2025))
  expect(await rowsOf(ann.uid), 'the season still runs').toBe(4)
  await world.db.transaction().execute((tx) => forgetNumbers(tx, 2026))
  expect(await ranks()).toEqual(['安娜 200'])
  const left = await world.db.selectFrom('series_join_races').selectAll().where('uid', '=', ann.uid).execute()
  expect(left.map(({ idnum_ix, mobile_ixs }) => [idnum_ix, mobile_ixs])).toEqual([
    [null, []],
    [null, []],
  ])
  const joins = await world.db.selectFrom('series_joins').selectAll().where('uid', '=', ann.uid).execute()
  expect(joins.map(({ name, document_ix, idnum_mask }) => [name, document_ix, idnum_mask])).toEqual([
    ['安娜', null, ''],
  ])
  await world.db.transaction().execute((tx) => forgetNumbers(tx, 2026))
  expect(await ranks(), 'a second night changes nothing').toEqual(['安娜 200'])
})

test('a merged account keeps the valid join, an erased account has none, and a copy shows the masked number', async () => {
  await runBoth()
  const other = await runnerSession(world)
  await join()
  await join({}, other)
  await world.db.transaction().execute((tx) => personal.merge!.adopt!(tx, { from: ann.uid, to: other.uid }))
  const copy = await personal.copy!.ofAccount!({ ...world.parts, lang: 'en', now: world.clock.now() } as never, {
    uid: other.uid,
    mobile: null,
  })
  expect(copy).toMatchObject({ series_joins: [{ name: '安娜', state: 'joined', consent: 1 }] })
  expect(JSON.stringify(copy)).not.toContain(number)
  expect((await world.ask(seriesMine, {}, other)).series).toMatchObject([{ points: 200 }])
  await world.db.transaction().execute((tx) => personal.erase!.account!(tx, other.uid, world.clock.now()))
  expect(await rowsOf(other.uid)).toBe(0)
  expect(await rowsOf(ann.uid)).toBe(0)
  expect(await ranks()).toEqual(['安娜 100'])
})
