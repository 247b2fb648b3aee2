import { describe, expect, test } from 'vitest'
import { readTableFile } from '#features/files/tableFile.service.ts'
import { type Cell, type SheetColumn, lettersOf, workbookOf } from './workbook.ts'

const columns: SheetColumn[] = [
  { title: '编号', kind: 'text', width: 12 },
  { title: '年龄', kind: 'number', width: 8 },
  { title: '金额', kind: 'money', width: 10 },
  { title: '生日', kind: 'day', width: 12 },
  { title: '报名时间', kind: 'moment', width: 20 },
  { title: '成绩', kind: 'span', width: 10 },
]
async function* batches(...all: (readonly Cell[])[][]) {
  for (const batch of all) yield batch
}
const bytesOf = async (rows: AsyncIterable<readonly (readonly Cell[])[]>, most?: number): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of workbookOf({ name: '报名', columns, rows }, new Date('2026-11-23T00:00:00Z'), most))
    parts.push(part)
  return Buffer.concat(parts)
}
const read = async (bytes: Buffer, sheet?: string) => {
  const file = await readTableFile(bytes, sheet === undefined ? {} : { sheet })
  if ('unreadable' in file) throw new Error(`${file.unreadable} ${file.sheets?.join()}`)
  return [file.table.header, ...file.table.rows]
}

test('dates are dates, numbers are numbers, ids and phone numbers stay text', async () => {
  const rows = await read(
    await bytesOf(
      batches([
        ['330106198805120011', 37, 18_000, '1988-05-12', '2026-11-21 09:30:15', 11_100_000],
        ['=1+1', null, null, null, null, null],
      ]),
    ),
  )
  expect(rows.slice(0, 2)).toEqual([
    ['编号', '年龄', '金额', '生日', '报名时间', '成绩'],
    ['330106198805120011', '37', '180.00', '1988-05-12', '2026-11-21 09:30:15', '3:05:00'],
  ])
  expect(rows[2]![0]).toBe('=1+1')
})

test('a cell whose text is neither number nor date keeps its text', async () => {
  const rows = await read(await bytesOf(batches([['x', 'viele', 'frei', '12.5.1988', '1899-12-31', 'DNF']])))
  expect(rows[1]).toEqual(['x', 'viele', 'frei', '12.5.1988', '1899-12-31', 'DNF'])
})

test('a cell loses only characters that XML cannot hold, and keeps a text that looks like an escape', async () => {
  const odd = ['<&>"\u0000\u001f𠮷䶮👩‍👩‍👧', '_x000D_', ' two\nlines ', '\ud800half']
  const rows = await read(await bytesOf(batches(odd.map((text) => [text, 1]))))
  expect(rows.slice(1).map(([text]) => text)).toEqual([
    '<&>"𠮷䶮👩‍👩‍👧',
    '_x000D_',
    expect.stringMatching(/two\s+lines/),
    '\ufffdhalf',
  ])
})

describe('rows beyond a sheet', () => {
  test('go to a second sheet, which repeats the titles', async () => {
    const bytes = await bytesOf(batches([['1'], ['2']], [['3'], ['4'], ['5']]), 3)
    expect((await read(bytes, '报名')).map(([one]) => one)).toEqual(['编号', '1', '2'])
    expect((await read(bytes, '报名 2')).map(([one]) => one)).toEqual(['编号', '3', '4'])
    expect((await read(bytes, '报名 3')).map(([one]) => one)).toEqual(['编号', '5'])
  })
  test('a full sheet begins no empty sheet', async () => {
    expect(await read(await bytesOf(batches([['1'], ['2']]), 3))).toHaveLength(3)
  })
})

test('a table without rows has only its titles', async () => {
  expect(await read(await bytesOf(batches()))).toHaveLength(1)
})

test('an error in the rows ends the file with this error', async () => {
  const broken = async function* (): AsyncGenerator<Cell[][]> {
    yield [['1']]
    throw new Error('the database went away')
  }
  await expect(bytesOf(broken())).rejects.toThrow('the database went away')
})

test('letters of columns', () => {
  expect([0, 25, 26, 51, 702].map(lettersOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'AAA'])
})
