import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { shared, testShared } from '#test/beside.ts'
import { type AgeBand, type Ranking, rankingOf } from '../../rules.ts'
import { type Mapping, mapResultColumns } from './columns.rules.ts'
import { type Agreement, rankReading } from './compare.rules.ts'
import { readResults } from './rows.rules.ts'
import { type ReadingSettings } from './row.rules.ts'
import { type FileTable, readTable } from '#features/files/table.rules.ts'
import { decodeText } from '#features/files/decoding.rules.ts'

/** Reads files of real races, which stay outside the project. A percentage is a share of the ranks in a file. */
const test = (name: string, run: () => void) => testShared('data/results', name, run)

type Say = { map?: Mapping; ranking?: Partial<Ranking> } & Partial<ReadingSettings>
const read = (file: string, { map = {}, ranking = {}, ...settings }: Say = {}) => {
  const table = readTable(decodeText(gunzipSync(readFileSync(shared(`data/results/${file}.csv.gz`)))).text) as FileTable
  const { columns, unknown } = mapResultColumns(table.header, table.rows, map)
  expect(unknown).toEqual([])
  const reading = readResults(table, columns, { metres: 42_195, ...settings })
  const rank = (more: Partial<Ranking> = {}) => rankReading(reading.results, rankingOf({ ...ranking, ...more }))
  const words: Record<string, number> = {}
  for (const { word } of reading.problems) words[word] = (words[word] ?? 0) + 1
  return {
    table,
    columns,
    ...reading,
    words,
    rank,
    shared: rank().agreement,
    byFraction: rank({ ties: 'fraction' }).agreement,
  }
}
/**
 * Returns the percentage of the file's ranks that agree, with two decimals. It is rounded down, so that 100 means all.
 */
const percent = ({ given, exact, within }: Agreement) => ({
  given,
  exact: Math.floor((exact / given) * 10_000) / 100,
  within: Math.floor((within / given) * 10_000) / 100,
})
const all = (given: number) => ({ given, exact: 100, within: 100 })
const everyN = (years: number, until: number): AgeBand[] => [
  { from: 18, to: 39 },
  ...Array.from({ length: (until - 40) / years }, (_, at) => ({ from: 40 + at * years, to: 39 + (at + 1) * years })),
  { from: until, to: null },
]

test('Boston 2013: every row is read; all ranks agree once published ranks decide between runners of one second', () => {
  const { results, words, shared, byFraction, points } = read('boston_2013', { ranking: { age_bands: everyN(5, 80) } })
  expect([results.length, words]).toEqual([17_600, {}])
  expect(points.map(({ label }) => label)).toEqual(['5', '10', '15', '20', '半程', '25', '30', '35', '40'])
  // The file has whole seconds and no shared ranks. Our ranks are shared at equal times, so only 30.76 % of them are
  // exact.
  expect([percent(shared.overall), percent(shared.gender), percent(shared.agegroup)]).toEqual([
    { given: 17_600, exact: 30.76, within: 100 },
    { given: 17_600, exact: 45.88, within: 100 },
    { given: 17_600, exact: 76.17, within: 100 },
  ])
  expect([percent(byFraction.overall), percent(byFraction.gender), percent(byFraction.agegroup)]).toEqual([
    all(17_600),
    all(17_600),
    all(17_600),
  ])
})

test('Boston 2014: decimal minutes and shuffled columns; wheelchairs keep a field of their own', () => {
  const { results, words, shared, byFraction, rank } = read('boston_2014_decimal_minutes', {
    fieldOfPrefix: { W: 'wheelchair' },
    ranking: { age_bands: everyN(5, 80) },
  })
  expect([results.length, words]).toEqual([31_984, {}])
  expect(results.filter(({ field }) => field === 'wheelchair').length).toBe(53)
  expect([percent(shared.overall).within, percent(shared.gender).within]).toEqual([100, 100])
  expect([percent(byFraction.overall), percent(byFraction.gender)]).toEqual([all(31_984), all(31_984)])
  // Ranks of wheelchairs depend on the class of chair, which the file does not have. 45 of the 53 wheelchairs differ,
  // and nobody else.
  expect(percent(byFraction.agegroup)).toEqual({ given: 31_984, exact: 99.85, within: 99.85 })
  const { derived } = rank()
  expect(byFraction.agegroup.differs.map((at) => derived[at]!.field)).toEqual(Array<string>(45).fill('wheelchair'))
})

test('Boston 2001: ranks go by the gun, not by net time, and name their total', () => {
  const { results, words, shared, byFraction, rank } = read('boston_2001_gun_net', {
    fieldOfPrefix: { W: 'wheelchair' },
    ranking: { age_bands: everyN(10, 70) },
  })
  expect([results.length, words]).toEqual([13_443, {}])
  expect(percent(shared.overall)).toEqual({ given: 13_443, exact: 51.55, within: 100 })
  expect([percent(byFraction.overall), percent(byFraction.gender), percent(byFraction.agegroup).exact]).toEqual([
    all(13_443),
    all(13_443),
    99.74,
  ])
  const { totals, derived } = rank()
  // Only ranks of wheelchairs differ, because they depend on the class of chair, which the file does not have.
  expect(byFraction.agegroup.differs.every((at) => derived[at]!.field === 'wheelchair')).toBe(true)
  expect(percent(rank({ basis: 'net' }).agreement.overall).within).toBeLessThan(2)
  expect([totals.gun['']?.all, totals.gun['wheelchair']?.all]).toEqual([13_408, 35])
  for (const { published, field, gender } of results) {
    expect(published.overall?.of).toBe(totals.gun[field]!.all)
    expect(published.gender?.of).toBe(totals.gun[field]!.gender[gender!])
  }
})

test('Boston 2015: one finishing time is a day fraction that contradicts its rank, and is named', () => {
  const { results, problems, byFraction } = read('boston_2015', { ranking: { age_bands: everyN(5, 80) } })
  expect(results.length).toBe(26_598)
  expect(results.filter(({ splits }) => splits.includes(null)).length, 'rows that lack a split').toBe(300)
  expect(problems).toEqual([
    {
      line: 2380,
      bib: '3820',
      severity: 'doubtful',
      word: 'day_fraction',
      column: 'Official Time',
      given: '0.124548611',
      read: '10761',
    },
  ])
  // The import reads the time of bib 3820 as 2:59:21, which gives rank 2479. Runners between this rank and the
  // published rank differ by one rank.
  expect(byFraction.overall.differs.map((at) => results[at]!.bib)).toContain('3820')
  expect([
    percent(byFraction.overall).within,
    percent(byFraction.gender).within,
    percent(byFraction.agegroup).within,
  ]).toEqual([99.62, 99.63, 99.75])
})

test('Portland 2019: chip times only, `4 M30-34` as a place, no double dipping for the first three', () => {
  const { results, words, shared, byFraction, rank } = read('portland_2019', { ranking: { double_dipping: false } })
  expect([results.length, words, rank().clock]).toEqual([1822, {}, 'net'])
  expect(results.filter(({ name }) => name?.includes('(minor)')).length).toBe(7)
  expect(results[4]).toMatchObject({
    bib: '3736',
    gender: 'M',
    agegroup: 'M45-49',
    published: { agegroup: { rank: 1, of: null } },
  })
  expect([percent(shared.overall).within, percent(shared.gender).within, percent(shared.agegroup).within]).toEqual([
    100, 100, 100,
  ])
  expect([percent(byFraction.overall), percent(byFraction.gender), percent(byFraction.agegroup)]).toEqual([
    all(1822),
    all(1822),
    all(1816),
  ])
})

for (const [file, metres, finishers, rows] of [
  ['utmbws_xiamen_2025_100K', 105_300, 502, 766],
  ['utmbws_xiamen_2025_50K', 53_000, 1094, 1522],
  ['utmbws_mountyun_2025_MMY', 48_300, 1926, 2362],
] as const) {
  test(`${file}: seconds floored, places shared, exactly as published`, () => {
    // The seconds in the mountyun file have fractions (14911.35). Its shared ranks follow from seconds that are rounded
    // down.
    const mountyun = file.includes('mountyun')
    const { results, shared } = read(file, {
      metres,
      map: mountyun ? { gun: 'race_time_seconds' } : {},
      ranking: { rounding: 'floor' },
    })
    expect([results.length, results.filter(({ outcome }) => outcome === 'finished').length]).toEqual([rows, finishers])
    expect([percent(shared.overall), percent(shared.gender), percent(shared.agegroup)]).toEqual([
      all(finishers),
      all(finishers),
      all(finishers),
    ])
    if (mountyun)
      expect(
        percent(read(file, { metres, map: { gun: 'race_time_seconds' }, ranking: { ties: 'fraction' } }).shared.overall)
          .exact,
      ).toBeLessThan(100)
  })
}

test('unfinished trail runners keep the time of their last point and lose the place that the file gives them', () => {
  const { results, words } = read('utmbws_xiamen_2025_100K', { metres: 105_300 })
  expect(words).toEqual({ rank_of_unfinished: 211 })
  expect(Object.groupBy(results, ({ outcome }) => outcome)).toMatchObject({
    dnf: expect.arrayContaining([]),
    dns: expect.arrayContaining([]),
  })
  expect(results.filter(({ outcome }) => outcome === 'dns').length).toBe(53)
  expect(results.filter(({ reason }) => reason === 'over_time').length).toBe(14)
  expect(results.find(({ bib }) => bib === '1605')).toMatchObject({
    outcome: 'dnf',
    gun_ms: null,
    stopped_ms: 29_027_000,
    published: { overall: null },
  })
})

test('mountyun 2024: ranks have gaps, so computed ranks differ and every difference is named', () => {
  const { results, shared } = read('utmbws_mountyun_2024_MMY', { metres: 48_300, ranking: { rounding: 'floor' } })
  expect(results.length).toBe(1536)
  // The file leaves some runners out and begins with rank 7, so no overall rank can agree.
  expect([percent(shared.overall).exact, percent(shared.gender).exact, percent(shared.agegroup).exact]).toEqual([
    0, 0, 49.42,
  ])
  expect(shared.overall.differs.length).toBe(1305)
})

test('Honolulu 2016: minutes that are stored as hours are corrected and named; all ranks by time agree', () => {
  const { results, problems, words, shared, byFraction } = read('honolulu_2016')
  expect(results.length).toBe(20_118)
  expect(
    ['split_5k', 'split_10k', 'split_15k'].map(
      (column) => problems.filter((one) => one.word === 'minutes_as_hours' && one.column === column).length,
    ),
  ).toEqual([18_670, 2767, 34])
  expect(words).toEqual({ minutes_as_hours: 21_471, split_implausible: 2, split_out_of_order: 38 })
  expect(results[0]!.splits.slice(0, 3)).toEqual([926_000, 1_825_000, 2_763_000])
  expect([percent(shared.overall).within, percent(byFraction.overall)]).toEqual([100, all(20_118)])
  expect(results.filter(({ gender }) => gender === null).length).toBe(5)
})

test('Berlin 2000: without bibs nothing is imported until a column is named for them; 00:00:00 is a missing split', () => {
  expect(read('berlin_2000').words).toEqual({ no_bib: 22_879 })
  const { table, results, words, byFraction } = read('berlin_2000', {
    map: { bib: 'place_overall', rank: 'place_overall' },
  })
  expect(results.length).toBe(22_879)
  const timed = table.header.flatMap((title, at) => (/^(split_|time_half)/.test(title) ? [at] : []))
  expect([
    table.rows.filter((row) => timed.some((at) => row[at] === '00:00:00')).length,
    table.rows.filter((row) => /[^\0-\x7f]/.test(row.join(''))).length,
  ]).toEqual([882, 4643])
  expect(results[2]).toMatchObject({
    bib: '3',
    name: 'Jackson Kabiga',
    splits: [896_000, null, 2_712_000, 3_608_000, 3_795_000, 4_505_000, 5_424_000, 6_359_000, 7_358_000],
  })
  expect(results.some(({ name }) => name?.includes('ü'))).toBe(true)
  expect(Object.keys(words).filter((word) => !word.startsWith('split'))).toEqual([])
  // The file lacks rank 9552, so all its ranks above 9552 are one higher than the computed ranks.
  expect(percent(byFraction.overall).within).toBeGreaterThan(15)
})

test('Cherry Blossom 2009: gun and net, ranks by gender and net time; two ranks 0 are no finishers until a person decides', () => {
  expect(read('cherryblossom_2009').words).toEqual({ no_bib: 14_974 })
  const { results, words, byFraction } = read('cherryblossom_2009', {
    metres: 16_093,
    numberRows: true,
    map: { rank: '', rank_gender: 'place' },
    ranking: { basis: 'net' },
  })
  expect(results.length).toBe(14_974)
  expect(words.place_zero).toBe(2)
  expect(results.filter(({ net_ms, gun_ms }) => net_ms === null && gun_ms !== null).length).toBe(1)
  expect(percent(byFraction.gender).within).toBeGreaterThan(85)
})

test('Twin Cities 2013: segments add up, the runner starts after the gun, unfinished rows are named', () => {
  const labels = ['5K', '10K', 'half', '30K', '21mi', '24mi', 'finish']
  const map = Object.fromEntries(labels.map((label, at) => [`segment:${label}`, `split_${at + 1}_segment_time`]))
  const { results, words, points } = read('tcm_2013', { map })
  // Fifteen rows lack their first segment, so their times are unknown.
  expect([results.length, words.no_time]).toEqual([8828, 15])
  expect(points.map(({ label }) => label)).toEqual(['5', '10', '半程', '30', '21mi', '24mi'])
  expect(results[0]).toMatchObject({ bib: '1', net_ms: 8_007_000, gun_ms: 8_008_000, outcome: 'finished' })
  expect(results.filter(({ outcome }) => outcome !== 'finished').length).toBe(words.no_finish_time)
  expect(words.no_finish_time).toBeLessThanOrEqual(113)
})

test('by gun and by net every rank is one more than the number of faster runners, shared or separated by the fraction', () => {
  for (const [file, say] of [
    ['boston_2001_gun_net', { fieldOfPrefix: { W: 'wheelchair' } }],
    ['cherryblossom_2009', { metres: 16_093, numberRows: true, map: { rank: '', rank_gender: 'place' } }],
  ] as const) {
    const { rank } = read(file, say as Say)
    for (const clock of ['gun', 'net'] as const) {
      const { ranks, derived, totals } = rank({ ties: 'shared' })
      const timeOf = (at: number) => Math.ceil((clock === 'gun' ? derived[at]!.gun_ms! : derived[at]!.net_ms!) / 1000)
      const ranked = derived
        .flatMap(({ field }, at) => (field === '' && ranks[at]![clock].overall !== null ? [at] : []))
        .toSorted((a, b) => timeOf(a) - timeOf(b))
      expect(ranked.length).toBe(totals[clock]['']!.all)
      let first = 0
      for (const [n, at] of ranked.entries()) {
        if (n > 0 && timeOf(at) !== timeOf(ranked[n - 1]!)) first = n
        if (ranks[at]![clock].overall !== first + 1)
          expect.fail(
            `${file} by ${clock}: ${derived[at]!.field} ${n} has place ${ranks[at]![clock].overall}, not ${first + 1}`,
          )
      }
      const apart = rank({ ties: 'fraction' }).ranks.flatMap((places, at) =>
        derived[at]!.field === '' && places[clock].overall !== null ? [places[clock].overall] : [],
      )
      expect(new Set(apart).size, 'told apart, fewer share').toBeGreaterThanOrEqual(
        new Set(ranked.map((at) => ranks[at]![clock].overall)).size,
      )
    }
  }
})
