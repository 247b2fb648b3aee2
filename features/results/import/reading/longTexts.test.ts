import { expect, test } from 'vitest'
import { type FileTable, readTable } from '#features/files/table.rules.ts'
import { mapResultColumns } from './columns.rules.ts'
import { readResults } from './rows.rules.ts'

const read = (text: string) => {
  const table = readTable(text) as FileTable
  return readResults(table, mapResultColumns(table.header, table.rows, {}).columns, { metres: 42_195 })
}

test('a long text is cut between two letters, also if a letter has two units', () => {
  const [result] = read(`bib,name,time,category\n1,a${'𠮷'.repeat(300)},3:05:00,b${'😀'.repeat(60)}\n`).results
  expect(result).toMatchObject({ name: `a${'𠮷'.repeat(99)}`, agegroup: `b${'😀'.repeat(19)}` })
})

test('a text that is cut is named with its row and column', () => {
  const long = 'x'.repeat(201)
  const { problems } = read(`bib,name,time,club,category\n1,${long},3:05:00,${long},${long}\n2,B,3:06:00,C,M40\n`)
  expect(problems.map(({ line, severity, word, column, read: most }) => [line, severity, word, column, most])).toEqual([
    [2, 'doubtful', 'text_cut', 'name', '200'],
    [2, 'doubtful', 'text_cut', 'category', '40'],
    [2, 'doubtful', 'text_cut', 'club', '200'],
  ])
  expect(problems[0]!.given).toBe('x'.repeat(30))
})
