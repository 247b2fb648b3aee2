import { expect, test } from 'vitest'
import { optionsFrom, optionsText } from './options.ts'
import { stockFrom } from './StockPart.tsx'

test('options are written one on each line and read back with their languages', () => {
  const options = [
    { value: '右侧', says: { en: 'Right', 'zh-tw': '右側' } },
    { value: '左侧', says: { en: 'Left' } },
    { value: 'A' },
  ]
  expect(optionsText(options)).toBe('右侧 | 右側 | Right\n左侧 |  | Left\nA')
  expect(optionsFrom(optionsText(options), options)).toEqual(options)
  expect(optionsFrom('\n x \n\n', [])).toEqual([{ value: 'x' }])
})

test('limits of removed options are dropped, and shared limits of other events stay', () => {
  const line = (kind: 'clothes' | 'zone', name: string, most: number | null, shared = false) => ({
    kind,
    name,
    most,
    shared,
    taken: 0,
  })
  const draft = { addons: [], form: { clothes: ['M'], packagebus: [], zones: [] } } as never
  expect(
    stockFrom(
      draft,
      [line('clothes', 'M', 5), line('zone', 'A', 3)],
      [line('clothes', 'L', 2), line('clothes', 'XL', 9, true), line('zone', 'A', 3)],
    ),
  ).toEqual([
    { kind: 'clothes', name: 'L', shared: false, most: null },
    { kind: 'zone', name: 'A', shared: false, most: null },
    { kind: 'clothes', name: 'M', shared: false, most: 5 },
  ])
})
