import { afterAll, beforeAll, expect, test } from 'vitest'
import { raceHome } from '#features/finder/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant } from '#test/entrants.ts'
import { type Leavers, openLeavers } from '#test/leavers.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import {
  consoleSafetyEnd,
  consoleSafetyFlag,
  consoleSafetyPreview,
  consoleSafetySend,
  consoleSafetyShow,
  safetyNow,
} from './contract.ts'
import { suggestedColour } from './rules.ts'
import { broadcastJob } from './sending.service.ts'

let desk: Leavers
let director: { token: string }
beforeAll(async () => {
  desk = await openLeavers()
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
}, 60_000)
afterAll(() => desk?.close())

const said = {
  title: { 'zh-cn': '雷暴预警', en: 'Thunderstorm' },
  body: { 'zh-cn': '比赛中止，请就近进入室内避险。', en: 'The race is stopped. Go indoors.' },
}
const send = (change: object = {}, as: { token: string } = director) =>
  desk.call(consoleSafetySend, { raceid: RACE, ...said, confirmed: '1' as never, ...change }, as)
const work = (id: number) =>
  broadcastJob.run({ raceid: RACE, id }, { ...desk.parts, now: desk.clock.now() } as Parameters<
    typeof broadcastJob.run
  >[1])
const messages = (id: number) =>
  desk.db
    .selectFrom('messages')
    .select(['key', 'state', 'uid', 'mobile_mask'])
    .where('template', '=', 'safety')
    .where('key', 'like', `safety ${RACE}/${id} %`)
    .execute()

test('the limits of heat and air', () => {
  expect([18.3, 18.4, 22.8, 27.8, 27.9].map((wbgt) => suggestedColour('heat', wbgt))).toEqual([
    'green',
    'yellow',
    'yellow',
    'red',
    'black',
  ])
  expect([0, 100, 101, 150, 200, 201, 500].map((aqi) => suggestedColour('air', aqi))).toEqual([
    'green',
    'green',
    'yellow',
    'yellow',
    'red',
    'black',
    'black',
  ])
})

test('refuses staff without the right, and a press without the confirmation', async () => {
  for (const role of ['editor', 'timer', 'registrar'] as const)
    expect((await send({}, await staffSession(desk, [{ raceid: RACE, role }]))).code).toBe('403')
  expect((await send({ confirmed: false })).refusal).toBe('safety_not_confirmed')
  expect((await send({ eventids: [99] })).code).toBe('422')
  expect((await send({ title: { 'zh-cn': ' ' } })).code).toBe('422')
  expect((await send({ body: { 'zh-cn': '长'.repeat(151) } })).code).toBe('422')
  expect((await desk.ask(safetyNow, { raceid: RACE }, {})).broadcasts).toEqual([])
})

test('reaches every registered and paid runner once, on every page at once, and at night', async () => {
  const one = await desk.paid()
  await desk.paid({ mobile: '13900000001' })
  await desk.paid({ mobile: '13900000001', eventid: 2 })
  await desk.ask(registrationSave, entrant(desk.somebody()), desk.runner)
  expect(await desk.ask(consoleSafetyPreview, { raceid: RACE }, director)).toEqual({
    registrations: 3,
    accounts: 1,
    mobiles: 2,
  })
  expect(await desk.ask(consoleSafetyPreview, { raceid: RACE, eventids: [2] }, director)).toMatchObject({
    registrations: 1,
  })
  const { data } = await send()
  expect(data).toMatchObject({ total: 3 })
  // The pages show the broadcast before the first message has gone out.
  const { broadcasts } = await desk.ask(safetyNow, { raceid: RACE }, { lang: 'en' })
  expect(broadcasts).toMatchObject([{ title: 'Thunderstorm', body: 'The race is stopped. Go indoors.' }])
  expect((await desk.ask(safetyNow, { raceid: RACE }, { lang: 'zh-tw' })).broadcasts[0]!.title).toBe('雷暴预警')
  await work(data.id)
  await work(data.id)
  const sent = await messages(data.id)
  expect(sent.filter(({ uid }) => uid !== null)).toHaveLength(1)
  expect(sent.filter(({ mobile_mask }) => mobile_mask !== null)).toHaveLength(2)
  const { broadcasts: listed } = await desk.ask(consoleSafetyShow, { raceid: RACE }, director)
  expect(listed[0]).toMatchObject({ total: 3, notified: 3, shown: true, by: '工作人员', eventids: [] })

  await desk.ask(consoleSafetyEnd, { raceid: RACE, id: data.id }, director)
  expect((await desk.ask(safetyNow, { raceid: RACE }, {})).broadcasts).toEqual([])
  expect(one.id).toBeGreaterThan(0)
})

test('reaches only runners under way, if staff choose them', async () => {
  const [running, finished] = [await desk.paid(), await desk.paid()]
  await desk.db
    .insertInto('results')
    .values(
      (
        [
          [running, 'running', '1'],
          [finished, 'finished', '2'],
        ] as const
      ).map(([{ id, _key }, outcome, bib]) => ({
        raceid: RACE,
        _key: `${_key.slice(0, -1)}z`,
        eventid: 1,
        bib,
        registrationid: id,
        name: '沈跑跑',
        outcome,
        gun_ms: outcome === 'finished' ? 5_000_000 : null,
        created_at: desk.clock.now(),
        updated_at: desk.clock.now(),
      })),
    )
    .execute()
  const whom = { raceid: RACE, audience: 'course' } as const
  expect(await desk.ask(consoleSafetyPreview, whom, director)).toMatchObject({ registrations: 1 })
})

test('a broadcast that staff end, or whose time is over, reaches nobody else', async () => {
  const [ended, late] = [(await send()).data, (await send({ minutes: 30 })).data]
  await desk.ask(consoleSafetyEnd, { raceid: RACE, id: ended.id }, director)
  await work(ended.id)
  expect(await messages(ended.id)).toEqual([])
  desk.clock.advance(31 * 60_000)
  await work(late.id)
  expect(await messages(late.id)).toEqual([])
  const { broadcasts } = await desk.ask(consoleSafetyShow, { raceid: RACE }, director)
  expect(broadcasts.filter(({ id }) => id === ended.id || id === late.id).map(({ notified }) => notified)).toEqual([
    0, 0,
  ])
})

test('disappears from the pages by itself', async () => {
  const { data } = await send({ minutes: 5, by_text: false })
  await work(data.id)
  expect((await messages(data.id)).every(({ mobile_mask }) => mobile_mask === null)).toBe(true)
  desk.clock.advance(6 * 60_000)
  expect((await desk.ask(safetyNow, { raceid: RACE }, {})).broadcasts).toEqual([])
})

test('flags are raised, changed and lowered, with advice of the organisers', async () => {
  const flag = (change: object) =>
    desk.call(consoleSafetyFlag, { raceid: RACE, of: 'heat', colour: 'red', ...change } as never, director)
  for (const measured of [61, -61, Number.NaN, 1e9]) expect((await flag({ measured })).code).toBe('422')
  expect((await flag({ colour: 'purple' })).code).toBe('422')
  expect((await desk.ask(raceHome, { raceid: RACE })).has_flags).toBe(false)
  desk.clock.advance(10_000)
  await flag({ measured: 26.04, note: { 'zh-cn': '15 公里后有喷淋' } })
  await flag({ of: 'air', colour: 'green', measured: 42 })
  const now = async () => (await desk.ask(safetyNow, { raceid: RACE }, { lang: 'en' })).flags
  expect(await now()).toMatchObject([
    { of: 'air', colour: 'green', measured: 42 },
    { of: 'heat', colour: 'red', measured: 26, note: '15 公里后有喷淋' },
  ])
  expect((await desk.ask(raceHome, { raceid: RACE })).has_flags).toBe(true)
  await flag({ colour: undefined })
  expect((await now()).map(({ of }) => of)).toEqual(['air'])
  const { history } = await desk.ask(consoleSafetyShow, { raceid: RACE }, director)
  expect(history.map(({ of, colour }) => [of, colour])).toEqual([
    ['heat', null],
    ['air', 'green'],
    ['heat', 'red'],
  ])
})

test('answers a GET with an ETag, and shows nothing of an unpublished race', async () => {
  const answer = await desk.app.inject({ method: 'GET', url: `/safety/now?raceid=${RACE}&_lang=en` })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers.etag).toBeTruthy()
  expect((await desk.call(safetyNow, { raceid: 4242 }, await runnerSession(desk))).refusal).toBe('race_not_found')
})
