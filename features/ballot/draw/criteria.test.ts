import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenBallots, everybody, openBallots } from '#test/ballot/ballots.ts'
import { RACE } from '#test/entrants.ts'
import { consoleBallotsList } from '../console.contract.ts'
import { ballotMine } from '../contract.ts'

let world: OpenBallots
beforeAll(async () => {
  world = await openBallots()
})
afterAll(() => world.close())

test('criteria: segments, weights and direct entries weigh as declared, and say why', async () => {
  const eventid = await world.event({ places: 10, form: { ask: { area: 'optional' } } })
  const [woman, local, tagged, plain] = await world.several(4, eventid)
  const set = (id: number, row: object) =>
    world.db.updateTable('registrations').set(row).where('raceid', '=', RACE).where('id', '=', id).execute()
  await set(woman!.id, { gender: 'female', age_on_race_day: 30, province: null })
  await set(local!.id, { gender: 'male', age_on_race_day: 30, province: '浙江省', city: '杭州市' })
  await set(tagged!.id, { gender: 'male', age_on_race_day: 61, tag: '赞助商' })
  await set(plain!.id, {
    gender: 'male',
    age_on_race_day: 30,
    province: '江苏省',
    qualifying: JSON.stringify({ race: 'x', day: '2025-01-01', seconds: 1, proof: null, meets: true }),
  })
  const { id } = await world.declare(eventid, {
    places: 3,
    segments: [
      { name: 'local', says: { 'zh-cn': '本地' }, places: 1, who: { is: 'local', places: ['浙江', '杭州市'] } },
      { name: 'fast', says: {}, places: 1, who: { is: 'qualified' } },
      everybody,
    ],
    weights: [
      { who: { is: 'gender', gender: 'female' }, plus: 2 },
      { who: { is: 'age', from: 18, to: 40 }, plus: 1 },
      { who: { is: 'first_timer', races: [RACE - 1] }, plus: 3 },
    ],
    direct: [{ is: 'tag', tag: '赞助商' }],
  })
  await world.freeze(id)
  const entries = await world.entries(id)
  const weightsOf = (one: { id: number }) => entries.find(({ registrationid }) => registrationid === one.id)!.weights
  expect([woman!, local!, tagged!, plain!].map(weightsOf)).toEqual([[0, 0, 7], [5, 0, 5], null, [0, 5, 5]])
  expect((await world.ask(ballotMine, { id: tagged!._key }, world.runner)).why).toEqual(['直通名额：标签“赞助商”'])
  expect((await world.ask(ballotMine, { id: local!._key }, world.runner)).why).toEqual([
    '每位报名人 1 签',
    '18–40 岁：加 1 签',
    '首次参赛（未曾完赛往届）：加 3 签',
    '参加分组“本地”：5 签',
    '参加分组“公开”：5 签',
  ])
  await world.draw(id)
  expect((await world.ballotOf(id)).counts).toEqual({ local: 1, fast: 1, open: 0, direct: 1, drawn: 2, wait: 1 })
})

test('more direct entries than places undo the freezing, and say so', async () => {
  const eventid = await world.event()
  await world.several(3, eventid, {})
  const { id } = await world.declare(eventid, { places: 1, direct: [{ is: 'age', from: 0, to: 120 }] })
  await world.freeze(id)
  expect(await world.ballotOf(id)).toMatchObject({ state: 'declared', freezing_at: null, problem: 'too_many_direct' })
  expect(await world.entries(id)).toEqual([])
  const { items } = await world.ask(consoleBallotsList, { raceid: RACE }, world.staff)
  expect(items.find((one) => one.id === id)!.problem_says).toContain('直通名额')
})
