import { expect, test, vi } from 'vitest'
import { makeZonesInSlices, usualZoneOptions, zoneOptions } from './zones.ts'

const formatters = vi.spyOn(Intl, 'DateTimeFormat')
const usual = usualZoneOptions('en', 'Europe/Berlin')
const formattersOfUsual = formatters.mock.calls.length
formatters.mockRestore()

const all = { 'zh-cn': zoneOptions('zh-cn'), 'zh-tw': zoneOptions('zh-tw'), en: zoneOptions('en', 'Europe/Berlin') }
const labelOf = (lang: keyof typeof all, zone: string) => all[lang].find(({ value }) => value === zone)?.label

test('a zone has its name in the language, its identifier and its offset', () => {
  expect([labelOf('zh-cn', 'Asia/Shanghai'), labelOf('zh-cn', 'Asia/Urumqi'), labelOf('zh-tw', 'Asia/Urumqi')]).toEqual(
    ['北京时间 · Asia/Shanghai · GMT+8', '新疆时间 · Asia/Urumqi · GMT+6', '新疆時間 · Asia/Urumqi · GMT+6'],
  )
  expect(labelOf('en', 'Asia/Tokyo')).toMatch(/^Japan (Standard )?Time · Asia\/Tokyo · GMT\+9$/)
  const india = labelOf('zh-cn', 'Asia/Kolkata') ?? labelOf('zh-cn', 'Asia/Calcutta')
  expect(india).toMatch(/^印度.*时间 · .* · GMT\+5:30$/)
})

test('no name in a Chinese list holds a Latin letter', () => {
  for (const lang of ['zh-cn', 'zh-tw'] as const)
    for (const { value, label } of all[lang]) {
      const parts = label.split(' · ')
      if (parts.length === 3) expect(parts[0], value).not.toMatch(/[a-z]/i)
      else expect(parts[0], value).toBe(value.replaceAll('_', ' '))
    }
})

test('the usual zones come first, then a stored zone, then all others from west to east', () => {
  const values = all.en.map(({ value }) => value)
  expect(values.slice(0, 2)).toEqual(['Asia/Shanghai', 'Asia/Urumqi'])
  expect(values[7]).toBe('Europe/Berlin')
  expect(new Set(values).size).toBe(values.length)
  expect(values).toContain('UTC')
  expect(values.indexOf('America/Los_Angeles')).toBeLessThan(values.indexOf('Europe/London'))
})

test('the usual zones are there without the others, and the others are made in slices', async () => {
  expect(usual).toEqual(all.en.slice(0, 8))
  expect(formattersOfUsual).toBeLessThanOrEqual(16)
  await new Promise<void>((resolve) => makeZonesInSlices('en', resolve))
  const stopped = vi.fn()
  makeZonesInSlices('en', stopped)()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(stopped).not.toHaveBeenCalled()
})
