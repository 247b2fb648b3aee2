import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  consoleTimingCorrect,
  consoleTimingRunner,
  consoleTimingUndo,
} from '#features/timing/corrections/corrections.contract.ts'
import { RACE } from '#test/entrants.ts'
import { importResults } from '../service.ts'
import { timingQuery, timingReportsFetch } from '../contract.ts'
import { resultsTeam, resultsTeams } from './teams.contract.ts'
import { world, timer, cashier, at, file, kinds, rank, teams, line, openTeams } from '#test/scenes/rankedTeams.ts'

beforeAll(openTeams)
afterAll(() => world?.close())

describe('an event that ranks teams', () => {
  test('refused: an unknown race, an event without team ranks, an unknown team, impossible rules', async () => {
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

  test('teams by rank with their scorers, then incomplete teams; searched, page by page, in the list of events, as a file', async () => {
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
    expect(await teams({ q: '個人的隊' }), 'traditional characters').toMatchObject({ items: [{ name: '一个人的队' }] })
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

  test('by ranks, unchanged or counted again', async () => {
    await rank({ of: 'club', kinds, score: 'places' })
    expect(await line()).toEqual(['1 江城跑团 16', '2 Harriers 17', '– 一个人的队 –'])
    expect((await teams()).items[0]!.runners.map(({ points }) => points)).toEqual(['4', '5', '7'])
    await rank({ of: 'club', kinds, score: 'places', numbering: 'teams' })
    expect(await line()).toEqual(['1 江城跑团 10', '2 Harriers 11', '– 一个人的队 –'])
    await rank({ of: 'club', kinds, basis: 'net' })
    expect((await line())[0]).toBe('1 江城跑团 04:35:40')
  })

  test("a runner's result names the team for which it counts; a hidden name counts and stays hidden", async () => {
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

  test('the team of a runner is corrected, logged, undone, and kept through an import; published ranks stay', async () => {
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

  test('a disqualification moves teams up, and its undo moves them back', async () => {
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
    // On 1 November A1 (born 31 December 1986) is 39 and B2 (born 29 February 1988) is 38. Only the year of birth is
    // known of A2.
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
