import { expect, test } from 'vitest'
import { differencesOf } from './differences.rules.ts'
import { type VersionRow, readVersionList, writeList } from './list.rules.ts'
import { protestUntil, publicationStateOf, whyNotPublished } from './publication.rules.ts'

const row = (id: number, change: Partial<VersionRow> = {}): VersionRow => ({
  id,
  bib: `B${id}`,
  outcome: 'finished',
  time_ms: 10_000_000 + id,
  rank: id,
  name: id * 7,
  ...change,
})

test('a list is read back as it was written, also an empty list', () => {
  const rows = [row(1), row(5, { outcome: 'dns', time_ms: null, rank: null }), row(9, { bib: '䶮😀' })]
  expect(readVersionList(writeList(rows))).toEqual(rows)
  expect(readVersionList(writeList([]))).toEqual([])
  expect(readVersionList(writeList([row(3, { bib: '' })]))).toEqual([row(3, { bib: '' })])
})

test('differences are counted by kind, and rows that only moved come last', () => {
  const before = [row(1), row(2), row(3), row(4)]
  const after = [
    row(1, { rank: 2 }),
    row(2, { time_ms: 1, rank: 1 }),
    row(3, { outcome: 'dsq', rank: null, name: 1 }),
    row(5),
  ]
  const { counts, rows } = differencesOf(before, after)
  expect(counts).toEqual({ results: 4, finished: 3, added: 1, gone: 1, outcome: 1, time: 1, name: 1, rank: 3 })
  expect(rows.map(({ bib }) => bib)).toEqual(['B5', 'B4', 'B3', 'B2', 'B1'])
  expect(differencesOf(after, after).rows).toEqual([])
  expect(differencesOf([], []).counts.results).toBe(0)
})

test('a bib that a new file brought again is the same result', () => {
  expect(differencesOf([row(1)], [row(1, { id: 8 })]).rows).toEqual([])
})

test('50,000 results are compared in one go', () => {
  const before = Array.from({ length: 50_000 }, (_, n) => row(n + 1))
  const { counts } = differencesOf(
    readVersionList(writeList(before)),
    before.map((one) => ({ ...one, rank: one.rank! + 1 })),
  )
  expect(counts.rank).toBe(50_000)
})

test('the moments at which results are provisional, official or not published, and the reasons why they cannot become so', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const later = new Date(now.getTime() + 1)
  expect(publicationStateOf({ published_at: null, official_at: null }, now)).toBe('none')
  expect(publicationStateOf({ published_at: later, official_at: null }, now)).toBe('none')
  expect(publicationStateOf({ published_at: now, official_at: null }, now)).toBe('provisional')
  expect(publicationStateOf({ published_at: now, official_at: now }, now)).toBe('official')
  const publication = { from: 'official', to: 'provisional', note: '', protests: 0, despite: false } as const
  expect(whyNotPublished(publication)).toBe('reason_missing')
  expect(whyNotPublished({ ...publication, note: '更正' })).toBeUndefined()
  expect(whyNotPublished({ ...publication, from: 'provisional', to: 'official', protests: 1 })).toBe('protests_open')
  expect(
    whyNotPublished({ ...publication, from: 'provisional', to: 'official', protests: 1, despite: true }),
  ).toBeUndefined()
  expect(whyNotPublished({ ...publication, to: 'none', protests: 1 })).toBeUndefined()
  expect(protestUntil(now, 30)).toEqual(new Date('2026-11-22T12:30:00Z'))
  expect(protestUntil(now, 0)).toBeNull()
})
