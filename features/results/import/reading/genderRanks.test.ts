import { expect, test } from 'vitest'
import { type FileTable, readTable } from '#features/files/table.rules.ts'
import { mapResultColumns } from './columns.rules.ts'
import { withGenderRanks } from './genderRanks.rules.ts'
import { readResults } from './rows.rules.ts'

const read = (header: string, rows: string) => {
  const table = withGenderRanks(readTable(`${header}\n${rows}`) as FileTable)
  const { columns } = mapResultColumns(table.header, table.rows)
  return readResults(table, columns, { metres: 10_000 }).results.map(({ gender, published }) => [
    gender,
    published.gender?.rank ?? null,
  ])
}

test.each([
  '号码,成绩,男子名次,女子名次',
  '号码,成绩,名次（男）,名次(女)',
  '号码,成绩,男子枪声名次,女子枪声名次',
  'bib,time,Men Place,Women Place',
  "bib,time,Men's Rank,Women's Rank",
  'bib,time,M Pos,F Pos',
])('ranks among men and among women in two columns are ranks by gender: %s', (header) => {
  expect(read(header, 'A1,40:00,1,\nA2,41:00,,1\nA3,42:00,2,\nA4,DNF,,\n')).toEqual([
    ['M', 1],
    ['F', 1],
    ['M', 2],
    [null, null],
  ])
})

test('a runner with both ranks, and a column of ranks by gender, leave the columns as they are', () => {
  expect(read('号码,成绩,男子名次,女子名次', 'A1,40:00,1,1\nA2,41:00,2,2\n')).toEqual([
    [null, null],
    [null, null],
  ])
  expect(read('号码,性别,成绩,性别名次,男子名次', 'A1,女,40:00,1,\nA2,男,41:00,1,1\n')).toEqual([
    ['F', 1],
    ['M', 1],
  ])
})
