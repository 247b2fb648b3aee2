import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { saveEvent } from '#features/events/service.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleRacesSave } from './contract.ts'
import { saveRace } from './service.ts'

let world: World
let director: { token: string }
let raceid = 100
const days = (n: number) => new Date(world.clock.now().getTime() + n * 86_400_000)
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world?.close())

type Save = InputOf<typeof consoleRacesSave>
/** Creates a race that is not public yet, and returns a call that saves it. */
const draftRace = async (race: object = {}) => {
  raceid++
  const now = world.clock.now()
  const time = days(90)
  await world.db
    .transaction()
    .execute((tx) => saveRace(tx, { id: raceid, name: '江城马拉松', time, published_at: null, ...race }, now))
  director = await staffSession(world, [{ raceid, role: 'director' }])
  const save = (change: Partial<Save> = {}, more: object = {}, lang: 'en' | 'zh-cn' = 'en') =>
    world.call(
      consoleRacesSave,
      {
        raceid,
        name: '江城马拉松',
        skins: { primary: '#0a7ea4' },
        menu: [],
        settings: {},
        more: {
          kind: 'road',
          time: time.toISOString(),
          header: null,
          footer: null,
          bg: null,
          cover: null,
          published: true,
          ...more,
        },
        ...change,
      } as Save,
      { ...director, lang },
    )
  return { raceid, save }
}
const addEvent = (id: number, event: object = {}) =>
  world.db.transaction().execute((tx) =>
    saveEvent(
      tx,
      {
        raceid,
        id,
        name: ['全程', '半程'][id - 1]!,
        type: 'full',
        places: 100,
        distance_cm: 4_219_500,
        price: 100,
        ...event,
      },
      world.clock.now(),
    ),
  )
const startsOf = async () =>
  (
    await world.db.selectFrom('events').select(['id', 'start_at']).where('raceid', '=', raceid).orderBy('id').execute()
  ).map(({ start_at }) => start_at?.toISOString() ?? null)

test('a race that nobody could sign up for is not published, and the refusal names the missing parts', async () => {
  const { save } = await draftRace()
  expect(await save()).toMatchObject({
    code: '422',
    refusal: 'race_not_sellable',
    msg: 'It cannot be published yet. Missing: an event',
    data: { missing: ['events'] },
  })
  await addEvent(1)
  const { gateways } = world.parts.integrations
  world.parts.integrations.gateways = {}
  expect(await save({}, {}, 'zh-cn')).toMatchObject({
    msg: '还不能发布，缺少：支付渠道',
    data: { missing: ['channel'] },
  })
  expect(await save({ settings: { orders_url: 'https://shop.example/' } } as never), 'sells elsewhere').toMatchObject({
    code: '200',
  })
  world.parts.integrations.gateways = gateways
})

test('events without a fee are published if somebody confirms that they are free', async () => {
  const { save } = await draftRace()
  await addEvent(1, { price: 0 })
  await addEvent(2)
  expect(await save()).toMatchObject({
    msg: 'It cannot be published yet. Missing: a fee (全程)',
    data: { missing: ['price'] },
  })
  expect(await save({ free: true })).toMatchObject({ code: '200' })
  // The server does not check a race that is public already, or a past race.
  expect(await save()).toMatchObject({ code: '200' })
  const past = await draftRace({ time: days(-3) })
  await addEvent(1, { price: 0 })
  expect(await past.save({}, { time: days(-3).toISOString() })).toMatchObject({ code: '200' })
})

test("a race's events move with it in the same change, or neither race nor events move", async () => {
  const start = (zone: string, local: string) =>
    new Date(Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds)
  const zone = 'Europe/Berlin'
  const time = start(zone, '2027-03-26T10:00')
  const { save } = await draftRace({ zone, time })
  await addEvent(1, { start_at: start(zone, '2027-03-26T07:30') })
  await addEvent(2, { start_at: null })
  const more = { published: false, time: start(zone, '2027-03-29T10:00').toISOString() }
  expect(await save({ raceid: raceid, updated_at: '2020-01-01T00:00:00.000Z', move_events: true }, more)).toMatchObject(
    {
      refusal: 'race_changed_meanwhile',
    },
  )
  expect(await startsOf()).toEqual([start(zone, '2027-03-26T07:30').toISOString(), null])
  expect(await save({ move_events: true }, more)).toMatchObject({ code: '200' })
  // The clock goes forward by an hour between the two days, but the event still starts at half past seven.
  expect(await startsOf()).toEqual([start(zone, '2027-03-29T07:30').toISOString(), null])
  const log = await world.db.selectFrom('log').select('what').where('raceid', '=', raceid).execute()
  expect(log.map(({ what }) => what).toSorted()).toEqual(['event changed', 'race changed'])
  expect(await save({}, { ...more, time: start(zone, '2027-04-02T10:00').toISOString() })).toMatchObject({
    code: '200',
  })
  expect(await startsOf(), 'only where asked').toEqual([start(zone, '2027-03-29T07:30').toISOString(), null])
})
