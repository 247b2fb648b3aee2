import { describe, expect, test } from 'vitest'
import { BATCH_MOST, readBatch } from './batch.rules.ts'
import type { TypedKind } from '../derive/typed.rules.ts'

const said = (given: string, way: TypedKind | null = null) =>
  readBatch(given, way).lines.map(({ bib, kind, clock, note }) =>
    [bib, kind, clock ?? 'now', ...(note ? [note] : [])].join(' '),
  )
const faults = (given: string, way: TypedKind | null = null) =>
  readBatch(given, way).problems.map(({ word, given: which }) => `${word} ${which}`)

describe('a batch as it is read over radio', () => {
  test('bibs, way and time in the orders in which people say them', () => {
    const three = ['12 in 14:05', '15 in 14:05', '18 in 14:05']
    for (const given of [
      '12 15 18 in at 14:05',
      '12, 15, 18 IN 14:05',
      'in 12 15 18 at 14:05',
      '14:05 in 12 15 18',
      '12 15 and 18 arrived at 1405',
      'at 14.05 bibs 12 15 18 in',
      '12、15、18 进站 14:05',
      '进站 12 15 18 14点05分',
      '12 15 18号到了，14：05',
      '１２ １５ １８ in ＠１４：０５',
    ])
      expect([given, said(given)]).toEqual([given, three])
  })
  test('a way without a time means now, and bibs alone take the way of the screen', () => {
    expect(said('12 15 out')).toEqual(['12 out now', '15 out now'])
    expect(said('12 15', 'in')).toEqual(['12 in now', '15 in now'])
    expect(said('12 15 out', 'in')).toEqual(['12 out now', '15 out now'])
    expect(faults('12 15')).toEqual(['way_missing 12', 'way_missing 15'])
  })
  test('several parts of one call, and several lines', () => {
    expect(said('12 in 14:05, 18 out 14:10')).toEqual(['12 in 14:05', '18 out 14:10'])
    expect(said('12 in, 15 out at 14:05')).toEqual(['12 in 14:05', '15 out 14:05'])
    expect(said('in 12 14:05, 15 14:10')).toEqual(['12 in 14:05', '15 in 14:10'])
    expect(said('12进站14:05\n15 出站 14:20;18 in')).toEqual(['12 in 14:05', '15 out 14:20', '18 in now'])
    expect(said('12 in 14:05 12 out 14:15')).toEqual(['12 in 14:05', '12 out 14:15'])
    expect(said('in 12 out 15 at 9:05')).toEqual(['12 in 09:05', '15 out 09:05'])
  })
  test('a drop-out may have a note, and a number beside it is a bib', () => {
    expect(said('12 drop 14:05 left knee')).toEqual(['12 drop 14:05 left knee'])
    expect(said('12 退赛 膝盖受伤 14:05')).toEqual(['12 drop 14:05 膝盖受伤'])
    expect(said('12 drop, 15', 'in')).toEqual(['12 drop now', '15 in now'])
    expect(faults('12 drop, 15')).toEqual(['way_missing 15'])
    expect(said('12 DNF')).toEqual(['12 drop now'])
    expect(said('12 15 dnf')).toEqual(['12 drop now', '15 drop now'])
  })
  test('bibs with letters keep them, in capitals', () => {
    expect(said('a0012 F-7 in')).toEqual(['A0012 in now', 'F-7 in now'])
    expect(said('赛12 in')).toEqual(['12 in now'])
    expect(faults('赛12 in')).toEqual(['word_unknown 赛'])
  })
  test('a wrong part is named, and the rest is accepted', () => {
    expect(said('12 hello 15 in')).toEqual(['12 in now', '15 in now'])
    expect(faults('12 hello 15 in')).toEqual(['word_unknown hello'])
    expect(faults(`12 drop ${'pain '.repeat(80)}`)).toEqual(['note_long 12'])
    // A cut note ends with a whole character. The server refuses half a character, and the phone would send the entry
    // again for ever.
    const [drop] = readBatch(`12 drop ${'x'.repeat(299)}👟`, null).lines
    expect(drop!.note).toBe('x'.repeat(299))
    expect(faults('12 in at 25:05')).toEqual(['clock_wrong 25:05'])
    expect(faults('12 in 14:61')).toEqual(['clock_wrong 14:61'])
    expect(faults('12 12 in')).toEqual(['bib_twice 12'])
    expect(said('12 12 in')).toEqual(['12 in now'])
    expect(faults('in at 14:05')).toEqual(['bib_missing in at 14:05'])
    expect(readBatch('', 'in')).toEqual({ lines: [], problems: [] })
    expect(readBatch(' \n,;、', 'in')).toEqual({ lines: [], problems: [] })
  })
  test('hostile text ends quickly and is not interpreted', () => {
    expect(said('🏃 <script>12</script> in')).toEqual([])
    expect(said('9'.repeat(10_000), 'in')).toEqual([])
    expect(faults('x'.repeat(10_000), 'in')[0]).toHaveLength('word_unknown '.length + 40)
    const many = Array.from({ length: 10_000 }, (_, at) => at + 1).join(' ')
    expect(readBatch(many, 'in').lines).toHaveLength(BATCH_MOST)
    expect(readBatch(many, 'in').problems).toHaveLength(BATCH_MOST)
  })
})
