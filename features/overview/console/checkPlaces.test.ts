import { expect, test } from 'vitest'
import { addressOfCheck } from './checkPlaces.ts'

test('a missing thing leads to the part of the settings that holds it', () => {
  expect(addressOfCheck('picture', 7)).toBe('/console/7/settings?part=look&field=header')
  expect(addressOfCheck('menu', 7)).toBe('/console/7/settings?part=look&field=menu')
  expect(addressOfCheck('consents', 7)).toBe('/console/7/settings?part=legal')
  expect(addressOfCheck('refunds', 7)).toBe('/console/7/refunds?view=rules')
  expect(addressOfCheck('events', 7)).toBe('/console/7/events')
  expect(addressOfCheck('signature', 7)).toBeUndefined()
})
