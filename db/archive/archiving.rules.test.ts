import { expect, test } from 'vitest'
import {
  archiveAge,
  archivedName,
  beginOf,
  beginning,
  gapAt,
  restoreMomentOf,
  nextSegment,
  onTimeline,
  wholeSegments,
  withGap,
} from './archiving.rules.ts'

test('segments follow each other across the end of a log file', () => {
  expect(nextSegment('000000010000000000000001')).toBe('000000010000000000000002')
  expect(nextSegment('0000000100000000000000FE')).toBe('0000000100000000000000FF')
  expect(nextSegment('0000000100000000000000FF')).toBe('000000010000000100000000')
  expect(nextSegment('00000002000000AB000000FF')).toBe('00000002000000AC00000000')
})

test('a segment begins at a position, and has a name on every timeline', () => {
  expect(beginOf('000000010000000000000003')).toBe('00000000/3000000')
  expect(beginOf('00000001000000AB000000FF')).toBe('000000AB/FF000000')
  expect(onTimeline('000000010000000000000003', 18)).toBe('000000120000000000000003')
})

test('only whole segments are archived, oldest first, also across timelines', () => {
  const names = [
    '000000020000000000000004',
    '000000010000000000000003',
    '000000010000000000000002',
    '000000020000000000000005',
    '000000020000000000000009',
    '00000002.history',
    'archive_status',
  ]
  expect(wholeSegments(names, '000000010000000000000003', '000000020000000000000005')).toEqual([
    '000000010000000000000003',
    '000000020000000000000004',
  ])
})

test('two databases in one archive have different names', () => {
  expect(archivedName('7', '00000001000000AB000000FF')).toBe('private/wal/7/00000001000000ab000000ff.gz')
  expect(archivedName('8', '00000002.history')).toBe('private/wal/8/00000002.history.gz')
})

test('an archive that never took a file is as old as the server', () => {
  expect(archiveAge(beginning, 1000, 61_000)).toBe(60)
  expect(archiveAge({ ...beginning, reached: 60_000 }, 1000, 61_000)).toBe(1)
  expect(archiveAge({ ...beginning, reached: 62_000 }, 1000, 61_000)).toBe(0)
})

test('a restore ends at the first gap that it meets, and a gap that goes on is one gap', () => {
  const segment = (nth: number) => nth.toString().padStart(24, '0')
  const gap = (from: number, first: number) => ({ from: segment(from), first: segment(first), until: `after ${first}` })
  const gaps = withGap(withGap(withGap([], gap(3, 5)), gap(5, 6)), gap(8, 9))
  expect(gaps).toEqual([gap(3, 6), gap(8, 9)])
  expect(withGap(gaps, gap(8, 9)), 'recorded twice').toEqual(gaps)
  expect(gapAt(gaps, segment(3))).toEqual(gap(3, 6))
  expect(gapAt(gaps, segment(8))).toEqual(gap(8, 9))
  expect(gapAt(gaps, segment(10))).toBeUndefined()
  expect(gapAt([], segment(1))).toBeUndefined()
})

test('a moment names its time zone', () => {
  expect(restoreMomentOf('2026-11-27T20:15:30+08:00')?.toISOString()).toBe('2026-11-27T12:15:30.000Z')
  expect(restoreMomentOf('2026-11-27 20:15 +0800')?.toISOString()).toBe('2026-11-27T12:15:00.000Z')
  expect(restoreMomentOf('2026-11-27T12:15:30.5Z')?.toISOString()).toBe('2026-11-27T12:15:30.500Z')
  for (const odd of ['2026-11-27T20:15:30', 'yesterday', '2026-13-27T20:15:30Z', '', '20:15', '2026-11-27Z'])
    expect(restoreMomentOf(odd), odd).toBeUndefined()
})
