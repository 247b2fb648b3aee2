import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { withWrongChecksum } from '#test/damage.ts'
import { readTableFile } from '../tableFile.service.ts'
import { shownNumber } from './shown.rules.ts'

const folder = new URL('../../../test/vectors/workbooks/', import.meta.url)
type Expected =
  | { header: string[]; rows: string[][]; lines: number[] }
  | { unreadable: string; sheets?: string[]; line?: number }
const all = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as Record<string, Expected>
const bytesOf = (name: string): Buffer => {
  const kept = readFileSync(new URL(name, folder))
  return name.endsWith('.gz') ? gunzipSync(kept) : kept
}
const padded = (row: readonly string[], to: number) => Array.from({ length: to }, (_, at) => row[at] ?? '')

for (const [name, expected] of Object.entries(all))
  test(`${name}: ${'unreadable' in expected ? expected.unreadable : `${expected.rows.length} rows`}`, async () => {
    const bytes = bytesOf(name)
    const before = process.memoryUsage().rss
    const read = await readTableFile(bytes)
    // The reader stops at a file that unpacks to 30 MB and at a sheet of a million rows, long before they fill the
    // memory.
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(300)
    if ('unreadable' in expected) {
      expect(read).toMatchObject(expected)
      return
    }
    if ('unreadable' in read) throw new Error(`${read.unreadable}, line ${read.line}`)
    expect(read.table.header).toEqual(expected.header)
    expect(read.table.rows.map((row) => padded(row, expected.header.length))).toEqual(expected.rows)
    expect(read.table.lines).toEqual(expected.lines)
  })

test('a sheet is read by its name, also a hidden sheet; for an unknown name the answer lists the others', async () => {
  const several = bytesOf('refused/several.xlsx')
  expect(await readTableFile(several, { sheet: '半程 & 十公里' })).toMatchObject({
    table: { rows: [['9', '1:30:00']] },
  })
  expect(await readTableFile(several, { sheet: 'x' })).toEqual({
    unreadable: 'sheet_unknown',
    line: 1,
    sheets: ['全程', '半程 & 十公里'],
  })
  expect(await readTableFile(bytesOf('read/hidden.xlsx'), { sheet: 'a' })).toMatchObject({
    table: { rows: [['9', '1:30:00']] },
  })
})

test('a workbook whose content does not fit its checksums is refused', async () => {
  const hidden = bytesOf('read/hidden.xlsx')
  expect(await readTableFile(hidden)).toMatchObject({ table: {} })
  expect(await readTableFile(withWrongChecksum(hidden))).toMatchObject({ unreadable: 'workbook_broken' })
})

test('the server does other work while it reads a large sheet', async () => {
  let turns = 0
  const ticking = setInterval(() => turns++, 5)
  await readTableFile(bytesOf('refused/rows.xlsx'))
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(5)
})

test('numbers as their cells show them', () => {
  const text = (value: number, code: string, epoch1904 = false) => shownNumber(value, code, epoch1904)
  expect([text(0.1 + 0.2, 'General'), text(123_456_789_012, 'General'), text(1e-7, 'General')]).toEqual([
    '0.3',
    '123456789012',
    '0.0000001',
  ])
  expect([text(123, '00000'), text(12_345, '#,##0'), text(12, '"W"0'), text(0.5, '0%'), text(5, '@')]).toEqual([
    '00123',
    '12,345',
    'W12',
    '50%',
    '5',
  ])
  // The cell shows 1:12:00, but the runner needed a day more.
  expect([text(1.05, 'h:mm:ss'), text(1.05, '[h]:mm:ss'), text(0.05, '[m]:ss'), text(0.5, 'h:mm:ss AM/PM')]).toEqual([
    '25:12:00',
    '25:12:00',
    '1:12:00',
    '12:00:00',
  ])
  // Tenths count although the format hides them. A rounded number has no tenths.
  const run = (seconds: number, digits = 17) => text(Number((seconds / 86_400).toFixed(digits)), 'h:mm:ss')
  expect([run(4422.4), run(4422.43), run(4422), run(4422, 6), run(4422, 5), run(7084.8), run(4422.4, 7)]).toEqual([
    '1:13:42.4',
    '1:13:42.43',
    '1:13:42',
    '1:13:42',
    '1:13:42',
    '1:58:04.8',
    '1:13:42.4',
  ])
  expect([text(46_348.3125, 'yyyy/m/d h:mm'), text(44_886, 'yyyy-mm-dd', true), text(46_348, 'yyyy')]).toEqual([
    '2026-11-22 07:30',
    '2026-11-22',
    '2026',
  ])
  expect([text(60, 'yyyy-mm-dd'), text(-1, 'yyyy-mm-dd'), text(Number.NaN, '0'), text(-0.5, '[h]:mm')]).toEqual([
    '1900-02-29',
    '-1',
    '',
    '-12:00',
  ])
})
