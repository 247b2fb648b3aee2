import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { freeSlots } from './booking.service.ts'
import {
  appointment,
  appointmentAppointment,
  appointmentList,
  appointmentMy,
  consoleAppointmentsBooked,
  consoleAppointmentsCreate,
  consoleAppointmentsRemove,
  consoleAppointmentsSave,
  consoleAppointmentsSlots,
} from './contract.ts'

const RACE = 2026
const say = (cn: string, en = '') => ({ 'zh-cn': cn, 'zh-tw': '', en })
let world: World
let desk: { token: string }
let runner: Awaited<ReturnType<typeof runnerSession>>
let keys: string[]

const make = (change: object = {}) =>
  world.ask(
    consoleAppointmentsCreate,
    {
      raceid: RACE,
      service: 'pickup',
      name: say('领物', 'Race pack'),
      place: say('会展中心', 'Expo'),
      from_at: '2026-03-05T09:00:00+08:00',
      until_at: '2026-03-05T10:00:00+08:00',
      minutes: 30,
      places: 1,
      ...change,
    },
    desk,
  )
const slots = async (service = 'pickup') =>
  (await world.ask(consoleAppointmentsSlots, { raceid: RACE, limit: 100 }, desk)).items.filter(
    (slot) => slot.service === service,
  )
const act = (id: string, slotid: number, how: 'book' | 'change' | 'cancel' = 'book', as: { token?: string } = runner) =>
  world.call(appointmentAppointment, { id, slotid, act: how }, as)
const registrationid = async (key: string) =>
  (
    await world.db
      .selectFrom('registrations')
      .select('id')
      .where('raceid', '=', RACE)
      .where('_key', '=', key)
      .executeTakeFirstOrThrow()
  ).id

beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, { price: 0 })
  await openEvent(world, { id: 2, name: '10公里', price: 5_000 })
  desk = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
  runner = await runnerSession(world)
  keys = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => (await world.ask(registrationSave, entrant(n + 1), runner))._key),
  )
})
afterAll(() => world?.close())

test('only staff with the right make slots, and not without places or beyond the limit', async () => {
  const cashier = await staffSession(world, [{ raceid: RACE, role: 'cashier' }])
  const input = {
    raceid: RACE,
    service: 'pickup' as const,
    name: say('领物'),
    place: say('会展中心'),
    from_at: '2026-03-05T09:00:00+08:00',
    until_at: '2026-03-05T10:00:00+08:00',
    minutes: 30,
    places: 1,
  }
  expect(await world.call(consoleAppointmentsCreate, input)).toMatchObject({ code: '401' })
  expect(await world.call(consoleAppointmentsCreate, input, cashier)).toMatchObject({ code: '403' })
  expect(await world.call(consoleAppointmentsSlots, { raceid: RACE }, cashier)).toMatchObject({ code: '403' })
  expect(await world.call(consoleAppointmentsBooked, { raceid: RACE }, cashier)).toMatchObject({ code: '403' })
  expect(
    await world.call(
      consoleAppointmentsSave,
      { raceid: RACE, id: 1, name: say('x'), place: say('y'), places: 1 },
      cashier,
    ),
  ).toMatchObject({ code: '403' })
  expect(await world.call(consoleAppointmentsRemove, { raceid: RACE, id: 1 }, cashier)).toMatchObject({ code: '403' })
  expect(await world.call(consoleAppointmentsCreate, { ...input, eventid: 9 }, desk)).toMatchObject({
    code: '404',
    refusal: 'event_not_found',
  })
  expect(await world.call(consoleAppointmentsCreate, { ...input, until_at: input.from_at }, desk)).toMatchObject({
    code: '422',
    data: { fields: { until_at: expect.any(String) as string } },
  })
  expect(
    await world.call(consoleAppointmentsCreate, { ...input, minutes: 5, until_at: '2026-03-07T09:00:00+08:00' }, desk),
  ).toMatchObject({ code: '422', refusal: 'too_many_slots' })
  expect(
    await world.call(consoleAppointmentsCreate, { ...input, minutes: 5, until_at: '9999-12-31T00:00:00Z' }, desk),
  ).toMatchObject({ refusal: 'too_many_slots' })
  expect(await world.call(consoleAppointmentsRemove, { raceid: RACE, id: 999 }, desk)).toMatchObject({
    code: '404',
    refusal: 'slot_not_found',
  })
  expect(
    await world.call(
      consoleAppointmentsSave,
      { raceid: RACE, id: 999, name: say('x'), place: say('y'), places: 1 },
      desk,
    ),
  ).toMatchObject({ code: '404' })
})

test('an impossible booking is refused with its reason', async () => {
  expect(await make()).toEqual({ made: 2, there: 0 })
  expect(await make(), 'made again, they stay as they are').toEqual({ made: 0, there: 2 })
  const [first, second] = await slots()
  expect(await world.call(appointmentList, {})).toMatchObject({ code: '422', refusal: 'race_needed' })
  expect(await world.call(appointmentList, { id: '1ka-1111111111111111111111' })).toMatchObject({
    code: '404',
    refusal: 'registration_not_found',
  })
  expect(await act('1ka-1111111111111111111111', first!.id)).toMatchObject({
    code: '404',
    refusal: 'registration_not_found',
  })
  expect(await act(keys[0]!, first!.id, 'book', {})).toMatchObject({ code: '401' })
  expect(await act(keys[0]!, first!.id, 'book', await runnerSession(world))).toMatchObject({ code: '403' })
  expect(await world.call(appointmentMy, {})).toMatchObject({ code: '401' })
  expect(await act(keys[0]!, 999)).toMatchObject({ code: '404', refusal: 'slot_not_found' })
  expect(await act(keys[0]!, first!.id, 'change')).toMatchObject({ code: '404', refusal: 'appointment_none' })
  expect(await act(keys[0]!, first!.id, 'cancel')).toMatchObject({ code: '404', refusal: 'appointment_none' })
  const { _key: unpaid } = await world.ask(registrationSave, entrant(50, { eventid: 2 }), runner)
  expect(await act(unpaid, first!.id)).toMatchObject({ code: '409', refusal: 'not_entered' })
  await make({ service: 'medical', eventid: 2 })
  expect(await act(keys[0]!, (await slots('medical'))[0]!.id)).toMatchObject({ code: '409', refusal: 'slot_elsewhere' })
  expect(await act(keys[0]!, first!.id)).toMatchObject({ code: '200' })
  expect(await act(keys[1]!, first!.id)).toMatchObject({ code: '409', refusal: 'slot_full' })
  expect(await act(keys[0]!, second!.id), 'one appointment for one service').toMatchObject({
    code: '409',
    refusal: 'appointment_there',
  })
  expect(await world.call(consoleAppointmentsRemove, { raceid: RACE, id: first!.id }, desk)).toMatchObject({
    code: '409',
    refusal: 'slot_is_taken',
  })
  expect(
    await world.call(
      consoleAppointmentsSave,
      { raceid: RACE, id: first!.id, name: say('x'), place: say('y'), places: 0 },
      desk,
    ),
  ).toMatchObject({ code: '409', refusal: 'slot_is_taken' })
})

test('an appointment is booked, moved and given back on both paths; list, desk and account agree', async () => {
  const [first, second] = await slots()
  const before = await world.ask(appointmentList, { id: keys[0]! }, { ...runner, lang: 'en' })
  expect(before).toMatchObject({
    service: 'pickup',
    days: [{ day: '2026-03-05', slots: 2, left: 1 }],
    day: '2026-03-05',
    mine: [{ slotid: first!.id, name: 'Race pack', place: 'Expo', fixed: false }],
    registration: { mine: true, entered: true },
  })
  expect(before.services, 'the medical slots are for another event, but the service is there').toEqual([
    'pickup',
    'medical',
  ])
  expect(before.items.map(({ left, why }) => [left, why])).toEqual([
    [0, 'slot_full'],
    [1, null],
  ])
  expect(
    await world.ask(appointmentList, { id: keys[0]! }),
    'a stranger sees the slots, not the appointment',
  ).toMatchObject({ mine: [], registration: { mine: false } })
  const moved = await world.call(appointment, { id: keys[0]!, slotid: second!.id, act: 'change' }, runner)
  expect(moved).toMatchObject({
    code: '200',
    data: { appointment: { slotid: second!.id, _key: before.mine[0]!._key } },
  })
  expect((await slots()).map(({ taken }) => taken)).toEqual([0, 1])
  expect((await world.ask(consoleAppointmentsBooked, { raceid: RACE }, desk)).items).toMatchObject([
    { name: '沈跑跑', slotid: second!.id, _key: before.mine[0]!._key },
  ])
  expect((await world.ask(appointmentMy, { raceid: RACE }, runner)).items).toMatchObject([
    { slotid: second!.id, registration: { _key: keys[0] } },
  ])
  expect(await act(keys[0]!, second!.id, 'cancel')).toMatchObject({ code: '200', data: { appointment: null } })
  expect((await slots()).map(({ taken }) => taken)).toEqual([0, 0])
  expect((await world.ask(appointmentMy, {}, runner)).items).toEqual([])
})

test('a runner who will not run gives the slot back, at the next booking and by the clock', async () => {
  const [first, second] = await slots()
  await act(keys[0]!, first!.id)
  await act(keys[1]!, second!.id)
  for (const key of keys.slice(0, 2))
    await world.db
      .updateTable('registrations')
      .set({ deleted_at: world.clock.now() })
      .where('raceid', '=', RACE)
      .where('id', '=', await registrationid(key))
      .execute()
  expect(await act(keys[2]!, first!.id)).toMatchObject({ code: '200' })
  await freeSlots(world.db, world.clock.now())
  expect((await slots()).map(({ taken }) => taken)).toEqual([1, 0])
  await act(keys[2]!, first!.id, 'cancel')
})

test('of twenty simultaneous bookings of three places three succeed', async () => {
  await make({
    service: 'massage',
    from_at: '2026-03-06T09:00:00+08:00',
    until_at: '2026-03-06T09:30:00+08:00',
    places: 3,
  })
  const [slot] = await slots('massage')
  world.clock.advance(61_000)
  const many = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => (await world.ask(registrationSave, entrant(100 + n), runner))._key),
  )
  const answers = await Promise.all(many.map((key) => act(key, slot!.id)))
  expect(answers.filter(({ code }) => code === '200')).toHaveLength(3)
  expect((await slots('massage'))[0]!.taken).toBe(3)
  await Promise.all(many.map((key) => act(key, slot!.id, 'cancel')))
  expect((await slots('massage'))[0]!.taken).toBe(0)
})

test('for random simultaneous bookings, taken places are booked places, and nobody has two', async () => {
  await make({
    service: 'luggage',
    from_at: '2026-03-06T09:00:00+08:00',
    until_at: '2026-03-06T10:30:00+08:00',
    places: 2,
  })
  const three = await slots('luggage')
  const live = keys.slice(2)
  const wish = fc.record({
    who: fc.nat(live.length - 1),
    slot: fc.nat(2),
    how: fc.constantFrom('book' as const, 'change' as const, 'cancel' as const),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { minLength: 4, maxLength: 12 }), async (wishes) => {
      world.clock.advance(61_000)
      const answers = await Promise.all(wishes.map(({ who, slot, how }) => act(live[who]!, three[slot]!.id, how)))
      for (const { code, refusal } of answers)
        expect(['200', 'slot_full', 'appointment_there', 'appointment_none']).toContain(code === '200' ? code : refusal)
      const booked = await world.db
        .selectFrom('appointments')
        .select(['slotid', 'registrationid'])
        .where('raceid', '=', RACE)
        .where('service', '=', 'luggage')
        .where('state', '=', 'booked')
        .execute()
      for (const slot of await slots('luggage')) {
        expect(slot.taken).toBe(booked.filter(({ slotid }) => slotid === slot.id).length)
        expect(slot.taken).toBeLessThanOrEqual(slot.places)
      }
      expect(new Set(booked.map((one) => one.registrationid)).size).toBe(booked.length)
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

test('an empty slot is changed and removed', async () => {
  await make({
    service: 'other',
    from_at: '2026-03-07T09:00:00+08:00',
    until_at: '2026-03-07T10:00:00+08:00',
    minutes: 60,
  })
  const [slot] = await slots('other')
  expect(
    await world.ask(
      consoleAppointmentsSave,
      { raceid: RACE, id: slot!.id, name: say('新名', 'New'), place: say('新地点'), places: 9 },
      desk,
    ),
  ).toMatchObject({ places: 9, name: { en: 'New' } })
  await world.ask(consoleAppointmentsRemove, { raceid: RACE, id: slot!.id }, desk)
  expect(await slots('other')).toEqual([])
})

test('a slot that has begun can neither be booked nor left', async () => {
  const [first, second] = await slots()
  await act(keys[3]!, first!.id)
  world.clock.set('2026-03-05T09:00:00+08:00')
  expect(await act(keys[4]!, first!.id)).toMatchObject({ refusal: 'slot_past' })
  expect(await act(keys[3]!, first!.id, 'cancel')).toMatchObject({ refusal: 'slot_past' })
  expect(await act(keys[3]!, second!.id, 'change')).toMatchObject({ refusal: 'slot_past' })
})

test('a runner who missed a time may book another time once the first is over, and has one place only', async () => {
  world.clock.set('2026-03-05T09:00:00+08:00')
  desk = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
  await make({
    service: 'medical',
    name: say('体检'),
    from_at: '2026-03-05T10:00:00+08:00',
    until_at: '2026-03-05T11:00:00+08:00',
    minutes: 30,
  })
  const today = async () => (await slots('medical')).filter(({ name }) => name['zh-cn'] === '体检')
  const [first, second] = await today()
  await act(keys[3]!, first!.id)
  world.clock.set('2026-03-05T10:29:00+08:00')
  expect(await act(keys[3]!, second!.id)).toMatchObject({ refusal: 'appointment_there' })
  world.clock.set('2026-03-05T10:30:00+08:00')
  await make({
    service: 'medical',
    name: say('体检'),
    from_at: '2026-03-05T12:00:00+08:00',
    until_at: '2026-03-05T12:30:00+08:00',
    minutes: 30,
  })
  const third = (await today())[2]!
  expect(await act(keys[3]!, third.id)).toMatchObject({ code: '200' })
  expect((await today()).map(({ taken }) => taken)).toEqual([0, 0, 1])
})

test('slots that would overlap slots of the same service and event are left out', async () => {
  world.clock.set('2026-03-05T09:00:00+08:00')
  const make3 = (from: string, until: string, minutes: number) =>
    world.ask(
      consoleAppointmentsCreate,
      {
        raceid: RACE,
        service: 'massage',
        eventid: 0,
        name: say('放松'),
        place: say('终点'),
        places: 2,
        from_at: `2026-03-08T${from}:00+08:00`,
        until_at: `2026-03-08T${until}:00+08:00`,
        minutes,
      },
      desk,
    )
  expect(await make3('09:00', '10:00', 30)).toEqual({ made: 2, there: 0 })
  expect(await make3('08:45', '10:15', 30)).toEqual({ made: 0, there: 3 })
  expect(await make3('09:30', '11:00', 30)).toEqual({ made: 2, there: 1 })
  const twice = await Promise.all([make3('12:00', '13:00', 30), make3('12:15', '13:15', 30)])
  expect(twice.map(({ made }) => made).sort()).toEqual([0, 2])
})
