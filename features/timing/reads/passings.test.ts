import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { describeShared, shared } from '#test/beside.ts'
import { durationIn, firstAfter, readPassings } from './passings.rules.ts'

const zone = 'Asia/Shanghai'
const sample = 'aa400000000123450a2a01123018455927a7'

describe('files of reads', () => {
  test('an IPICO line tells chip, moment and whether it is the first or last seen', () => {
    const { format, passings, problems } = readPassings(`${sample}FS\naa400000000123450a2a0112301846000091LS\n`, zone)
    expect({ format, problems }).toEqual({ format: 'ipico', problems: [] })
    expect(passings.map(({ chip, at, kind }) => ({ chip, at: new Date(at!).toISOString(), kind }))).toEqual([
      { chip: '000000012345', at: '2001-12-30T10:45:59.390Z', kind: 'FS' },
      { chip: '000000012345', at: '2001-12-30T10:46:00.000Z', kind: 'LS' },
    ])
  })
  test('malformed lines are named by their line, and the others are read', () => {
    const { passings, problems } = readPassings(
      [sample, sample.replace('a7', 'a8'), 'aa4000', 'aa400000000123450a2a01133018455927a9', ''].join('\n'),
      zone,
    )
    expect(passings).toHaveLength(1)
    expect(problems.map(({ line, word }) => `${line} ${word}`)).toEqual([
      '2 checksum_wrong',
      '3 line_too_short',
      '4 checksum_wrong',
    ])
  })
  test('a table by its titles: a moment with or without a zone, or a time after the gun', () => {
    const { passings, problems } = readPassings(
      'chip,time,point\nA1,2026-03-01 08:00:00.5,5\na2,2026-03-01T00:00:00Z,5\nA3,0:31:07,10\nA4,soon,10\n,1:00,5\n',
      zone,
    )
    expect(passings.map(({ chip, at, elapsed, point }) => [chip, at, elapsed, point])).toEqual([
      ['A1', Date.parse('2026-03-01T00:00:00.500Z'), null, '5'],
      ['A2', Date.parse('2026-03-01T00:00:00Z'), null, '5'],
      ['A3', null, 1_867_000, '10'],
    ])
    expect(problems.map(({ line, word }) => `${line} ${word}`)).toEqual(['5 no_time', '6 no_chip'])
  })
  test('durations in all forms in which people write them', () => {
    expect(
      ['0:42:43', '42:43', ':59', '0:45:37.6543', '65:55', '0:58:', '1.11.43', '68:49.32', ':67:22', 'XXX'].map(
        durationIn,
      ),
    ).toEqual([2_563_000, 2_563_000, 59_000, 2_737_654, 3_955_000, 3_480_000, 4_303_000, 4_129_320, 4_042_000, null])
  })
  test('a sheet from an aid station: the clock on the wall, in and out; the first such moment after the gun counts', () => {
    const { passings, problems } = readPassings(
      '参赛号,计时点,进出,时刻\n7,CP1,进,9:05\n7,CP1,出,23:59:01\n8,CP1,进,24:00\n9,CP1,,0:10\n',
      zone,
    )
    expect(passings.map(({ chip, clock, point, way }) => [chip, clock, point, way])).toEqual([
      ['7', '09:05:00', 'CP1', 'in'],
      ['7', '23:59:01', 'CP1', 'out'],
      ['9', '00:10:00', 'CP1', undefined],
    ])
    expect(problems).toEqual([{ line: 4, word: 'no_time', given: '8 CP1 进 24:00' }])
    const gun = Date.parse('2026-03-01T22:00:00Z')
    expect(
      ['06:00:00', '05:59:59', '23:00:00'].map((clock) =>
        new Date(firstAfter(gun, clock, 'Asia/Shanghai')).toISOString(),
      ),
    ).toEqual(['2026-03-01T22:00:00.000Z', '2026-03-02T21:59:59.000Z', '2026-03-02T15:00:00.000Z'])
    const next = firstAfter(Date.parse('2026-03-29T03:00:00Z'), '02:30:00', 'Europe/Paris')
    expect(new Date(next).toISOString(), 'the clock left out 02:30 on the day of the gun').toBe(
      '2026-03-30T00:30:00.000Z',
    )
  })
  test('a file without reads has no format', () => {
    for (const text of ['', 'hello', '{"list": 1}', 'a,b\n1,2\n']) expect(readPassings(text, zone).format).toBeNull()
  })
})

describe('files that another program wrote', () => {
  const file = (name: string) => readFileSync(new URL(`../../../test/vectors/timing/${name}`, import.meta.url), 'utf8')
  test('every line of an IPICO reader: chip, clock on the wall, first or last seen', () => {
    const { format, passings, problems } = readPassings(file('ipico.txt'), zone)
    expect({ format, problems }).toEqual({ format: 'ipico', problems: [] })
    const [, ...expected] = file('ipico.expected.csv').trim().split('\n')
    expect(expected).toHaveLength(100)
    const shown = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, -1)
    expect(passings.map(({ chip, at, kind }) => [chip, shown(at!), kind ?? ''].join(','))).toEqual(expected)
  })
  test('a list of RACE RESULT: sections add up to the points, and a runner who is out has no finish', () => {
    const { format, passings, problems } = readPassings(file('raceresult.json'), zone)
    const expected = JSON.parse(file('raceresult.expected.json')) as {
      passings: [string, string, number][]
      out: string[]
    }
    expect(format).toBe('raceresult')
    expect(passings.map(({ chip, point, elapsed }) => [chip, point, elapsed])).toEqual(expected.passings)
    expect(problems.map(({ word, given }) => `${word} ${given}`)).toEqual(
      expected.out.map((one) => `runner_out ${one}`),
    )
  })
})

describeShared('data/timing', 'real files', () => {
  const read = (name: string) => readPassings(readFileSync(shared(`data/timing/${name}`), 'utf8'), zone)
  test('IPICO readers: every line', () => {
    for (const [name, lines] of [
      ['export_reads', 5],
      ['ipico-core_fsls_reads', 3],
      ['ipico-core_raw_reads', 3],
      ['reads_large', 100],
    ] as const) {
      const { format, passings, problems } = read(`ipico/${name}.txt`)
      expect([name, format, passings.length, problems]).toEqual([name, 'ipico', lines, []])
    }
  })
  test('a RACE RESULT list: sections add up to the points, and a runner who did not finish has no finish', () => {
    const { format, passings, problems } = read('opensplittime/import/test_rr_response.json')
    expect(format).toBe('raceresult')
    expect(passings.filter(({ chip }) => chip === '5').map(({ point, elapsed }) => [point, elapsed])).toEqual([
      ['Aid1', 2_581_360],
      ['Aid2', 6_308_860],
      ['Aid3', 9_463_560],
      ['Aid4', 13_571_370],
      ['Aid5', 16_655_300],
      ['finish', 17_736_430],
    ])
    expect(passings.filter(({ chip }) => chip === '656').map(({ point }) => point)).toEqual([
      'Aid1',
      'Aid2',
      'Aid3',
      'Aid4',
      'finish',
    ])
    expect(passings.filter(({ chip }) => chip === '661').map(({ point }) => point)).toEqual(['Aid1', 'Aid2'])
    expect(problems.map(({ word, given }) => `${word} ${given}`)).toEqual(['runner_out 661 DNF', 'runner_out 633 DNS'])
  })
})
