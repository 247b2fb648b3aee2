import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenBallots, everybody, openBallots } from '#test/ballot/ballots.ts'
import { RACE } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { saveRace } from '#features/races/service.ts'
import { consoleBallotsDeclare, consoleBallotsList } from '../console.contract.ts'
import { ballotMine } from '../contract.ts'

let world: OpenBallots
beforeAll(async () => {
  world = await openBallots()
})
afterAll(() => world.close())

const openRaceNumbered = (id: number) => {
  const now = world.clock.now()
  return world.db.transaction().execute((tx) => saveRace(tx, { id, name: `${id}`, time: now, published_at: now }, now))
}

test('criteria: segments, weights and direct entries count as declared, with the reason', async () => {
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
  await openRaceNumbered(RACE - 1)
  const earlier = { staffid: world.staff.staffid, raceid: RACE - 1, role: 'director' }
  await world.db.insertInto('staff_roles').values(earlier).execute()
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

test('a criterion names only races whose events the member of staff may set up', async () => {
  const eventid = await world.event({ places: 10 })
  const director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  await openRaceNumbered(RACE + 1)
  const declare = (races: number[], as: { token: string }) =>
    world.call(
      consoleBallotsDeclare,
      {
        raceid: RACE,
        eventid,
        declared: {
          places: 3,
          segments: [{ name: 'new', says: {}, places: 1, who: { is: 'first_timer', races } }, everybody],
          weights: [{ who: { is: 'first_timer', races: [RACE] }, plus: 1 }],
          direct: [{ is: 'first_timer', races }],
          source: {
            kind: 'number',
            says: '收盘点数',
            at: new Date(world.clock.now().getTime() + 86_400_000).toISOString(),
          },
        },
        draw_at: null,
        pay_end: null,
      },
      { ...as, lang: 'en' },
    )
  const refused = (races: string) => ({
    refusal: 'field_wrong',
    data: {
      fields: {
        segments: `There is no race ${races}, or you can't set up its events`,
        direct: `There is no race ${races}, or you can't set up its events`,
      },
    },
  })
  expect(await declare([RACE, RACE + 1, 99_999], director)).toMatchObject(refused(`${RACE + 1}, 99999`))
  expect(await declare([99_999], world.staff)).toMatchObject(refused('99999'))
  const both = await staffSession(
    world,
    [RACE, RACE + 1].map((raceid) => ({ raceid, role: 'director' as const })),
  )
  expect(await declare([RACE, RACE + 1], both)).toMatchObject({ code: '200' })
  // A colleague may declare the draw again with the races of the former declaration, but with no further race.
  expect(await declare([RACE, RACE + 1], director)).toMatchObject({ code: '200' })
  expect(await declare([RACE, RACE + 2], director)).toMatchObject({ refusal: 'field_wrong' })
})

test('more direct entries than places undo the freezing, and the ballot says so', async () => {
  const eventid = await world.event()
  await world.several(3, eventid, {})
  const { id } = await world.declare(eventid, { places: 1, direct: [{ is: 'age', from: 0, to: 120 }] })
  await world.freeze(id)
  expect(await world.ballotOf(id)).toMatchObject({ state: 'declared', freezing_at: null, problem: 'too_many_direct' })
  expect(await world.entries(id)).toEqual([])
  const { items } = await world.ask(consoleBallotsList, { raceid: RACE }, world.staff)
  expect(items.find((one) => one.id === id)!.problem_says).toContain('直通名额')
})
