import { expect, test } from 'vitest'
import { ownTracksCode, traccarCode } from './tracker.ts'

const address = 'https://race.example/live/fixes'
const token = 'a_b-'.repeat(10)
test('the code for Traccar Client is an address with the settings that the app knows', () => {
  const code = new URL(traccarCode(address, token))
  expect(code.origin + code.pathname).toBe(address)
  expect(Object.fromEntries(code.searchParams)).toMatchObject({ id: token, accuracy: 'highest', interval: '10' })
})
test('the code for OwnTracks holds a configuration for HTTP with the token as password', () => {
  const code = new URL(ownTracksCode(address, token))
  expect(code.protocol).toBe('owntracks:')
  expect(JSON.parse(atob(code.searchParams.get('inline')!))).toMatchObject({
    _type: 'configuration',
    mode: 3,
    url: address,
    password: token,
  })
})
