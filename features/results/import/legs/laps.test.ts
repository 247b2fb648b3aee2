import { expect, test } from 'vitest'
import { type FileTable, readTable } from '#features/files/table.rules.ts'
import { mapResultColumns } from '../reading/columns.rules.ts'
import { readResults } from '../reading/rows.rules.ts'

/** Reads the labels of the points of a list, and the times of each runner at them in seconds. */
const read = (text: string) => {
  const table = readTable(text) as FileTable
  const { columns } = mapResultColumns(table.header, table.rows)
  const { results, points } = readResults(table, columns, { metres: null })
  return {
    points: points.map(({ label, metres }) => (metres === null ? label : [label, metres])),
    times: results.map(({ bib, gun_ms, splits }) => [
      bib,
      (gun_ms ?? 0) / 1000,
      ...splits.map((ms) => (ms === null ? null : ms / 1000)),
    ]),
  }
}

test('columns that count the points of a course are points, and the fifth of them is not at 5 km', () => {
  const titles = Array.from({ length: 5 }, (_, n) => `Split ${n + 1}`)
  expect(
    read(
      `Bib,Name,${titles.join(',')},Finish Time\n` +
        '7,Ann,0:20:00,0:41:00,1:02:00,1:24:00,1:46:00,2:10:00\n9,Bob,0:21:00,0:43:00,1:05:00,1:28:00,,DNF\n' +
        '8,Cat,0:22:00,0:45:00,1:08:00,1:32:00,1:57:00,2:20:00\n',
    ),
  ).toEqual({
    points: titles,
    times: [
      ['7', 7800, 1200, 2460, 3720, 5040, 6360],
      ['9', 0, 1260, 2580, 3900, 5280, null],
      ['8', 8400, 1320, 2700, 4080, 5520, 7020],
    ],
  })
})

test.each([
  'Lap 1,Lap 2,Lap 3',
  'LAP1 Time,LAP2 Time,LAP3 Time',
  '第1圈,第2圈,第3圈',
  '第一圈用时,第二圈用时,第三圈用时',
  'Time 1,Time 2,Time 3',
  'Runde 1,Runde 2,Runde 3',
])('rounds whose times make up the finishing time are times of their own: %s', (titles) => {
  const { points, times } = read(
    `Bib,${titles},Gun time\n7,0:20:00,0:19:00,0:21:00,1:00:00\n9,0:22:00,0:23:00,0:24:00,1:09:00\n`,
  )
  expect(points).toEqual(
    titles
      .split(',')
      .slice(0, 2)
      .map((title) => title.replace(/ Time$|用时$/, '')),
  )
  expect(times).toEqual([
    ['7', 3600, 1200, 2340],
    ['9', 4140, 1320, 2700],
  ])
})

test('a last column that repeats the finishing time is no point', () => {
  expect(
    read(
      'Bib,Split 1,Split 2,Split 3,Gun time\n7,0:20:00,0:41:00,1:03:00,1:03:00\n9,0:22:00,0:45:00,1:09:00,1:09:01\n',
    ),
  ).toMatchObject({ points: ['Split 1', 'Split 2'] })
})

test('times that may be either, and two results beside each other, stay as they are', () => {
  const slow = 'Bib,Split 1,Split 2,Gun time\n7,0:20:00,0:21:00,3:00:00\n9,0:22:00,0:24:00,3:10:00\n'
  expect(read(slow).points).toEqual([])
  const both = '号码,成绩1,成绩2\nA1,0:42:10,0:42:21\nA2,0:43:00,0:43:00\nA3,0:44:00,0:44:09\n'
  expect(read(both)).toEqual({
    points: [],
    times: [
      ['A1', 2541],
      ['A2', 2580],
      ['A3', 2649],
    ],
  })
  // In these titles the numbers are distances, because they do not count from 1.
  const known = 'Bib,Split 5,Split 10,Gun time\n7,0:20:00,0:41:00,1:03:00\n'
  expect(read(known).points).toEqual([
    ['5', 5000],
    ['10', 10_000],
  ])
})

test('a person may name the distance of a column that counts a point', () => {
  const table = readTable(
    'Bib,Split 1,Split 2,Finish Time\n7,0:20:00,0:41:00,1:02:00\n8,0:21:00,0:43:00,1:05:00\n',
  ) as FileTable
  const { columns } = mapResultColumns(table.header, table.rows, { 'split:5 km': 'Split 1' })
  expect(readResults(table, columns, { metres: null }).points).toContainEqual({ label: '5', metres: 5000 })
})
