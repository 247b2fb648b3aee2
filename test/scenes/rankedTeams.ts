import { consoleTimingRank } from '#features/timing/course/ranking.contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { importResults } from '#features/results/service.ts'
import { type Ranking, type TeamRules, rankingOf } from '#features/results/rules.ts'
import { resultsTeams } from '#features/results/teams/teams.contract.ts'

export let world: World
export let timer: { token: string }
export let cashier: { token: string }
export const at = { raceid: RACE, eventid: 1 }
export const file = `参赛号,姓名,性别,出生日期,跑团,状态,枪成绩,净成绩
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
export const kinds: TeamRules['kinds'] = [
  { kind: 'open', scorers: 3, women: 1, men: 0 },
  { kind: 'women', scorers: 2, women: 0, men: 0 },
]
export const rank = (teams: unknown, more: Partial<Ranking> = {}) =>
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
export const teams = (input: object = {}) => world.ask(resultsTeams, { ...at, ...input })
export const line = async (input: object = {}) =>
  (await teams(input)).items.map(({ place, name, score }) => `${place ?? '–'} ${name} ${score ?? '–'}`)

export const openTeams = async (): Promise<void> => {
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
}
