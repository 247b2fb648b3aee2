import { expect, test } from 'vitest'
import { kmText } from '#contract/written.ts'
import type { FeedEntry } from '../contract.ts'
import { applyNews, applyPins, courseParts, isLongText, isWithin, joinPages, readNews } from './feedList.rules.ts'

const entry = (id: number, change: Partial<FeedEntry> = {}): FeedEntry => ({
  id,
  author: 'A',
  official: false,
  body: `entry ${id}`,
  km: null,
  pictures: [],
  film: null,
  pinned: false,
  cheers: 0,
  comments: 0,
  version: id,
  at: '2026-11-01T00:00:00.000Z',
  ...change,
})
const news = (...entries: Parameters<typeof applyNews>[1]['entries']) => ({ version: 99, entries })

test('a message adds new entries above, changes known ones in place, and takes hidden ones away', () => {
  const items = [entry(9), entry(7), entry(5)]
  const after = applyNews(items, news(entry(12), entry(7, { cheers: 3, version: 40 }), { id: 5, gone: true }, entry(6)))
  expect(after.map(({ id, cheers }) => [id, cheers])).toEqual([
    [12, 0],
    [9, 0],
    [7, 3],
  ])
  expect(applyNews([entry(7, { cheers: 3, version: 40 })], news(entry(7, { cheers: 2, version: 39 })))[0]!.cheers).toBe(
    3,
  )
  expect(applyNews([], news(entry(1), entry(2))).map(({ id }) => id)).toEqual([2, 1])
})

test('a first page that is the whole list removes everything else, and any other first page keeps the older entries', () => {
  const before = { items: [entry(9), entry(7), entry(5), entry(3)], after: '3' }
  const joined = (ids: number[], after: string | null) => {
    const { items, after: next } = joinPages(before, { items: ids.map((id) => entry(id)), after })
    return [items.map(({ id }) => id), next]
  }
  expect(joined([11, 9, 7], '7')).toEqual([[11, 9, 7, 5, 3], '3'])
  expect(joined([9, 5], '5'), 'an entry between them was removed').toEqual([[9, 5, 3], '3'])
  expect(joined([9, 7], null)).toEqual([[9, 7], null])
  expect(joined([], null), 'the last entry was removed').toEqual([[], null])
})

test('pins follow the message', () => {
  const pinned = [entry(3, { pinned: true }), entry(2, { pinned: true })]
  expect(applyPins(pinned, news(entry(3), entry(8, { pinned: true }))).map(({ id }) => id)).toEqual([8, 2])
})

test('parts fit the course, and an unreadable message is ignored', () => {
  expect(courseParts(500)).toEqual([])
  expect(courseParts(42_195).map(({ from }) => from)).toEqual([0, 10_000, 20_000, 30_000, 40_000])
  expect(isWithin({ km: 10_000 }, { from: 10_000, until: 20_000 })).toBe(true)
  expect(isWithin({ km: null }, { from: 0, until: 1 })).toBe(false)
  expect([kmText(21_097), kmText(5000)]).toEqual(['21.1', '5'])
  expect([readNews('{'), readNews('{}')]).toEqual([undefined, undefined])
})

test('a text is long by its signs or by its lines', () => {
  expect([isLongText('长'.repeat(300)), isLongText('🏃'.repeat(300)), isLongText('a\n'.repeat(9))]).toEqual([
    false,
    false,
    false,
  ])
  expect([isLongText('长'.repeat(301)), isLongText('a\n'.repeat(10))]).toEqual([true, true])
})
