import { expect, test } from 'vitest'
import { publicityOf } from './publicity.rules.ts'

const rule = { key: '性别枪排名', value: '20', tips: '请到颁奖处领取证书' }
const now = new Date('2026-03-01T04:00:00Z')

test('a report at or below the value falls under the rule, and a report above it does not', () => {
  const rules = { events: [], rules: { rule }, qr: 'https://example.com/award' }
  expect(publicityOf(rules, 1, { 性别枪排名: 20 }, now)).toEqual({
    tips: '请到颁奖处领取证书',
    qr: 'https://example.com/award',
  })
  expect(publicityOf(rules, 1, { 性别枪排名: 21 }, now)).toBeNull()
  for (const value of [null, undefined, '', 'DNF'])
    expect(publicityOf(rules, 1, { 性别枪排名: value }, now), String(value)).toBeNull()
  expect(publicityOf(undefined, 1, { 性别枪排名: 1 }, now)).toBeNull()
})

test('a rule of a time compares times', () => {
  const rules = { events: [], rules: { rule: { ...rule, key: 'time', value: '3:00:00' } } }
  expect(publicityOf(rules, 1, { time: '02:59:59' }, now)).toEqual({ tips: rule.tips, qr: null })
  expect(publicityOf(rules, 1, { time: '03:00:00' }, now)).not.toBeNull()
  expect(publicityOf(rules, 1, { time: '03:00:01' }, now)).toBeNull()
})

test('an event has a rule of its own, and outside its window there is none', () => {
  const rules = { events: [{ eventid: 2, rules: { ...rule, value: '3' } }], rules: { rule } }
  expect(publicityOf(rules, 2, { 性别枪排名: 4 }, now), 'its own rule counts alone').toBeNull()
  expect(publicityOf(rules, 1, { 性别枪排名: 4 }, now)).not.toBeNull()
  const at = (window: [string, string]) => publicityOf({ ...rules, window }, 1, { 性别枪排名: 4 }, now)
  expect(at(['2026-03-01T12:00:00+08:00', '2026-03-01T12:00:00+08:00']), 'both ends belong to it').not.toBeNull()
  expect(at(['2026-03-01T04:00:01Z', '2026-03-02T00:00:00Z'])).toBeNull()
  expect(at(['2026-02-01T00:00:00Z', '2026-03-01T03:59:59Z'])).toBeNull()
})
