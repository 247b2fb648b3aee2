import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockIn, genderIn, isMissing, numberInCell, outcomeIn, rankIn } from './cells.rules.ts'
import { guess as guessed, mapResultColumns } from './columns.rules.ts'
import { pointIn } from './points.rules.ts'
import { readResults } from './rows.rules.ts'
import { type ReadingSettings } from './row.rules.ts'
import { longestRising } from './splits.rules.ts'
import { type FileTable, readTable } from '#features/files/table.rules.ts'
import { decodeText } from '#features/files/decoding.rules.ts'
import { timeReader } from './times.rules.ts'

const read = (text: string, settings: Partial<ReadingSettings> = {}, mapping = {}) => {
  const table = readTable(text) as FileTable
  return readResults(table, mapResultColumns(table.header, table.rows, mapping).columns, {
    metres: 42_195,
    ...settings,
  })
}
const said = (text: string, mapping = {}) =>
  read(text, {}, mapping).problems.map(({ line, severity, word }) => `${line} ${severity} ${word}`)

test('rows that cannot be a result are refused with line and reason, the others are imported', () => {
  expect(
    said('bib,name,time\n,A,3:00:00\n2,B,\n3,C,3:10:00\n4,D,3:11:00\n4,E,3:12:00\n123456789012345678901,F,3:13:00\n'),
  ).toEqual([
    '2 refused no_bib',
    '3 refused no_time',
    '7 refused bib_too_long',
    '5 refused bib_twice',
    '6 refused bib_twice',
  ])
  expect(read('bib,name,time\n4,D,3:11:00\n4,D,3:11:00\n').results).toHaveLength(1)
  expect(said('bib,name,time\n4,D,3:11:00\n4,D,3:11:00\n')).toEqual(['3 doubtful row_repeated'])
})

test('doubtful rows are imported and named', () => {
  expect(
    said('bib,name,gender,age,status,gun,net,5K,10K\n1,A,?,abc,lost,3:00:00,3:00:30,25:10:00,24:00\n', {
      gender: 'gender',
      outcome: 'status',
    }),
  ).toEqual([
    '2 doubtful unknown_outcome',
    '2 doubtful minutes_as_hours',
    '2 doubtful net_over_gun',
    '2 doubtful split_out_of_order',
    '2 doubtful unknown_gender',
    '2 doubtful bad_age',
  ])
  expect(said('bib,gun,rank\n1,soon,1\n2,3:00:00,first\n3,DNF,17\n')).toEqual([
    '2 doubtful not_a_time',
    '2 refused no_time',
    '3 doubtful bad_rank',
    '4 doubtful rank_of_unfinished',
  ])
  expect(read('bib,gun,5K\n1,,25:00\n').results).toMatchObject([
    { outcome: 'dnf', stopped_ms: 1_500_000, splits: [1_500_000] },
  ])
})

test('cells of full width, and with blanks around their colons, are read', () => {
  expect(
    read('号码,姓名,枪成绩,名次\nＡ００１,张三,３：０５：００,１\nA002,李四,3 : 06 : 10,２\nA003,王五,03: 07:00,－\n')
      .results,
  ).toMatchObject([
    { bib: 'A001', gun_ms: 11_100_000, published: { overall: { rank: 1 } } },
    { bib: 'A002', gun_ms: 11_170_000, published: { overall: { rank: 2 } } },
    { bib: 'A003', gun_ms: 11_220_000, published: { overall: null } },
  ])
  expect(said('号码,姓名,枪成绩,名次\nA1,张三,3:05:00,－\nA2,李四,——,——\nA3,李,--:--:--,\n')).toEqual([
    '3 refused no_time',
    '4 refused no_time',
  ])
})

test('n.a. and similar words mean a missing time, rank or club', () => {
  const file =
    'Startnr.;Name;Verein;Rang;Netto;10 km;Status\n' +
    '1;A;LG Nord;1;3:05:00;0:41:00;\n' +
    '2;B;n.a.;n.a.;n.a.;0:42:10;DNF\n' +
    '3;C;n. a.;N.A.;n.a.;n.a.;DNS\n' +
    '4;D;k.A.;k. A.;3:09:00;-:-;\n' +
    '5;E;LG Nord;n.a.;n.a.;n.a.;\n'
  const { results, problems } = read(file)
  expect(results.map(({ bib, outcome, club, splits }) => [bib, outcome, club, splits])).toEqual([
    ['1', 'finished', 'LG Nord', [2_460_000]],
    ['2', 'dnf', null, [2_530_000]],
    ['3', 'dns', null, [null]],
    ['4', 'finished', null, [null]],
  ])
  // Nothing in the last row says whether this runner started.
  expect(problems.map(({ line, word }) => [line, word])).toEqual([[6, 'no_time']])
})

test('numbers of other programs: bibs as decimals, hundredths behind a colon, points between thousands', () => {
  expect(
    read('bib;name;place;time\n1001.0;A;1.001;03:05:00:50\n1002.0;B;1.002;3:06:00:05\n', { metres: null }).results,
  ).toMatchObject([
    { bib: '1001', gun_ms: 11_100_500, published: { overall: { rank: 1001 } } },
    { bib: '1002', gun_ms: 11_160_050, published: { overall: { rank: 1002 } } },
  ])
})

test('runners who stopped are recognised by the words of organisers', () => {
  const outcomes = (words: string) => words.split('|').map((word) => outcomeIn(word)?.outcome ?? word)
  expect(
    new Set(outcomes('Did not finish|Withdrawn|WD|RET|退出|中途退出|退出比赛|未到终点|未完成比赛|没有完赛|被收容')),
  ).toEqual(new Set(['dnf']))
  expect(new Set(outcomes('Did Not Start|No show|DNC|未参加|未到场|未检录|没有起跑'))).toEqual(new Set(['dns']))
  expect(new Set(outcomes('取消比赛资格|取消比赛成绩|成绩无效|成绩取消|取消|犯规取消|替跑'))).toEqual(new Set(['dsq']))
  const known = (words: string) => [...new Set(words.split('|').map((word) => outcomeIn(word)?.outcome ?? word))]
  expect(known('미완주|중도포기|Uitgevallen|Rit.|Bröt|DNF-30km|DNF*|退赛/膝伤|Dropped out|未完走')).toEqual(['dnf'])
  expect(known('불참|Niet gestart|Ej start|Ikke startet')).toEqual(['dns'])
  expect(known('실격|Excluded|Diskvalificerad|取消参赛资格')).toEqual(['dsq'])
  expect(known('완주|完赛✅|Godkänd')).toEqual(['finished'])
  for (const word of ['Cut-off', 'Time limit', '컷오프', '关门点未通过', 'Fuera de control'])
    expect(outcomeIn(word), word).toEqual({ outcome: 'dnf', overTime: true })
  // A single letter before a hyphen or a slash names no outcome, because age groups and genders look like this.
  expect(['F-30', 'A/B', 'D-12', 'M/W'].map((word) => outcomeIn(word))).toEqual(Array(4).fill(null))
  expect(outcomeIn('超过关门时间')).toEqual({ outcome: 'dnf', overTime: true })
})

test('a bib may have signs around it; a time may exceed a day in words', () => {
  const bibs = (...cells: string[]) =>
    read(`号码,姓名,成绩\n${cells.map((bib, n) => `${bib},R,3:0${n}:00`).join('\n')}\n`).results.map(({ bib }) => bib)
  expect(bibs('【A1】', '#A2', 'No.3', '（0004）', '№5', 'NO6')).toEqual(['A1', 'A2', '3', '0004', '5', 'NO6'])
  expect(['1天3:06:00', '1 day, 3:06:00', '1d 03:06:00', '2天'].map((cell) => clockIn(cell)?.ms ?? null)).toEqual([
    97_560_000,
    97_560_000,
    97_560_000,
    null,
  ])
})

test('a remark that a runner stopped or was disqualified counts, also beside a time', () => {
  const { results, problems } = read(
    '号码,姓名,枪成绩,名次,备注\n1,A,3:00:00,1,\n2,B,2:00:00,,取消成绩\n3,C,,,退赛（膝伤）\n4,D,3:10:00,2,小组第一\n5,E,3:11:00,3,完赛\n',
  )
  expect(results.map(({ outcome }) => outcome)).toEqual(['finished', 'dsq', 'dnf', 'finished', 'finished'])
  expect(problems).toEqual([])
})

test('a yes or no below a question is the status', () => {
  const finish = (title: string, ...answers: string[]) =>
    read(
      `号码,姓名,枪成绩,${title}\n${answers.map((one, n) => `${n + 1},R,${n === 0 ? '3:00:00' : ''},${one}`).join('\n')}\n`,
    ).results.map(({ outcome }) => outcome)
  expect(finish('是否完赛', '是', '否', '未起跑')).toEqual(['finished', 'dnf', 'dns'])
  expect(finish('Finished', 'Yes', 'no')).toEqual(['finished', 'dnf'])
  expect(finish('完赛与否', '√', '×')).toEqual(['finished', 'dnf'])
  // The words yes and no have a meaning only below a title that asks whether the runner finished.
  expect(finish('DNF', 'No')).toEqual(['finished'])
})

test('a file is read as it was saved: GB18030, Windows-1252, UTF-16, a BOM, twice-encoded UTF-8', () => {
  const gb = Uint8Array.from([
    0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xba, 0xc5, 0xc2, 0xeb, 0x0a, 0xd5, 0xc5, 0xc8, 0xfd, 0x2c, 0x31,
  ])
  expect(decodeText(gb)).toEqual({ text: '姓名,号码\n张三,1', encoding: 'gb18030', repaired: false })
  expect(decodeText(Uint8Array.from([...Buffer.from('name\nM'), 0xfc, ...Buffer.from('ller')]))).toMatchObject({
    text: 'name\nMüller',
    encoding: 'windows-1252',
  })
  expect(decodeText(Buffer.from('\ufeff姓名', 'utf16le'))).toMatchObject({ text: '姓名', encoding: 'utf-16le' })
  expect(decodeText(Buffer.from('\ufeff姓名'))).toMatchObject({ text: '姓名', encoding: 'utf-8', repaired: false })
  const twice = new TextDecoder('windows-1252').decode(Buffer.from('Müller,张三'))
  expect(decodeText(Buffer.from(twice))).toMatchObject({ text: 'Müller,张三', repaired: true })
  expect(decodeText(Buffer.from('São Tomé, Ã, Åse'))).toMatchObject({ text: 'São Tomé, Ã, Åse', repaired: false })
  expect(decodeText(Uint8Array.from([0xb1, 0x69]), 'big5').text).toBe('張')
})

test("the delimiter, comments, titles and quoted cells of people's files", () => {
  expect(readTable('# Race: x\n\n2026 成绩单;;\n号码;姓名;成绩\n1;"张;三";3:00:00\n')).toMatchObject({
    delimiter: ';',
    header: ['号码', '姓名', '成绩'],
    rows: [['1', '张;三', '3:00:00']],
    lines: [5],
    comments: ['# Race: x'],
  })
  expect(readTable('bib\ttime\r\n1\t3:00:00\r\n')).toMatchObject({
    delimiter: '\t',
    rows: [['1', '3:00:00']],
    lines: [2],
  })
  expect(readTable('bib,name,time\n1,"Li, ""Lee""\nMei",3:00:00\n')).toMatchObject({
    rows: [['1', 'Li, "Lee"\nMei', '3:00:00']],
  })
  expect(readTable('')).toMatchObject({ header: [], rows: [] })
})

test('times in every spelling', () => {
  const over =
    (metres: number | null) =>
    (cell: string, ...others: string[]) =>
      timeReader([cell, ...others], metres)(cell)
  const [marathon, five] = [over(42_195), over(5000)]
  expect(marathon('2:10:22')).toEqual({ ms: 7_822_000 })
  expect(marathon('02：10：22.5')).toEqual({ ms: 7_822_500 })
  expect(marathon('3小时24分05秒')).toEqual({ ms: 12_245_000 })
  expect(marathon('2h10\'22"')).toEqual({ ms: 7_822_000 })
  expect(marathon('02:10:22.3450000')).toEqual({ ms: 7_822_345 })
  expect(marathon('1899-12-30 03:24:05')).toEqual({ ms: 12_245_000 })
  expect(marathon('138.95')).toEqual({ ms: 8_337_000 })
  expect(marathon('138,95')).toEqual({ ms: 8_337_000 })
  expect(marathon('10,761')).toEqual({ ms: 10_761_000 })
  expect(marathon('0.124548611')).toEqual({ ms: 10_761_000 })
  expect(marathon('0.124548611', '2:59:20', '2:59:22')).toEqual({ ms: 10_761_000, doubt: 'day_fraction' })
  expect(marathon('3:24')).toEqual({ ms: 12_240_000, doubt: 'hours_and_minutes' })
  expect(marathon('0:03:24')).toEqual({ ms: 204_000, doubt: 'implausible' })
  expect(five('24:40')).toEqual({ ms: 1_480_000 })
  expect(five('24:40:00')).toEqual({ ms: 1_480_000, doubt: 'minutes_as_hours' })
  expect(marathon('2:61:00')).toEqual({ ms: null, doubt: 'not_a_time' })
  for (const nothing of ['', '-', 'NA', '0:00:00', '00:00:00', '无']) expect(marathon(nothing)).toEqual({ ms: null })
  expect(over(null)('91.37')).toEqual({ ms: 5_482_000 })
  fc.assert(
    fc.property(fc.integer({ min: 3 * 3600, max: 6 * 3600 }), (seconds) => {
      const cells = [
        (seconds / 60).toFixed(2),
        (seconds / 86_400).toFixed(9),
        String(seconds),
        `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`,
      ]
      for (const cell of cells) expect(marathon(cell).ms).toBe(seconds * 1000)
    }),
  )
})

test('times without their colons are distinguished from seconds', () => {
  const two = (n: number) => String(n).padStart(2, '0')
  const joined = (seconds: number) =>
    `${Math.floor(seconds / 3600)}${two(Math.floor(seconds / 60) % 60)}${two(seconds % 60)}`
  const seconds = Array.from({ length: 30 }, (_, n) => 10_300 + 37 * n)
  const read = (cells: readonly string[], metres: number | null = 42_195, title = '') =>
    cells.map(timeReader(cells, metres, undefined, title))
  const right = (all: readonly number[]) => all.map((one) => ({ ms: one * 1000 }))
  expect(read(seconds.map(joined))).toEqual(right(seconds))
  expect(read(seconds.map((one) => `0${joined(one)}`))).toEqual(right(seconds))
  expect(read(seconds.map(String))).toEqual(right(seconds))
  const short = Array.from({ length: 30 }, (_, n) => 2300 + 37 * n)
  const minutes = short.map((one) => `${Math.floor(one / 60)}${two(one % 60)}`)
  expect(read(minutes, 10_000)).toEqual(right(short))
  expect(read(short.map(String), 10_000)).toEqual(right(short))
  // Two numbers are too few to tell whether they are seconds. Then the title decides.
  expect(read(['30512', '31045'])).toEqual(right([30_512, 31_045]))
  expect(read(['30512', '31045.5'], 42_195, '成绩(hh:mm:ss)')).toEqual([{ ms: 11_112_000 }, { ms: 11_445_500 }])
  expect(read(['30575', '31045'], 42_195, '成绩(hhmmss)')).toEqual(right([30_575, 31_045]))
  const misprint = [...seconds.map(joined), '30575']
  expect(timeReader(misprint, 42_195)('30575')).toEqual({ ms: null, doubt: 'not_a_time' })
  expect(timeReader(misprint, 42_195)('30512')).toEqual({ ms: 11_112_000 })
})

test("an error of a formula is no runner's name, club or bib", () => {
  const text = '号码,姓名,俱乐部,状态,成绩\n1,#N/A,#REF!,#VALUE!,3:00:00\n#REF!,张三,,,3:01:00\n3,#1 fan,,,3:02:00\n'
  const { results, problems } = read(text)
  expect(results.map(({ bib, name, club }) => [bib, name, club])).toEqual([
    ['1', null, null],
    ['3', '#1 fan', null],
  ])
  expect(problems.map(({ line, word }) => [line, word])).toEqual([[3, 'no_bib']])
})

test('ranks, numbers, outcomes and genders as timing firms write them', () => {
  expect(rankIn('27       / 13408')).toEqual({ rank: 27, of: 13_408, group: null })
  expect(rankIn('4 M30-34')).toEqual({ rank: 4, of: null, group: 'M30-34' })
  expect(
    [rankIn('7.0'), rankIn('1,234'), rankIn('第3名'), rankIn('0')].map((one) => (one as { rank: number }).rank),
  ).toEqual([7, 1234, 3, 0])
  expect([rankIn(''), rankIn('-'), rankIn('first'), rankIn('3:00')]).toEqual([null, null, 'bad', 'bad'])
  expect([numberInCell('1.234.567'), numberInCell('12,5'), numberInCell('x')]).toEqual([
    { value: 1_234_567, decimals: 0 },
    { value: 12.5, decimals: 1 },
    null,
  ])
  expect(
    ['f', 'a', 'np', 'hd', 'd', 'DNF', '退赛', '未起跑', '取消成绩', '完賽'].map((word) => outcomeIn(word)?.outcome),
  ).toEqual(['finished', 'dnf', 'dns', 'dnf', 'dsq', 'dnf', 'dnf', 'dns', 'dsq', 'finished'])
  expect([outcomeIn('hd')?.overTime, outcomeIn('MA')]).toEqual([true, null])
  expect(['M', 'H', 'W', '女', '男子组', 'N', '?'].map(genderIn)).toEqual(['M', 'M', 'F', 'F', 'M', 'X', null])
  expect([isMissing(undefined), isMissing('0'), isMissing('NA'), isMissing('7')]).toEqual([true, true, true, false])
  expect([clockIn('24:40')?.parts, clockIn('1:00:00.25')?.ms, clockIn('1.2')]).toEqual([2, 3_600_250, null])
})

test('columns are recognised in Chinese and English, and a person can choose them', () => {
  const guess = (header: string, row: string) =>
    [...guessed(header.split(','), [row.split(',')]).columns].map(([meaning, at]) => `${at} ${meaning}`)
  expect(
    guess(
      '参赛号,姓名,性别,枪成绩,净成绩,5公里,半程,CP1,CP1+,总排名,状态',
      '1,张三,男,3:00:00,2:59:00,21:00,1:30:00,1:00:00,1:10:00,1,完赛',
    ),
  ).toEqual([
    '0 bib',
    '1 name',
    '2 gender',
    '3 gun',
    '4 net',
    '5 split:5',
    '6 split:半程',
    '7 split:CP1',
    '8 split:CP1+',
    '9 rank',
    '10 outcome',
  ])
  expect(guess('Bib,Gender,Division,State', '1,17,3,MA')).toEqual(['0 bib', '1 rank_gender', '2 rank_agegroup'])
  expect(guess('Bib,Gender,Division,Status', '1,M,30-34,DNF')).toEqual(['0 bib', '1 gender', '2 agegroup', '3 outcome'])
  expect(pointIn('split_5k')).toEqual({ label: '5', metres: 5000 })
  expect(pointIn('time_half')).toEqual({ label: '半程', metres: 21_097.5 })
  const { columns, unknown } = mapResultColumns(['no', 'A', 'B'], [], {
    bib: 'NO',
    gun: '#3',
    'split:CP1': 'a',
    speed: 'B',
    net: 'C',
  })
  expect([...columns]).toEqual([
    ['bib', 0],
    ['gun', 2],
    ['split:CP1', 1],
  ])
  expect(unknown).toEqual(['speed', 'C'])
})

test('of splits that do not rise, as few as possible are dropped', () => {
  expect(longestRising([1, 2, 3], 4)).toEqual([1, 2, 3])
  expect(longestRising([1, 9, 3, null, 4], 5)).toEqual([1, null, 3, null, 4])
  expect(longestRising([5, 6], 4)).toEqual([null, null])
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.integer({ min: 1, max: 50 })), { maxLength: 9 }),
      fc.option(fc.integer({ min: 1, max: 50 })),
      (times, finish) => {
        const kept = longestRising(times, finish).filter((ms) => ms !== null)
        for (const [at, ms] of kept.entries())
          expect(ms > (kept[at - 1] ?? 0) && (finish === null || ms <= finish)).toBe(true)
      },
    ),
  )
})

test('points with a name behind a number, with their distance beside them, or in miles', () => {
  const metres = (title: string) => pointIn(title)?.metres
  expect(
    ['k10', 'T2 15K', '第1分段(10km)', 'Split 1 (10.5km)', '折返点（12公里）', 'CP1 Col (12,4 km)', '15公里计时点'].map(
      metres,
    ),
  ).toEqual([10_000, 15_000, 10_000, 10_500, 12_000, 12_400, 15_000])
  expect(['Halfway', 'k_half', '半程点', 'Mile 13.1'].map(metres)).toEqual(Array(4).fill(21_097.5))
  expect(pointIn('Mile 20')).toEqual({ label: '20mi', metres: 32_187 })
  expect(['Team (10)', 'Pace (min/km)', 'mile', 'T1'].map(pointIn)).toEqual([null, null, null, null])
})

test('a shared rank, and a word for the outcome together with the place where it happened', () => {
  expect(['57=', '=57', 'T57', '第57名'].map((cell) => rankIn(cell))).toEqual(
    Array(4).fill({ rank: 57, of: null, group: null }),
  )
  const outcomeOf = (cell: string) => outcomeIn(cell)?.outcome ?? null
  expect(['DNF (CP4)', 'OTL @CP5', '退赛（30公里）', 'DNF - 20km', 'DNF CP4', 'FIN'].map(outcomeOf)).toEqual([
    'dnf',
    'dnf',
    'dnf',
    'dnf',
    'dnf',
    'finished',
  ])
  expect(['(CP4)', 'Finishers Club 3', '@', 'A1', 'F21', 'F 21'].map(outcomeOf)).toEqual(Array(6).fill(null))
})

test('a name of two or three characters with spaces between them is written without the spaces', () => {
  const { results } = readResults(
    {
      delimiter: ',',
      comments: [],
      header: [],
      rows: [
        ['1', '秦建', '3:00:00'],
        ['2', '欧阳 文静', '3:01:00'],
        ['3', 'Li Na', '3:02:00'],
      ],
      lines: [2, 3, 4],
    },
    new Map([
      ['bib', 0],
      ['name', 1],
      ['gun', 2],
    ]),
    { metres: null },
  )
  expect(results.map(({ name }) => name)).toEqual(['秦建', '欧阳 文静', 'Li Na'])
})
