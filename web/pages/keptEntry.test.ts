import { expect, test } from 'vitest'
import { type KeptEntry, withKept } from './keptEntry.ts'

const now = new Date('2026-11-27T08:00:00Z')
const entry = (key: string, time = '2026-12-01T00:00:00Z'): KeptEntry => ({
  key,
  at: now.toISOString(),
  race: { name: '澜江马拉松', time, zone: 'Asia/Shanghai' },
  event: '半程马拉松',
  name: '林晚晴',
  status: '报名成功',
  bib: 'A0042',
  zone: 'B',
  window: '',
  appointments: [],
})

test('the newest registrations are kept, each once, and none of a race that ended long ago', () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].reduce<KeptEntry[]>((all, key) => withKept(all, entry(key), now), [])
  expect(many.map(({ key }) => key)).toEqual(['f', 'e', 'd', 'c', 'b'])
  const again = withKept(many, { ...entry('d'), bib: 'A0043' }, now)
  expect(again.map(({ key }) => key)).toEqual(['d', 'f', 'e', 'c', 'b'])
  expect(again[0]!.bib).toBe('A0043')
  expect(withKept([entry('old', '2026-10-01T00:00:00Z')], entry('new'), now).map(({ key }) => key)).toEqual(['new'])
})
