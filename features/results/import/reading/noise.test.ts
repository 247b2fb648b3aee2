import { expect, test } from 'vitest'
import { rankingOf } from '../../rules.ts'
import { type FileTable, readTable } from '#features/files/table.rules.ts'
import { mapResultColumns } from './columns.rules.ts'
import { rankDoubts, rankProblems, rankReading, timesDoubt } from './compare.rules.ts'
import { fieldsUnmatched, proposedFields } from './fieldsGiven.rules.ts'
import { readResults } from './rows.rules.ts'
import { lettersLost } from './row.rules.ts'
import { shiftsIn } from './shifts.rules.ts'

const time = (seconds: number) =>
  `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
const N = 2000
/** Writes a file in which the n-th runner takes three hours and n seconds, with the rank that `placeOf` gives. */
const file = (placeOf: (n: number) => number | string | null, first: string[] = []) =>
  ['bib,time,place', ...first, ...Array.from({ length: N }, (_, n) => ({ n: n + 1, place: placeOf(n + 1) }))]
    .map((one) =>
      typeof one === 'string' ? one : one.place === null ? '' : `${one.n},${time(10_800 + one.n)},${one.place}`,
    )
    .join('\n')
const read = (text: string, fieldOfPrefix = {}) => {
  const table = readTable(text) as FileTable
  const { columns } = mapResultColumns(table.header, table.rows)
  const reading = readResults(table, columns, { metres: 42_195, fieldOfPrefix })
  const { agreement, ranks, clock } = rankReading(reading.results, rankingOf({}))
  return {
    reading,
    agreement: agreement.overall,
    lines: rankProblems(reading.results, ranks, clock, agreement).map(({ bib }) => bib),
    doubts: rankDoubts(agreement).map(({ word, given, count }) => `${word} ${given} ${count}`),
  }
}

test('a rank that the file lacks is a gap, reported once, and every row behind it agrees', () => {
  const { agreement, lines, doubts } = read(file((n) => (n === 637 ? null : n)))
  expect([lines, doubts]).toEqual([[], ['places_later 638 1']])
  expect(agreement).toMatchObject({ given: N - 1, ordered: N - 1, exact: 636 })
})

test('a runner of another class among the others is one line, not one for each later runner', () => {
  const { lines, doubts } = read(file((n) => n, ['W1,1:30:00,1']))
  expect([lines.length < 3, doubts]).toEqual([true, ['places_earlier 1 1']])
  expect(
    read(
      file((n) => n, ['W1,1:30:00,1']),
      { W: 'wheelchair' },
    ),
  ).toMatchObject({ lines: [], doubts: [] })
})

test('ranks by gender in a file without genders are one doubt, not a line for each runner', () => {
  const rows = Array.from({ length: 30 }, (_, n) => `${n + 1},${time(10_800 + n)},${n + 1},${(n >> 1) + 1}`)
  const table = readTable(['bib,time,place,gender place', ...rows].join('\n')) as FileTable
  const { columns } = mapResultColumns(table.header, table.rows)
  const { results } = readResults(table, columns, { metres: 42_195 })
  const { agreement, ranks, clock } = rankReading(results, rankingOf({}))
  expect(rankProblems(results, ranks, clock, agreement)).toEqual([])
  expect(rankDoubts(agreement)).toEqual([{ word: 'places_unchecked', kind: 'gender', count: 30 }])
})

test('overall ranks of runners without a time of the ranking clock are one doubt with its own reason', () => {
  const rows = Array.from({ length: 30 }, (_, n) => `${n + 1},,${time(10_800 + n)},${n + 1}`)
  const table = readTable(['bib,gun time,net time,place', `99,${time(10_000)},,`, ...rows].join('\n')) as FileTable
  const { columns } = mapResultColumns(table.header, table.rows)
  const { results } = readResults(table, columns, { metres: 42_195 })
  const { agreement } = rankReading(results, rankingOf({}))
  expect(rankDoubts(agreement)).toEqual([{ word: 'places_untimed', kind: 'overall', count: 30 }])
})

test('a file of another event is reported once', () => {
  const readIn = (metres: number, seconds: (n: number) => number) => {
    const rows = Array.from({ length: 20 }, (_, n) => `${n + 1},${time(seconds(n))}`)
    const table = readTable(['bib,time', ...rows].join('\n')) as FileTable
    const { results, problems } = readResults(table, mapResultColumns(table.header, table.rows).columns, { metres })
    return timesDoubt(results, problems)
  }
  expect(readIn(10_000, (n) => 70_000 + n)).toEqual([{ word: 'times_unfit', count: 20 }])
  expect(readIn(100_000, (n) => 70_000 + n)).toEqual([])
  expect(readIn(10_000, (n) => (n < 8 ? 70_000 : 2_400) + n)).toEqual([])
})

test('two gaps are two shifts; a single misprint stays a line; many differences are counted', () => {
  expect(read(file((n) => (n < 500 ? n : n < 1500 ? n + 1 : n + 3))).doubts).toEqual([
    'places_later 501 1',
    'places_later 1503 3',
  ])
  const back = file((n) => (n < 500 || n >= 1500 ? n : n + 1))
  expect(read(back).doubts, 'the later ranks agree again').toEqual(['places_later 501 1'])
  expect(read(file((n) => (n === 100 ? 900 : n)))).toMatchObject({ lines: ['100'], doubts: [] })
  const chaos = read(file((n) => ((n * 997) % N) + 1))
  expect([chaos.lines.length <= 200, chaos.doubts.some((one) => one.startsWith('places_differ'))]).toEqual([true, true])
})

test('ties, few rows and an empty list shift nothing', () => {
  const at = (given: number, least: number, most = least) => ({ at: given, given, least, most })
  expect(shiftsIn([])).toEqual({ shifts: [], unlike: [] })
  expect(shiftsIn([at(1, 1, 2), at(2, 1, 2), at(3, 3)])).toEqual({ shifts: [], unlike: [] })
  expect(shiftsIn([at(1, 1), at(3, 2)])).toEqual({ shifts: [], unlike: [3] })
})

test('ranks out of another total propose a field of their own', () => {
  const chairs = Array.from({ length: 25 }, (_, n) => `W${n + 1},${time(6000 + n)},${n + 1} / 25`)
  const mixed = file((n) => `${n} / ${N}`, chairs)
  expect(proposedFields(read(mixed).reading.results)).toEqual([{ of: 25, rows: 25, bibs: ['W1', 'W2', 'W3'] }])
  const apart = read(mixed, { '/25': 'wheelchair' })
  expect([apart.lines, apart.doubts, proposedFields(apart.reading.results)]).toEqual([[], [], []])
  expect(proposedFields(read(file((n) => n)).reading.results)).toEqual([])
})

test('a field of one bib works, and a field without rows is reported', () => {
  const text = file((n) => n)
  const { reading } = read(text, { 16: 'handcycle' })
  expect(reading.results.filter(({ field }) => field === 'handcycle').map(({ bib }) => bib)).toEqual(['16'])
  expect(fieldsUnmatched(reading, { 16: 'handcycle', 16599: 'handcycle', W: 'wheelchair', '/25': 'x' })).toEqual([
    '16599',
    'W',
    '/25',
  ])
})

test.each(['M\ufffdller', 'Mï¿½ller', '锟斤拷', 'M?ller', '李?', '?小龙', '??', '李□', '〓小龙'])(
  'letters of the name %s are lost',
  (name) => expect(lettersLost(name)).toBe(true),
)
test.each(['Müller', '张三', '䶮', '𠮷野家', '?', 'Ann Lee ?', '阿卜杜拉·买买提'])('the name %s is whole', (name) =>
  expect(lettersLost(name)).toBe(false),
)
