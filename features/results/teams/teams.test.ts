import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkCharacter } from '#features/people/rules.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { consoleTimingList } from '#features/timing/contract.ts'
import {
  consoleTimingCorrect,
  consoleTimingRunner,
  consoleTimingUndo,
} from '#features/timing/corrections/corrections.contract.ts'
import { consoleTimingRank } from '#features/timing/course/ranking.contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { send, timedHalf, worked } from '#test/timing.ts'
import { TEAMS_MOVED } from '#features/teams/rules.ts'
import { consoleTeamsSave } from '#features/teams/contract.ts'
import { type World, makeWorld } from '#test/world.ts'
import { importResults } from '../service.ts'
import { jobs } from '../jobs.ts'
import { timingQuery, timingReportsFetch } from '../contract.ts'
import { type Ranking, type TeamRules, rankingOf } from '../rules.ts'
import { resultsTeam, resultsTeams } from './teams.contract.ts'

let world: World
let timer: { token: string }
let cashier: { token: string }
const at = { raceid: RACE, eventid: 1 }
const file = `参赛号,姓名,性别,出生日期,跑团,状态,枪成绩,净成绩
A1,安一,女,1986-12-31,江城跑团,,1:30:00,1:29:50
A2,安二,男,1990,江城跑团,,1:31:00,1:30:50
A3,安三,男,1991-05-05,江城 跑团,,1:36:00,1:35:00
B1,白一,男,1980-01-01,Harriers,,1:29:00,1:28:50
B2,白二,女,1988-02-29,harriers,,1:33:00,1:32:00
B3,白三,男,1992-02-02,Harriers,,1:40:00,1:39:00
C1,陈一,男,,一个人的队,,1:28:00,1:27:50
C2,陈二,男,,一个人的队,DNF,,
D1,丁一,男,,个人,,1:27:00,1:26:50
`
const kinds: TeamRules['kinds'] = [
  { kind: 'open', scorers: 3, women: 1, men: 0 },
  { kind: 'women', scorers: 2, women: 0, men: 0 },
]
const rank = (teams: unknown, more: Partial<Ranking> = {}) =>
  world.call(
    consoleTimingRank,
    {
      ...at,
      ranking: { ...rankingOf({}), ...more, teams: teams as TeamRules | null },
      split_titles: { swapped: null, second: {}, third: {} },
      points: [],
    },
    timer,
  )
const teams = (input: object = {}) => world.ask(resultsTeams, { ...at, ...input })
const line = async (input: object = {}) =>
  (await teams(input)).items.map(({ place, name, score }) => `${place ?? '–'} ${name} ${score ?? '–'}`)

beforeAll(async () => {
  world = await makeWorld({ now: '2026-11-01T02:00:00Z' })
  await openRace(world)
  await openEvent(world)
  timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
  cashier = await staffSession(world, [{ raceid: RACE, role: 'cashier' }])
  await importResults(world.parts, {
    ...at,
    filename: 'r.csv',
    bytes: Buffer.from(file),
    publish: true,
    now: world.clock.now(),
  })
})
afterAll(() => world?.close())

describe('an event that ranks teams', () => {
  test('refused: no such race, an event that ranks none, a team that is not there, rules that can not be', async () => {
    await rank(null)
    expect(await world.call(resultsTeams, { raceid: 999_999, eventid: 1 })).toMatchObject({
      code: '404',
      refusal: 'race_not_found',
    })
    expect(await world.call(resultsTeams, at)).toMatchObject({ code: '404', refusal: 'no_teams_ranked' })
    expect(await world.call(resultsTeam, { ...at, team: 'harriers' })).toMatchObject({ refusal: 'no_teams_ranked' })
    expect((await world.app.inject({ url: `/results/${RACE}/1-teams.csv` })).statusCode).toBe(404)
    expect(await rank({ kinds: [{ kind: 'open', scorers: 3, women: 2, men: 2 }] })).toMatchObject({
      refusal: 'team_rules_wrong',
    })
    expect(await rank({ kinds: [{ kind: 'open', scorers: 1 }] })).toMatchObject({ code: '422' })
    expect(await rank({ of: 'club', kinds })).toMatchObject({ code: '200' })
    expect(await world.call(resultsTeam, { ...at, team: 'nobody' })).toMatchObject({ refusal: 'team_not_ranked' })
    expect(await world.call(resultsTeams, { ...at, kind: 'men' })).toMatchObject({ refusal: 'no_teams_ranked' })
  })

  test('teams by place with those who score, then those with too few; searched, page by page, in the list of events, as a file', async () => {
    await rank({ of: 'club', kinds })
    const list = await teams()
    expect(list).toMatchObject({
      kind: 'open',
      score: 'time',
      basis: 'gun',
      provisional: false,
      total: null,
      after: null,
      kinds: [
        { kind: 'open', scorers: 3, women: 1, teams: 3, complete: 2 },
        { kind: 'women', scorers: 2, teams: 2, complete: 0 },
      ],
    })
    expect(await line()).toEqual(['1 江城跑团 04:37:00', '2 Harriers 04:42:00', '– 一个人的队 01:28:00'])
    expect(list.items[1]).toMatchObject({
      team: 'harriers',
      gap: '00:05:00',
      finished: 3,
      scorers: 3,
      runners: [{ bib: 'B1', place: 3, time: '01:29:00', points: '01:29:00' }, { bib: 'B2' }, { bib: 'B3' }],
    })
    expect(list.items[2]).toMatchObject({ finished: 1, members: 2, missing: { any: 1, women: 1, men: 0 } })
    const first = await teams({ limit: 1 })
    expect([
      first.items.length,
      (await teams({ limit: 2, after: first.after! })).items.map(({ name }) => name),
    ]).toEqual([1, ['Harriers', '一个人的队']])
    expect((await teams({ after: '0.gone', limit: 9 })).items).toHaveLength(3)
    const long = await teams({ limit: 2 })
    expect((await teams({ limit: 2, after: long.after! })).items.map(({ name }) => name)).toEqual(['一个人的队'])
    expect(await teams({ q: 'HARR' })).toMatchObject({ total: 1, items: [{ name: 'Harriers' }] })
    expect(await line({ kind: 'women' })).toEqual(['– 江城跑团 01:30:00', '– Harriers 01:33:00'])
    expect((await world.ask(timingReportsFetch, at)).sheets[0]!.teams).toEqual(['open', 'women'])
    const whole = await world.ask(resultsTeam, { ...at, team: '一个人的队' })
    expect(whole).toMatchObject({
      name: '一个人的队',
      kinds: [{ kind: 'open', row: { place: null, runners: [{ bib: 'C1' }] } }],
      unfinished: [{ bib: 'C2', outcome: 'dnf', time: null }],
    })
    const { body, headers } = await world.app.inject({ url: `/results/${RACE}/1-teams.csv?_lang=en` })
    expect(headers['content-disposition']).toContain(`results-${RACE}-1-teams.csv`)
    expect(body.split('\r\n').slice(0, 3)).toEqual([
      '\uFEFFCategory,Place,Team,Total time,Scorers finished,Scorers needed,Bib,Name,Gender,Result,Counts',
      'Teams,1,江城跑团,04:37:00,3,3,A1,安一,F,01:30:00,01:30:00',
      'Teams,1,江城跑团,04:37:00,3,3,A2,安二,M,01:31:00,01:31:00',
    ])
  })

  test('by places, as they stand or counted anew', async () => {
    await rank({ of: 'club', kinds, score: 'places' })
    expect(await line()).toEqual(['1 江城跑团 16', '2 Harriers 17', '– 一个人的队 –'])
    expect((await teams()).items[0]!.runners.map(({ points }) => points)).toEqual(['4', '5', '7'])
    await rank({ of: 'club', kinds, score: 'places', numbering: 'teams' })
    expect(await line()).toEqual(['1 江城跑团 10', '2 Harriers 11', '– 一个人的队 –'])
    await rank({ of: 'club', kinds, basis: 'net' })
    expect((await line())[0]).toBe('1 江城跑团 04:35:40')
  })

  test("a runner's result says which team it counts for; a hidden name counts and stays hidden", async () => {
    await rank({ of: 'club', kinds })
    const query = async (bib: string) => (await world.ask(timingQuery, { raceid: RACE, bib })).report!.team
    expect(await query('A1')).toEqual({
      team: '江城跑团',
      name: '江城跑团',
      kinds: [
        { kind: 'open', place: 1, of: 2, score: '04:37:00', scores: true, finished: 3, scorers: 3 },
        { kind: 'women', place: null, of: 0, score: '01:30:00', scores: true, finished: 1, scorers: 2 },
      ],
    })
    expect([await query('D1'), (await query('C2'))!.kinds]).toEqual([
      null,
      [expect.objectContaining({ kind: 'open', scores: false })],
    ])
    await world.db
      .updateTable('results')
      .set({ hide_name: true })
      .where('raceid', '=', RACE)
      .where('bib', '=', 'A2')
      .execute()
    const [{ runners, score }] = (await teams()).items as [Awaited<ReturnType<typeof teams>>['items'][number]]
    expect([score, runners.map(({ name }) => name)]).toEqual(['04:37:00', ['安一', null, '安三']])
    await world.db.updateTable('results').set({ hide_name: false }).where('raceid', '=', RACE).execute()
  })

  test('for whom somebody runs is corrected, logged, undone, and kept through an import; published places stay as they are', async () => {
    await rank({ of: 'club', kinds })
    const before = await teams()
    const correct = (bib: string, team: string) =>
      world.call(consoleTimingCorrect, { ...at, bib, change: { kind: 'team', team }, reason: '名单有误' }, timer)
    expect(
      await world.call(
        consoleTimingCorrect,
        { ...at, bib: 'D1', change: { kind: 'team', team: 'Harriers' }, reason: '名单有误' },
        cashier,
      ),
    ).toMatchObject({ code: '403' })
    expect(await correct('Z9', 'Harriers')).toMatchObject({ refusal: 'result_not_found' })
    const { data: done } = await correct('D1', 'HARRIERS')
    expect(await line()).toEqual(['1 Harriers 04:29:00', '2 江城跑团 04:37:00', '– 一个人的队 01:28:00'])
    expect((await teams()).version).not.toBe(before.version)
    const { data: left } = await correct('A1', '')
    expect(await line()).toEqual(['1 Harriers 04:29:00', '– 江城跑团 03:07:00', '– 一个人的队 01:28:00'])
    expect(await world.ask(consoleTimingRunner, { ...at, bib: 'D1' }, timer)).toMatchObject({
      team: 'Harriers',
      teams: true,
      corrections: [{ kind: 'team', team: 'HARRIERS', reason: '名单有误' }],
      result: { corrected: false },
    })
    expect(
      (
        await world.db
          .selectFrom('result_sheets')
          .select('corrected')
          .where('raceid', '=', RACE)
          .executeTakeFirstOrThrow()
      ).corrected,
    ).toBe(false)
    await importResults(world.parts, {
      ...at,
      filename: 'r.csv',
      bytes: Buffer.from(file.replace('1:27:00,1:26:50', '1:27:10,1:27:00')),
      replace: true,
      now: world.clock.now(),
    })
    expect((await line())[0]).toBe('1 Harriers 04:29:10')
    for (const id of [done!.id, left!.id]) await world.ask(consoleTimingUndo, { ...at, id }, timer)
    expect((await teams()).items).toEqual(before.items)
    expect(
      await world.db
        .selectFrom('log')
        .select('what')
        .where('what', 'in', ['result corrected', 'correction undone'])
        .execute(),
    ).toHaveLength(4)
  })

  test('a disqualification moves teams up, and its undoing moves them back', async () => {
    await rank({ of: 'club', kinds })
    const before = (await teams()).items
    const { id } = await world.ask(
      consoleTimingCorrect,
      { ...at, bib: 'A3', change: { kind: 'outcome', outcome: 'dsq', rule: 'TR55' }, reason: '抄近路' },
      timer,
    )
    expect(await line()).toEqual(['1 Harriers 04:42:00', '– 江城跑团 03:01:00', '– 一个人的队 01:28:00'])
    expect(await world.ask(resultsTeam, { ...at, team: '江城跑团' })).toMatchObject({
      unfinished: [{ bib: 'A3', outcome: 'dsq' }],
    })
    await world.ask(consoleTimingUndo, { ...at, id }, timer)
    expect((await teams()).items).toEqual(before)
  })

  test('age groups by race day or by the calendar year, from birth dates and years of a file', async () => {
    const groups = async () =>
      Object.fromEntries(
        (await world.ask(timingReportsFetch, { ...at, limit: 50 })).items.map(({ bib, agegroup }) => [bib, agegroup]),
      )
    // On 1 November A1 (31 December 1986) is 39 and B2 (29 February 1988) 38; A2 has a year alone.
    await rank(null)
    expect(await groups()).toMatchObject({ A1: '35-39', A2: '35-39', B2: '35-39', C1: null })
    await rank(null, { age_basis: 'calendar_year' })
    expect(await groups()).toMatchObject({ A1: '40-44', A2: '35-39', B2: '35-39', C1: null })
    await importResults(world.parts, {
      ...at,
      filename: 'r.csv',
      bytes: Buffer.from(file.replace('1990', '2026-12-01')),
      dry: true,
      now: world.clock.now(),
    }).then((done) =>
      expect(done).toMatchObject({
        report: { problems: expect.arrayContaining([expect.objectContaining({ word: 'bad_birth', bib: 'A2' })]) },
      }),
    )
  })
})

test('the year is that of the race in its own zone: a minute before midnight on 31 December in Shanghai, and on the morning of 1 January', async () => {
  const ages = async (raceid: number, time: string) => {
    await openRace(world, { id: raceid, time: new Date(time) })
    await openEvent(world, { raceid, start_at: null, ranking: { age_basis: 'calendar_year' } })
    await importResults(world.parts, {
      raceid,
      eventid: 1,
      filename: 'r.csv',
      bytes: Buffer.from(
        'bib,dob,time\n1,1987-12-31,1:30:00\n2,1987-01-01,1:31:00\n3,1988-02-29,1:32:00\n4,1987,1:33:00',
      ),
      publish: true,
      now: world.clock.now(),
    })
    return (
      await world.db
        .selectFrom('results')
        .select(['bib', 'age', 'age_in_year', 'agegroup'])
        .where('raceid', '=', raceid)
        .orderBy('bib')
        .execute()
    ).map(({ age, age_in_year, agegroup }) => [age, age_in_year, agegroup])
  }
  expect(await ages(2999, '2026-12-31T15:59:00Z')).toEqual([
    [39, 39, '35-39'],
    [39, 39, '35-39'],
    [38, 38, '35-39'],
    [null, 39, '35-39'],
  ])
  expect(await ages(3000, '2026-12-31T23:30:00Z')).toEqual([
    [39, 40, '40-44'],
    [40, 40, '40-44'],
    [38, 39, '35-39'],
    [null, 40, '40-44'],
  ])
})

let turns = 0
test('a timed event counts the team that a registration is of, live; its age groups go by the year once it is set, also for who signed up before', async () => {
  // Tried again it is another event with other people.
  const turn = turns++
  const [raceid, eventid] = [RACE, 2 + turn]
  const event = { raceid, eventid }
  const bib = (n: number) => `9${turn}${n}`
  await openEvent(world, { id: eventid, name: '十公里' })
  const mats = await timedHalf(world, timer, event)
  const born = (year: string) => `330106${year}1231`
  const runner = await runnerSession(world)
  for (const [n, year] of ['1986', '1990'].entries()) {
    const digits = `${born(year)}${turn}0${n + 1}`
    await world.ask(
      registrationSave,
      {
        ...entrant(100 * turn + n + 1, {
          eventid,
          idnum: digits + checkCharacter(digits),
          name: n === 0 ? '钱多多' : '孙小小',
        }),
      },
      runner,
    )
  }
  const rows = await world.db
    .selectFrom('registrations')
    .select(['id', 'age_on_race_day', 'age_in_race_year'])
    .where('raceid', '=', raceid)
    .where('eventid', '=', eventid)
    .orderBy('id')
    .execute()
  expect(rows.map(({ age_on_race_day, age_in_race_year }) => [age_on_race_day, age_in_race_year])).toEqual([
    [39, 40],
    [35, 36],
  ])
  const now = world.clock.now()
  const team = await world.db
    .insertInto('teams')
    .values({
      raceid,
      name: `夜跑团${turn}`,
      name_norm: `夜跑团${turn}`,
      profile: '',
      cover: '',
      password: '',
      captain: rows[0]!.id,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [n, { id }] of rows.entries())
    await world.db
      .updateTable('registrations')
      .set({ teamid: team.id, bib: bib(n), pay_at: now, state: 'normal', age_in_race_year: null })
      .where('raceid', '=', raceid)
      .where('id', '=', id)
      .execute()
  await world.ask(
    consoleTimingList,
    {
      ...event,
      kind: 'runners',
      csv: `bib,name,gender,yob,club\n${bib(2)},李三,男,1986,夜跑 团${turn}\n${bib(3)},周四,女,2000-01-01,无`,
    },
    timer,
  )
  const saved = await world.call(
    consoleTimingRank,
    {
      ...event,
      ranking: {
        ...rankingOf({}),
        age_basis: 'calendar_year',
        teams: { ...rankingOf({ teams: { kinds: [{ kind: 'open', scorers: 2 }] } }).teams! },
      },
      split_titles: { swapped: null, second: {}, third: {} },
      points: [],
    },
    timer,
  )
  expect(saved).toMatchObject({ code: '200' })
  await send(world, mats.start, [
    [bib(0), 2],
    [bib(1), 3],
    [bib(2), 4],
  ])
  await send(world, mats.finish, [
    [bib(0), 5000],
    [bib(2), 5100],
  ])
  await worked(world)
  const list = async () =>
    (await world.ask(resultsTeams, event)).items.map(({ place, name, score, members }) => [place, name, score, members])
  expect(await list()).toEqual([[1, `夜跑团${turn}`, '02:48:20', 3]])
  expect((await world.ask(resultsTeams, event)).provisional).toBe(true)
  await send(world, mats.finish, [[bib(1), 4990]])
  await worked(world)
  expect(await list()).toEqual([[1, `夜跑团${turn}`, '02:46:30', 3]])
  // The organisers rename the team and take a member out: a job ranks anew.
  const teamer = await staffSession(world, [{ raceid: null, role: 'director' }])
  await world.ask(
    consoleTeamsSave,
    { raceid, id: team.id, name: `晨跑团${turn}`, profile: '', remove_member: rows[1]!.id },
    teamer,
  )
  const { rows: coming } = await sql<{
    payload: unknown
  }>`select payload from graphile_worker._private_jobs where key = ${`${TEAMS_MOVED} ${raceid}`}`.execute(world.db)
  expect(coming).toEqual([{ payload: { raceid } }])
  await jobs.find(({ name }) => name === TEAMS_MOVED)!.run({ raceid }, { ...world.parts, now: world.clock.now() })
  expect(await list()).toEqual([
    [null, `晨跑团${turn}`, '01:23:20', 1],
    [null, `夜跑 团${turn}`, '01:25:00', 1],
  ])
  expect((await world.ask(timingReportsFetch, event)).items.map((one) => [one.bib, one.agegroup])).toEqual([
    [bib(1), '35-39'],
    [bib(0), '40-44'],
    [bib(2), '40-44'],
  ])
})
