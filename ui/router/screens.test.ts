import { expect, test } from 'vitest'
import { type Screen, partsHeld, screenFor } from './screens.ts'

const load = () => Promise.reject(new Error('nothing is fetched here'))
const screens: Screen[] = ['/', '/staff', '/:raceid', '/:raceid/events', '/Pay', '/$'].map((path) => ({ path, load }))
const at = (pathname: string) => screenFor(screens, pathname, '/console')?.path

test('an address finds its screen, in any case and with or without a slash at its end', () => {
  expect(at('/console')).toBe('/')
  expect(at('/console/')).toBe('/')
  expect(at('/console/Staff/')).toBe('/staff')
  expect(at('/console/pay')).toBe('/Pay')
  expect(at('/console/226')).toBe('/:raceid')
  expect(at('/console/226/EVENTS')).toBe('/:raceid/events')
})

test('a named part of an address is a whole number', () => {
  for (const wrong of ['0226', '-1', '1.5', '12345678901', '1e3', 'races', '%32'])
    expect(at(`/console/${wrong}/events`), wrong).toBe('/$')
  expect(partsHeld(screens[3]!.path, '/console/226/events/', '/console')).toEqual({ raceid: '226' })
  expect(partsHeld(screens[3]!.path, '/console/226', '/console')).toBeUndefined()
  expect(partsHeld(screens[1]!.path, '/console/staff', '/console')).toEqual({})
})
