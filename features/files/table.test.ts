import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FileTable, readTable } from './table.rules.ts'

const rows = (text: string) => (readTable(`bib,name,time\n${text}`) as FileTable).rows

test('a quote inside a cell is text if its meaning is clear', () => {
  expect(rows('1,"Speedy" Bob Smith,1:05:00\n2,Ann,1:06:00\n')).toEqual([
    ['1', '"Speedy" Bob Smith', '1:05:00'],
    ['2', 'Ann', '1:06:00'],
  ])
  expect(rows('1,"Bob "Speedy" Smith",1:05:00\n')).toEqual([['1', 'Bob "Speedy" Smith', '1:05:00']])
  expect(rows('1,"Bob" or "Rob",1:05:00\n')).toEqual([['1', '"Bob" or "Rob"', '1:05:00']])
  expect(rows('1,Bob "Speedy" Smith,1:05:00\n2,6\' 2",1:06:00\n')).toEqual([
    ['1', 'Bob "Speedy" Smith', '1:05:00'],
    ['2', '6\' 2"', '1:06:00'],
  ])
  expect(rows('1, "Smith, Bob" ,""\r\n\r\n2,"two\r\nlines",x\r\n')).toEqual([
    ['1', 'Smith, Bob', ''],
    ['2', 'two\r\nlines', 'x'],
  ])
})

test('a file of one column is a table with one column, and a file without any row is empty', () => {
  const cut = (text: string) => {
    const { header, rows: all, lines } = readTable(text) as FileTable
    return [header, all, lines]
  }
  expect(cut('\n# a comment\n参赛号\nA0001\n\nA0002\n')).toEqual([['参赛号'], [['A0001'], ['A0002']], [4, 6]])
  expect(cut(`bib\n${'A0001\n'.repeat(20_000)}`)[1]).toHaveLength(20_000)
  expect(cut('List of the day\nbib,name\n1,Ann\n')).toEqual([['bib', 'name'], [['1', 'Ann']], [3]])
  expect(cut('参赛号\n')).toEqual([['参赛号'], [], []])
  for (const text of ['', '\n\n', '# only a comment\n']) expect(cut(text)[1], text).toEqual([])
})

test('titles over two lines stay whole, also the first title', () => {
  const table = readTable('"参赛\n号","姓\n名",成绩\n1,张三,40:00\n') as FileTable
  expect([table.header, table.rows, table.lines]).toEqual([
    ['参赛\n号', '姓\n名', '成绩'],
    [['1', '张三', '40:00']],
    [4],
  ])
})

test('zeros of a formula or behind an apostrophe stay, and invisible signs are removed', () => {
  expect(rows('="0012",张三,3:00:00\n"=""0013""",李四,3:01:00\n\'0014,O\'Neil,3:02:00\n')).toEqual([
    ['0012', '张三', '3:00:00'],
    ['0013', '李四', '3:01:00'],
    ['0014', "O'Neil", '3:02:00'],
  ])
  expect(rows('\u200b0012\u00a0,\u202a张三\u202c\u200b,\ufeff3:00:00\n')).toEqual([['0012', '张三', '3:00:00']])
  expect(rows("'0012,Ann,3:00:00\n")[0]).toEqual(['0012', 'Ann', '3:00:00'])
  expect(rows('1,Ann,3:00:00\r\n\u001a')).toEqual([['1', 'Ann', '3:00:00']])
})

test('a quote that may hide rows, and a file that is no text, are refused with the line', () => {
  const unclear = (text: string) => readTable(`bib,name,time\n${text}`)
  expect(unclear('1,Ann,1:04:00\n2,"Bob Smith,1:05:00\n3,Cy,1:06:00\n')).toEqual({
    unreadable: 'quote_unclear',
    line: 3,
  })
  expect(unclear('1,"a\nb",1:04:00\n2,"Bob,1:05:00\n3,"Cy",1:06:00\n')).toEqual({
    unreadable: 'quote_unclear',
    line: 4,
  })
  expect(unclear('1,"Smith, "Speedy" Bob",1:05:00\n')).toEqual({ unreadable: 'quote_unclear', line: 2 })
  expect(readTable('PK\u0003\u0004"\u0000\u0000,\u0012"x')).toEqual({ unreadable: 'file_not_text', line: 1 })
  expect(readTable('\ufffd\u0001\u0002,"\u0003\u0004\u0005x"y,\u0006')).toMatchObject({ unreadable: 'file_not_text' })
})

test('a stray quote that a quote of a later row closes does not hide the rows in between', () => {
  const header = 'place,bib,name,time\n'
  const swallowed = (text: string) => readTable(header + text)
  expect(swallowed('1,11,Ann,1:04:00\n2,12,"Bob Smith,1:05:00\n3,13,6\' 2",1:06:00\n')).toEqual({
    unreadable: 'quote_unclear',
    line: 3,
  })
  expect(swallowed('1,A11,"Ann,1:04:00\r\n2,A12,Bob,1:05:00\r\n3,A13,Cy",1:06:00\r\n')).toEqual({
    unreadable: 'quote_unclear',
    line: 2,
  })
  // Each of these texts is one cell. It is not two rows between stray quotes: the number of commas differs, or a blank
  // stands behind a comma, or the line does not begin like the row.
  for (const text of ['first\nsecond', 'Hill, Bob\nLake, Al', 'Hill,Bob\nLake,Al', '12\n13', '12,13\n14,15'])
    expect(swallowed(`1,11,"${text}",1:04:00\n`)).toMatchObject({ rows: [['1', '11', text, '1:04:00']] })
})

test('the delimiter is the sign that cuts the lines alike, however many commas names and times have', () => {
  const delimiterOf = (text: string) => (readTable(text) as FileTable).delimiter
  const german = Array.from({ length: 5 }, (_, n) => `${n + 1};Weg 3, 5, 70173 Ort, DE;3:0${n}:00,5`)
  expect(delimiterOf(`Platz;Adresse;Zeit\n${german.join('\n')}\n`)).toBe(';')
  expect(delimiterOf('Müller, Hans, Dr.\t1,5\nMeier, Ute\t2,5\n')).toBe('\t')
  expect(delimiterOf('2026 Marathon, Results\nbib,name,time\n1,"a;b;c;d",3:00:00\n2,b,3:01:00\n')).toBe(',')
  expect(delimiterOf('bib,name,time\n1,Ann\n2,Bob\n3,Cy,3:00:00,x;y\n')).toBe(',')
  expect([delimiterOf('one title'), delimiterOf('')]).toEqual([',', ','])
})

test('a table of more than a thousand columns is refused at once; empty cells beyond them do not count', () => {
  const titles = Array.from({ length: 200_000 }, (_, n) => `t${n}`)
  for (const all of [titles, titles.map((one) => `"${one}"`)]) {
    expect(readTable(`bib,name\n${all.join(',')}\n`)).toEqual({ unreadable: 'table_too_wide', line: 2 })
    const trailing = readTable(`${all.slice(0, 1000).join(',')}${','.repeat(20_000)}\n1,2\n`) as FileTable
    expect([trailing.header.length, trailing.header[999], trailing.rows]).toEqual([1000, 't999', [['1', '2']]])
  }
})

test('lines are counted as in an editor, with all line ends', () => {
  for (const end of ['\n', '\r\n', '\r'])
    expect(readTable(['# a "list"', 'bib,name', '', '1,"a', 'b"', '2,c', ''].join(end))).toMatchObject({
      header: ['bib', 'name'],
      lines: [5, 6],
    })
})

test('cells that are written as CSV are read back unchanged, and no text throws', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', '名') })
  const written = (value: string) => `"${value.replaceAll('"', '""')}"`
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }), (cells) => {
      const text = `bib,name,"n"\n${cells.map(([a, b]) => `x,${written(a)},${written(b)}`).join('\n')}`
      expect((readTable(text) as FileTable).rows).toEqual(cells.map(([a, b]) => ['x', a, b]))
    }),
  )
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', '\t', '\ufeff'), maxLength: 60 }),
      (text) => {
        expect(readTable(text)).toBeTruthy()
      },
    ),
  )
})
