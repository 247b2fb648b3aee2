import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkCharacter } from '#features/people/rules.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { consoleTimingList } from '#features/timing/contract.ts'
import { consoleTimingRank } from '#features/timing/course/ranking.contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { send, timedHalf, worked } from '#test/timing.ts'
import { TEAMS_MOVED } from '#features/teams/rules.ts'
import { consoleTeamsSave } from '#features/teams/contract.ts'
import { importResults } from '../service.ts'
import { jobs } from '../jobs.ts'
import { timingReportsFetch } from '../contract.ts'
import { rankingOf } from '../rules.ts'
import { resultsTeams } from './teams.contract.ts'
import { world, timer, openTeams } from '#test/scenes/rankedTeams.ts'

beforeAll(openTeams)
afterAll(() => world?.close())

test('the year is the year of the race in its own zone: a minute before midnight on 31 December in Shanghai, and on the morning of 1 January', async () => {
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
test('a timed event counts the present team of a registration; its age groups go by the year once it is set, also for earlier sign-ups', async () => {
  // Each run of the test uses another event with other people.
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
  // The organisers rename the team and take a member out. A job then ranks the teams again.
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
