import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveEvent } from '#features/events/service.ts'
import { saveRace } from '#features/races/service.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { apiHelperRaces, consoleHomePreview, raceHome } from './contract.ts'
import { entrySummaryOf, phaseOfRace, startOf } from './rules.ts'

let world: World

const day = 86_400_000
beforeAll(async () => {
  world = await makeWorld()
  const now = world.clock.now()
  const race = (id: number, name: string, days: number, popularity: number, published = true) => ({
    id,
    name,
    city: id % 2 ? '澜江' : '海屿',
    time: new Date(now.getTime() + days * day),
    popularity,
    published_at: published ? now : null,
  })
  await world.db.transaction().execute(async (tx) => {
    for (const one of [
      race(1, '春跑', 30, 5),
      race(2, '夏跑', 90, 9),
      race(3, '上周', -5, 7),
      race(4, '上月', -20, 1),
      race(5, '去年', -300, 2),
      race(6, '前年', -500, 3),
      race(7, '未发布', 10, 99, false),
    ])
      await saveRace(tx, one, now)
    await saveEvent(
      tx,
      { raceid: 1, id: 1, name: '半程', type: 'half', price: 10_000, places: 10, created_at: now },
      now,
    )
    await saveEvent(
      tx,
      { raceid: 1, id: 2, name: '欢乐跑', type: 'fun_run', price: 5_000, places: 0, created_at: now },
      now,
    )
  })
})
afterAll(() => world?.close())

const ids = async (input: Parameters<typeof world.ask<typeof apiHelperRaces>>[1]) =>
  (await world.ask(apiHelperRaces, input)).items.map(({ id }) => id)

test('an unknown filter is refused, and a broken cursor begins again', async () => {
  expect(await world.call(apiHelperRaces, { type: 'marathon' as never })).toMatchObject({
    code: '422',
    data: { fields: { type: '请从选项中选择' } },
  })
  expect(await world.call(apiHelperRaces, { limit: 101 })).toMatchObject({ code: '422' })
  for (const after of ["x'; --", 'held.9999999999999999.1.1', 'coming.1.9999999999.1'])
    expect(await ids({ after, limit: 1 })).toEqual([1])
  expect(await world.call(raceHome, { raceid: 7 })).toMatchObject({ code: '404', refusal: 'race_not_found' })
})

test('coming races are first, the next one at the top, then past races, the latest at the top; no page loses a race', async () => {
  const seen: number[] = []
  let after: string | undefined
  do {
    const page = await world.ask(apiHelperRaces, { limit: 2, after })
    seen.push(...page.items.map(({ id }) => id))
    after = page.after ?? undefined
  } while (after)
  expect(seen).toEqual([1, 2, 3, 4, 5, 6])
})

test('races that take entries are first if the order asks for it; no page loses a race', async () => {
  const now = world.clock.now()
  await world.db.transaction().execute(async (tx) => {
    const event = { type: 'half', price: 10_000, places: 30, created_at: now }
    // Race 2 has a later date than race 1 and takes entries. Sign-up for race 1 opens tomorrow. Race 3 is over.
    await saveEvent(
      tx,
      { ...event, raceid: 2, id: 1, name: '半程', signup_until: new Date(now.getTime() + 3 * day) },
      now,
    )
    await saveEvent(tx, { ...event, raceid: 3, id: 1, name: '半程' }, now)
  })
  const opens = new Date(now.getTime() + day)
  await world.db.updateTable('events').set({ signup_from: opens }).where('raceid', '=', 1).execute()
  const seen: number[] = []
  let after: string | undefined
  do {
    const page = await world.ask(apiHelperRaces, { sort: 'open', limit: 1, after })
    seen.push(...page.items.map(({ id }) => id))
    after = page.after ?? undefined
  } while (after)
  expect(seen).toEqual([2, 1, 3, 4, 5, 6])
  expect(await ids({ sort: 'time', limit: 2 })).toEqual([1, 2])
  const [second, first] = (await world.ask(apiHelperRaces, { sort: 'open', limit: 2 })).items
  expect(second).toMatchObject({
    signup: 'open',
    signup_from: null,
    signup_until: new Date(now.getTime() + 3 * day).toISOString(),
    places: 30,
    places_left: 30,
    ballot: false,
  })
  expect(first).toMatchObject({ signup: 'soon', signup_from: opens.toISOString(), places_left: null })
  await world.db.updateTable('events').set({ signup_from: null }).where('raceid', '=', 1).execute()
  await world.db.updateTable('events').set({ stopped_at: now }).where('raceid', '=', 2).execute()
  expect(await ids({ sort: 'open', limit: 2 }), 'a stopped event takes no entries').toEqual([1, 2])
  await world.db.deleteFrom('events').where('raceid', 'in', [2, 3]).execute()
})

test('the entry of a race follows its events in the best state, and a ballot shows no free places', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour))
  const free = { places: 10, places_left: 4, signup_from: null, signup_until: null }
  const event = { state: 'normal' as const, cancelled: false, ...free }
  const cancelled = { ...event, signup: 'over' as const, cancelled: true }
  expect(entrySummaryOf([cancelled, cancelled])).toMatchObject({ signup: 'over', cancelled: true })
  expect(entrySummaryOf([cancelled, { ...event, signup: 'open' }])).toMatchObject({ signup: 'open', cancelled: false })
  expect(entrySummaryOf([])).toMatchObject({ signup: 'over', places_left: null, ballot: false, signup_until: null })
  expect(
    entrySummaryOf([
      { ...event, signup: 'open', signup_until: at(9) },
      { ...event, signup: 'open', signup_until: at(5) },
      { ...event, signup: 'over', signup_until: at(1), places_left: 99 },
    ]),
  ).toMatchObject({ signup: 'open', signup_until: at(5), places: 20, places_left: 8 })
  expect(entrySummaryOf([{ ...event, signup: 'open', state: 'draw' }])).toMatchObject({
    places_left: null,
    ballot: true,
  })
  expect(entrySummaryOf([{ ...event, signup: 'wait' }])).toMatchObject({ signup: 'wait', places_left: null })
})

test('the finder filters by type, period and words, and sorts by popularity', async () => {
  expect(await ids({ type: 'half' })).toEqual([1])
  expect(await ids({ period: 'week' })).toEqual([3])
  expect(await ids({ period: 'month' })).toEqual([3, 4])
  expect(await ids({ period: 'year' })).toEqual([3, 4, 5])
  expect(await ids({ search: '海屿' })).toEqual([2, 4, 6])
  expect(await ids({ search: '海嶼' }), 'in traditional characters').toEqual([2, 4, 6])
  expect(await ids({ search: '%' })).toEqual([])
  expect(await ids({ sort: 'popularity', limit: 3 })).toEqual([2, 3, 1])
})

test("a race is listed with its events' types, its best phase and its lowest price", async () => {
  const [first] = (await world.ask(apiHelperRaces, { limit: 1 })).items
  expect(first).toMatchObject({
    id: 1,
    types: ['half', 'fun_run'],
    signup: 'open',
    price_from: 5_000,
    some_free: false,
  })
  await world.db.updateTable('events').set({ price: 0 }).where('raceid', '=', 1).where('id', '=', 2).execute()
  expect((await world.ask(apiHelperRaces, { limit: 1 })).items[0]).toMatchObject({
    price_from: 10_000,
    some_free: true,
  })
  await world.db.updateTable('events').set({ price: 0 }).where('raceid', '=', 1).execute()
  expect((await world.ask(apiHelperRaces, { limit: 1 })).items[0]).toMatchObject({ price_from: 0, some_free: false })
  await world.db
    .updateTable('events')
    .set((eb) => ({ price: eb.case().when('id', '=', 1).then(10_000).else(5_000).end() }))
    .where('raceid', '=', 1)
    .execute()
  expect(phaseOfRace([])).toBe('over')
  expect(startOf('month', new Date('2026-03-31T04:00:00Z')).toISOString()).toBe('2026-02-28T04:00:00.000Z')
})

test('a race home shows its events with places left', async () => {
  expect(await world.ask(raceHome, { raceid: 1 }, { lang: 'en' })).toMatchObject({
    race: { id: 1 },
    events: [
      { id: 1, places_left: 10, signup: 'open' },
      { id: 2, places_left: 0, signup: 'full' },
    ],
    notices: [],
    results_published: false,
  })
})

test('staff who set up a race see its home before it is published, and nobody else does', async () => {
  expect(await world.call(raceHome, { raceid: 7 })).toMatchObject({ refusal: 'race_not_found' })
  expect(await world.call(consoleHomePreview, { raceid: 7 })).toMatchObject({ refusal: 'not_logged_in' })
  const other = await staffSession(world, [{ raceid: 1, role: 'director' }])
  expect(await world.call(consoleHomePreview, { raceid: 7 }, other)).toMatchObject({ refusal: 'no_permission' })
  const editor = await staffSession(world, [{ raceid: 7, role: 'editor' }])
  expect(await world.ask(consoleHomePreview, { raceid: 7 }, editor)).toMatchObject({
    race: { id: 7, name: '未发布' },
    events: [],
    results_published: false,
  })
})
