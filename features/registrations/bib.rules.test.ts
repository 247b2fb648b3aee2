import { describe, expect, test } from 'vitest'
import { bibFinder, bibNumbersIn, writtenBib } from './bib.rules.ts'

const of = (...bibs: string[]) =>
  bibFinder(
    bibs.map((one) => {
      const [prefix_bib, bib] = one.split('|') as [string, string]
      return { prefix_bib: prefix_bib === '' ? null : prefix_bib, bib }
    }),
  )
/** Finds the registrations that a written bib could mean, each as `prefix|number`. */
const found = (written: string, ...bibs: string[]) =>
  of(...bibs)
    .all(written)
    .map(({ prefix_bib, bib }) => `${prefix_bib ?? ''}|${bib}`)

test('a written bib has one spelling', () => {
  expect(['b0001', 'Ｂ０００１', ' B 0001　', 'B0001'].map(writtenBib)).toEqual(['B0001', 'B0001', 'B0001', 'B0001'])
  expect(['27.0', '27.00', '2.5'].map(writtenBib)).toEqual(['27', '27', '2.5'])
  expect(['#12', '＃ A12', '№ 12', 'No.12', '号码：B7', 'NO12', '#'].map(writtenBib)).toEqual([
    '12',
    'A12',
    '12',
    '12',
    'B7',
    'NO12',
    '#',
  ])
})

describe('bibFinder', () => {
  test('prefix and number go before a number alone', () => {
    expect(found('B0001', 'A|0001', 'B|0001')).toEqual(['B|0001'])
    expect(found('0001', '|0001', 'A|0001')).toEqual(['|0001'])
    expect(found('1', '|1', 'B|0001')).toEqual(['|1'])
  })
  test('a number alone, and a number without its zeros, mean the only registration that has it', () => {
    for (const written of ['0001', '1', 'B1', 'b1', 'Ｂ1', '1.0', 'b 0001'])
      expect(found(written, 'B|0001', 'B|0010', 'C|0002'), written).toEqual(['B|0001'])
  })
  test('two events with different prefixes and the same number: the number alone means nobody', () => {
    const both = ['A|0001', 'B|0001']
    expect(found('0001', ...both)).toEqual(both)
    expect(of(...both).one('0001')).toBeUndefined()
    expect(of(...both).one('1')).toBeUndefined()
    expect(of(...both).one('A1')).toMatchObject({ prefix_bib: 'A' })
    expect(of('A|0001', 'A|1').one('01'), 'neither is written so').toBeUndefined()
    expect(of('A|01', 'B|1').one('1'), 'numbers of different widths').toBeUndefined()
  })
  test('the prefix of another event means nobody of this one', () => {
    expect(found('B0001', 'A|0001')).toEqual([])
    expect(found('BB0001', 'B|0001')).toEqual([])
    expect(found('', 'B|0001')).toEqual([])
    expect(found('B', 'B|0001')).toEqual([])
  })
  test('if zeros are kept, a number without them means nobody', () => {
    const { one } = bibFinder([{ prefix_bib: 'B', bib: '0001' }], 'kept')
    expect(['B0001', '0001', 'B1', '1'].map((written) => one(written)?.bib)).toEqual([
      '0001',
      '0001',
      undefined,
      undefined,
    ])
  })
  test('a prefix may be lower case or end in figures', () => {
    expect(found('B0001', 'b|0001')).toEqual(['b|0001'])
    expect(found('20001', '2|0001', '|20001')).toEqual(['2|0001', '|20001'])
    expect(found('21', '2|0001', '2|0002')).toEqual(['2|0001'])
  })
  test('every registration that a bib could mean is listed under one of its numbers', () => {
    const key = (bib: string) => bib.toUpperCase().replace(/^0+/, '')
    for (const [prefix_bib, bib] of [
      ['B', '0001'],
      ['2', '0001'],
      ['A1', '0100'],
      ['', '7'],
      ['', 'f0123'],
    ] as const)
      for (const written of [prefix_bib + bib, bib, prefix_bib + key(bib), key(bib)])
        expect(bibNumbersIn(written), `${written} for ${prefix_bib}${bib}`).toContain(key(bib))
  })
})
