import { afterAll, beforeAll, expect, test } from 'vitest'
import { runnerSession, staffSession } from '#test/people.ts'
import {
  consoleCheckinGearList,
  consoleCheckinGearRemove,
  consoleCheckinGearSave,
  consoleCheckinPackagesList,
  consoleCheckinPackagesRemove,
  consoleCheckinPackagesSave,
  packageList,
  registrationCheck,
} from './contract.ts'
import { RACE, say, world, desk, runner, key, openCheckin } from '#test/scenes/checkinDesk.ts'

beforeAll(openCheckin)
afterAll(() => world?.close())

test('equipment: unknown equipment is refused, and only the registrant ticks', async () => {
  expect(await world.call(registrationCheck, {})).toMatchObject({ code: '422', refusal: 'race_needed' })
  expect(await world.call(registrationCheck, { raceid: 404 })).toMatchObject({ code: '404', refusal: 'race_not_found' })
  expect(await world.call(registrationCheck, { raceid: RACE, eventid: 9 })).toMatchObject({
    code: '404',
    refusal: 'event_not_found',
  })
  expect(await world.call(registrationCheck, { id: '1ka-1111111111111111111111' })).toMatchObject({
    code: '404',
    refusal: 'registration_not_found',
  })
  expect(await world.call(registrationCheck, { id: key, ticked: [1] })).toMatchObject({ code: '401' })
  expect(await world.call(registrationCheck, { id: key, ticked: [1] }, await runnerSession(world))).toMatchObject({
    code: '403',
  })
  const { token } = await staffSession(world, [{ raceid: null, role: 'owner' }])
  expect(
    await world.call(consoleCheckinGearSave, { raceid: 77_777, name: say('头灯'), required: true }, { token }),
    'a race that does not exist',
  ).toMatchObject({ code: '404', refusal: 'race_not_found' })
  expect(await world.ask(registrationCheck, { raceid: RACE, eventid: 1 }), 'without a list').toMatchObject({
    items: [],
    events: [],
    complete: false,
  })
})

test('equipment is listed by event and language, its registrant ticks it, and it is complete with every required thing', async () => {
  const lamp = await world.ask(
    consoleCheckinGearSave,
    { raceid: RACE, name: say('头灯', 'Head lamp'), note: say('备用电池', 'Spare batteries'), required: true, sort: 2 },
    desk,
  )
  const brighter = { raceid: RACE, id: lamp.id, name: say('头灯', 'Head lamp'), required: true, sort: 2 }
  const note = say('备用电池', 'Spare batteries')
  expect(await world.ask(consoleCheckinGearSave, { ...brighter, note }, desk)).toEqual(lamp)
  const cup = await world.ask(
    consoleCheckinGearSave,
    { raceid: RACE, eventid: 1, name: say('水杯', 'Cup'), required: false, sort: 1 },
    desk,
  )
  const other = await world.ask(
    consoleCheckinGearSave,
    { raceid: RACE, eventid: 2, name: say('雨衣'), required: true },
    desk,
  )
  const seen = await world.ask(registrationCheck, { raceid: RACE, eventid: 1 }, { lang: 'en' })
  expect(seen.items.map(({ name }) => name)).toEqual(['Head lamp', 'Cup'])
  expect(seen).toMatchObject({
    ticked: [],
    registration: null,
    events: [
      { id: 1, items: 2 },
      { id: 2, items: 2 },
    ],
  })
  expect(
    await world.ask(registrationCheck, { id: key }),
    'a stranger with the link sees the list, not the ticks',
  ).toMatchObject({ ticked: [], registration: { mine: false, name: '沈跑跑' } })
  expect(await world.ask(registrationCheck, { id: key, ticked: [cup.id] }, runner)).toMatchObject({
    ticked: [cup.id],
    complete: false,
    at: world.clock.now().toISOString(),
  })
  world.clock.advance(60_000)
  const all = await world.ask(registrationCheck, { id: key, ticked: [lamp.id, other.id] }, runner)
  expect(all, "another event's thing cannot be ticked").toMatchObject({ ticked: [lamp.id], complete: true })
  expect(await world.ask(registrationCheck, { id: key }, runner)).toMatchObject({ ticked: [lamp.id], complete: true })
  await world.ask(consoleCheckinGearRemove, { raceid: RACE, id: lamp.id }, desk)
  expect(await world.ask(registrationCheck, { id: key }, runner)).toMatchObject({ ticked: [] })
  expect((await world.ask(consoleCheckinGearList, { raceid: RACE }, desk)).items.map(({ id }) => id).sort()).toEqual(
    [cup.id, other.id].sort(),
  )
})

test("packages are shown by language, the packages of one's own registrations first", async () => {
  expect(await world.call(packageList, { raceid: 404 })).toMatchObject({ code: '404', refusal: 'race_not_found' })
  expect(await world.ask(packageList, { raceid: RACE })).toEqual({ items: [] })
  const base = {
    raceid: RACE,
    place: say('会展中心', 'Expo'),
    bring: say('身份证', 'Your ID'),
    from_at: '2026-10-28T09:00:00+08:00',
    until_at: '2026-10-30T18:00:00+08:00',
    service: 'pickup' as const,
  }
  const fun = await world.ask(
    consoleCheckinPackagesSave,
    { ...base, eventid: 2, name: say('欢乐跑参赛包'), contents: [say('号码布', 'Bib')], sort: 1 },
    desk,
  )
  await world.ask(
    consoleCheckinPackagesSave,
    {
      ...base,
      eventid: 1,
      name: say('半马参赛包', 'Half pack'),
      contents: [say('号码布', 'Bib'), say('T恤', 'Shirt')],
      sort: 2,
    },
    desk,
  )
  expect((await world.ask(packageList, { raceid: RACE })).items.map(({ name }) => name)).toEqual([
    '欢乐跑参赛包',
    '半马参赛包',
  ])
  const mine = await world.ask(packageList, { raceid: RACE }, { ...runner, lang: 'en' })
  expect(mine.items[0]).toMatchObject({
    name: 'Half pack',
    contents: ['Bib', 'Shirt'],
    place: 'Expo',
    bring: 'Your ID',
    from_at: '2026-10-28T01:00:00.000Z',
    service: 'pickup',
    mine: [{ _key: key, name: '沈跑跑', event: 'Half marathon' }],
  })
  expect(mine.items[1]).toMatchObject({ mine: [] })
  await world.ask(consoleCheckinPackagesRemove, { raceid: RACE, id: fun.id }, desk)
  expect((await world.ask(consoleCheckinPackagesList, { raceid: RACE }, desk)).items).toHaveLength(1)
})

test('a package has a whole position or no position, and its page leads there', async () => {
  const pack = { raceid: RACE, name: say('定位包', 'Pack with a place'), place: say('体育馆', 'Gym') }
  expect(await world.call(consoleCheckinPackagesSave, { ...pack, lat: 30.2 }, desk)).toMatchObject({
    code: '422',
    data: { fields: { lon: expect.any(String) as string } },
  })
  expect(await world.call(consoleCheckinPackagesSave, { ...pack, lat: 91, lon: 120 }, desk)).toMatchObject({
    code: '422',
  })
  const saved = await world.ask(consoleCheckinPackagesSave, { ...pack, lat: 30.2361, lon: 120.2434 }, desk)
  expect(saved).toMatchObject({ lat: 30.2361, lon: 120.2434 })
  const { items } = await world.ask(packageList, { raceid: RACE })
  expect(items.find(({ id }) => id === saved.id)).toMatchObject({ lat: 30.2361, lon: 120.2434 })
  expect(await world.ask(consoleCheckinPackagesSave, { ...pack, id: saved.id }, desk)).toMatchObject({ lat: null })
})
