import { expect, test } from 'vitest'
import { type FileTable, readTable } from '#features/files/table.rules.ts'
import { withTitles } from '../headers/titleRow.rules.ts'
import { mapResultColumns } from '../reading/columns.rules.ts'
import { withRelays } from './relays.rules.ts'
import { readResults } from '../reading/rows.rules.ts'

const joined = (text: string) => withRelays(withTitles(readTable(text) as FileTable))
/** Reads the list of a relay: its points, its problems and its results, with the times at the ends of the legs. */
const read = (text: string) => {
  const table = joined(text)
  if ('unclear' in table) return table
  const { columns } = mapResultColumns(table.header, table.rows)
  const { results, points, problems } = readResults(table, columns, { metres: null })
  return {
    points: points.map(({ label }) => label),
    problems: problems.map(({ word }) => word),
    results: results.map(({ line, bib, name, gun_ms, net_ms, outcome, splits }) => [
      line,
      bib,
      name,
      (gun_ms ?? net_ms ?? 0) / 1000,
      outcome,
      splits.map((ms) => (ms === null ? null : ms / 1000)),
    ]),
  }
}
const three = (rows: string) => `参赛号,队名,棒次,姓名,单棒成绩,团队成绩\n${rows}`

test('rows of legs with the time of each leg and of the team become one result of the team', () => {
  expect(
    read(
      three(
        '101,跑吧,1,甲,0:20:00,1:03:00\n101,跑吧,2,乙,0:22:00,1:03:00\n101,跑吧,3,丙,0:21:00,1:03:00\n' +
          '102,飞鹰,2,戊,0:23:00,1:06:00\n102,飞鹰,1,丁,0:21:00,1:06:00\n102,飞鹰,3,己,0:22:00,1:06:00\n',
      ),
    ),
  ).toEqual({
    points: ['第1棒', '第2棒'],
    problems: [],
    results: [
      [2, '101', '跑吧（甲、乙、丙）', 3780, 'finished', [1200, 2520]],
      [6, '102', '飞鹰（丁、戊、己）', 3960, 'finished', [1260, 2640]],
    ],
  })
})

test('cells that are merged over a team, bibs with the leg behind them, and teams without a common bib', () => {
  const results = [
    [2, '101', '跑吧（甲、乙）', 2520, 'finished', [1200]],
    [4, '102', '飞鹰（丙、丁）', 2700, 'finished', [1260]],
  ]
  const merged =
    '101,跑吧,第一棒,甲,0:20:00,0:42:00\n,,第二棒,乙,0:22:00,\n102,飞鹰,第一棒,丙,0:21:00,0:45:00\n,,第二棒,丁,0:24:00,\n'
  expect(read(three(merged))).toMatchObject({ results })
  const behind =
    '101-1,跑吧,1,甲,0:20:00,0:42:00\n101-2,跑吧,2,乙,0:22:00,0:42:00\n102-1,飞鹰,1,丙,0:21:00,0:45:00\n102-2,飞鹰,2,丁,0:24:00,0:45:00\n'
  expect(read(three(behind))).toMatchObject({ results })
  expect(read(three(behind.replaceAll('-1', 'A').replaceAll('-2', 'B')))).toMatchObject({ results })
  const own =
    'Bib,Team,Leg,Name,Leg Time\n7,Hares,1,Ann,20:00\n9,Hares,2,Bob,18:00\n8,Owls,1,Cat,19:00\n3,Owls,2,Dan,22:00\n'
  expect(read(own)).toEqual({
    points: ['Leg 1'],
    problems: [],
    results: [
      [2, '7', 'Hares (Ann, Bob)', 2280, 'finished', [1200]],
      [4, '8', 'Owls (Cat, Dan)', 2460, 'finished', [1140]],
    ],
  })
})

test('times since the gun are no times of legs; a team that stopped has no time', () => {
  const list =
    '号码,棒次,姓名,累计用时,状态\n1,1,甲,0:20:00,完赛\n1,2,乙,0:41:00,完赛\n2,1,丙,0:22:00,完赛\n2,2,丁,,退赛\n3,1,戊,0:21:00,完赛\n3,2,己,0:43:00,完赛\n'
  expect(read(list)).toEqual({
    points: ['第1棒'],
    problems: [],
    results: [
      [2, '1', '甲、乙', 2460, 'finished', [1200]],
      [4, '2', '丙、丁', 0, 'dnf', [1320]],
      [6, '3', '戊、己', 2580, 'finished', [1260]],
    ],
  })
})

test('for a column with two possible meanings the page asks, and its title answers', () => {
  const list = (title: string) =>
    `号码,棒次,姓名,${title}\n1,1,甲,0:20:00\n1,2,乙,0:41:00\n2,1,丙,0:22:00\n2,2,丁,0:45:00\n`
  expect(read(list('成绩'))).toEqual({ unclear: '成绩' })
  const totals = (text: string) => {
    const found = read(text)
    return 'unclear' in found ? found : found.results.map(([, bib, , seconds]) => [bib, seconds])
  }
  expect(totals(list('单棒用时'))).toEqual([
    ['1', 3660],
    ['2', 4020],
  ])
  expect(totals(list('累计用时'))).toEqual([
    ['1', 2460],
    ['2', 2700],
  ])
})

test('a list with one row for each team keeps its legs, and a list of one leg or of runners stays as it is', () => {
  const legs = 'No,Team,Leg 1,Leg 2,Leg 3,Total\n1,Hares,20:00,21:00,19:00,1:00:00\n2,Owls,22:00,20:00,21:30,1:03:30\n'
  expect(read(legs)).toEqual({
    points: ['Leg 1', 'Leg 2'],
    problems: [],
    results: [
      [2, '1', null, 3600, 'finished', [1200, 2460]],
      [3, '2', null, 3810, 'finished', [1320, 2520]],
    ],
  })
  for (const text of [
    '号码,棒次,姓名,成绩\n1,2,甲,0:20:00\n2,2,乙,0:21:00\n',
    'bib,name,leg,time\n1,Ann,left,20:00\n1,Bob,right,21:00\n',
    'bib,name,time\n1,Ann,20:00\n1,Bob,21:00\n',
  ])
    expect(joined(text)).toEqual(withTitles(readTable(text) as FileTable))
})
