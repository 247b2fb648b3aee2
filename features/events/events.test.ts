import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayIn } from '#contract/days.ts'
import { openEvent, openRace } from '#test/entrants.ts'
import { type World, makeWorld } from '#test/world.ts'
import { eventShow, raceEvents } from './contract.ts'
import { formOf, raceDayOf, signupPhaseOf } from './rules.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, { id: 1, sort: 2, places: 30 })
  await openEvent(world, {
    id: 2,
    sort: 1,
    names: {},
    name: '欢乐跑',
    type: 'fun_run',
    price: 0,
    form: {
      idtypes: ['idcard'],
      ask: { email: 'required', packagebus: 'required' },
      packagebus: ['火车站', '机场'],
      questions: [{ name: 'best', kind: 'text', required: true, says: { 'zh-cn': '最好成绩', en: 'Personal best' } }],
    },
  })
})
afterAll(() => world.close())

describe('raceEvents', () => {
  test('refuses an unknown or unpublished race', async () => {
    expect(await world.call(raceEvents, { raceid: 1 })).toMatchObject({ code: '404', refusal: 'race_not_found' })
    await openRace(world, { id: 7, published_at: null })
    expect(await world.call(raceEvents, { raceid: 7 })).toMatchObject({ refusal: 'race_not_found' })
  })
  test('lists events in their order, with price, places left, state and form, in the language asked for', async () => {
    const [fun, half] = await world.ask(raceEvents, { raceid: 2026 }, { lang: 'en' })
    expect(half).toMatchObject({
      id: 1,
      name: 'Half marathon',
      type: 'half',
      distance: 21_097.5,
      price: 12_000,
      state: 'normal',
      places: 30,
      places_left: 30,
      signup: 'open',
      pay_minutes: 60,
      race_day: '2026-11-01',
      race: { id: 2026, city: '江城' },
    })
    expect(fun!.form).toMatchObject({
      idtypes: ['idcard'],
      fields: [
        { name: 'email', kind: 'email', required: true },
        {
          name: 'packagebus',
          kind: 'choice',
          options: [
            { value: '火车站', label: '火车站' },
            { value: '机场', label: '机场' },
          ],
        },
        { name: 'best', label: 'Personal best', required: true },
      ],
    })
  })
})

describe('eventShow', () => {
  test('refuses an unknown event', async () => {
    expect(await world.call(eventShow, { raceid: 2026, id: 99 })).toMatchObject({
      code: '404',
      refusal: 'event_not_found',
      msg: '没有找到这个组别',
    })
  })
  test('answers every field of the specification under its name', async () => {
    const event = await world.ask(eventShow, { raceid: 2026, id: 1 })
    expect(Object.keys(event)).toEqual(
      expect.arrayContaining([
        'id',
        'raceid',
        'name',
        'state',
        'price',
        'paystate',
        'poster_reg',
        'poster_paid',
        'pay_end',
        'draw_at',
        'race',
      ]),
    )
  })
})

describe('rules of an event', () => {
  const now = new Date('2026-03-01T04:00:00Z')
  const later = new Date('2026-03-02T04:00:00Z')
  test.each([
    ['soon', { signup_from: later }],
    ['open', { signup_from: now }],
    ['open', { signup_until: later }],
    ['over', { signup_until: now }],
    ['full', { taken: 5 }],
    ['open', { taken: 5, state: 'draw' }],
    ['over', { taken: 5, signup_until: now }],
  ] as const)('%s: %o', (phase, change) => {
    expect(
      signupPhaseOf({ signup_from: null, signup_until: null, state: 'normal', places: 5, taken: 0, ...change }, now),
    ).toBe(phase)
  })
  test("the race day is the day of the start on the race's own clock", () => {
    const race = { time: new Date('2026-10-31T16:30:00Z'), zone: 'Asia/Shanghai' }
    expect(raceDayOf({ start_at: null }, race)).toBe('2026-11-01')
    expect(raceDayOf({ start_at: new Date('2026-10-31T15:59:59Z') }, race)).toBe('2026-10-31')
    expect(dayIn('America/New_York', new Date('2026-11-01T03:59:00Z'))).toBe('2026-10-31')
  })
  test('a form that cannot be read asks the defaults', () => {
    expect(formOf({ form: { idtypes: 'all' } }).ask).toMatchObject({ emername: 'required' })
  })
})
