import { afterEach, expect, test, vi } from 'vitest'
import { type Unpaid, forgetUnpaid, noteUnpaid, readUnpaid, stillUnpaid, unpaidHere, withUnpaid } from './unpaid.ts'

const now = Date.parse('2026-03-01T04:00:00Z')
const order = (key: string, more: Partial<Unpaid> = {}): Unpaid => ({
  key,
  raceid: 7,
  race: '澜江马拉松',
  event: '半程',
  amount: 12_000,
  until: '2026-03-01T05:00:00Z',
  at: now,
  ...more,
})
const shown = (key: string, more: object = {}, status: object = {}) => ({
  _key: key,
  raceid: 7,
  mine: true,
  race: { name: '澜江马拉松' },
  meta: { event: { name: '半程' } },
  charge: { amount: 12_000 },
  status: { paid: '0', pay_end: new Date(Date.now() + 3_600_000).toISOString(), can: { pay: { ok: true } }, ...status },
  ...more,
})

const keepsValues = () => {
  const values = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  })
  return values
}
afterEach(() => void vi.unstubAllGlobals())

test('an order is remembered until its end, to the millisecond', () => {
  const end = Date.parse('2026-03-01T05:00:00Z')
  expect(stillUnpaid([order('a')], end - 1)).toHaveLength(1)
  expect(stillUnpaid([order('a')], end)).toEqual([])
})
test('an order without an end is forgotten after thirty days', () => {
  const one = order('a', { until: null })
  expect(stillUnpaid([one], now + 30 * 86_400_000 - 1)).toHaveLength(1)
  expect(stillUnpaid([one], now + 30 * 86_400_000)).toEqual([])
})
test('the newest order comes first, an order counts once, and the device keeps five', () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].reduce<Unpaid[]>((before, key) => withUnpaid(before, order(key), now), [])
  expect(many.map(({ key }) => key)).toEqual(['f', 'e', 'd', 'c', 'b'])
  expect(withUnpaid(many, order('d', { amount: 1 }), now).map(({ key }) => key)).toEqual(['d', 'f', 'e', 'c', 'b'])
})
test.each(['', 'no json', '{}', 'null', '[null,1,"x",{"key":"a"}]', '[{"key":1,"raceid":"7"}]'])(
  'a stored text that is not a list of orders (%j) counts as empty',
  (text) => expect(readUnpaid(text)).toEqual([]),
)

test('the device remembers the orders that its registrant can pay, and drops paid orders', () => {
  keepsValues()
  noteUnpaid(shown('a'))
  noteUnpaid(shown('b', { raceid: 8 }))
  expect(unpaidHere().map(({ key }) => key)).toEqual(['b', 'a'])
  expect(
    unpaidHere(7).map(({ key }) => key),
    'of one race',
  ).toEqual(['a'])
  noteUnpaid(shown('a', {}, { paid: '1' }))
  expect(unpaidHere(7)).toEqual([])
  forgetUnpaid('b')
  expect(unpaidHere()).toEqual([])
})
test.each([
  ['of another account', { mine: false }, {}],
  ['that is free', { charge: { amount: 0 } }, {}],
  ['that is closed', {}, { paid: 'closed' }],
  ['that cannot be paid yet', {}, { can: { pay: { ok: false } } }],
  ['whose time is over', {}, { pay_end: '2020-01-01T00:00:00Z' }],
])('an order %s is not remembered', (_name, more, status) => {
  const values = keepsValues()
  noteUnpaid(shown('a'))
  noteUnpaid(shown('a', more, status))
  expect(unpaidHere()).toEqual([])
  expect([...values.values()].join(''), 'nothing of it stays on the device').not.toContain('"a"')
})
