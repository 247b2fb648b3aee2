import { expect, test } from 'vitest'
import { keyFrom } from '#contract/scalars.ts'
import { hrefTo, linkAt, raceInPath, readLink, withoutSecrets } from './address.ts'

test('the parameters that every page reads', () => {
  expect(readLink('?raceid=2026&app=jd&lang=zh-hk&color=09bb07&uid=7&openid=o1')).toMatchObject({
    raceid: 2026,
    app: 'jd',
    lang: 'zh-hk',
    color: '09bb07',
    uid: '7',
    openid: 'o1',
  })
  expect(readLink('?r=226').raceid).toBe(226)
  expect(readLink('?race_id=1878').raceid).toBe(1878)
})

test('a race that is no number, or too large, counts as none', () => {
  for (const wrong of ['abc', '-1', '0', '99999999999', '1e3', '2026 or 1=1'])
    expect(readLink(`?raceid=${encodeURIComponent(wrong)}`).raceid).toBeUndefined()
})

test("an organisers' page names its race in its path", () => {
  expect(raceInPath('/console/226/events')).toBe(226)
  expect(raceInPath('/console/226')).toBe(226)
  for (const none of [
    '/console/',
    '/console/races',
    '/console/0/events',
    '/console/99999999999',
    '/226/events',
    '/console/2x',
  ])
    expect(raceInPath(none), none).toBeUndefined()
})

test("a registration's key names its race", () => {
  const key = keyFrom(2026, new Uint8Array(22))
  for (const name of ['_key', 'key', 'userKey']) expect(readLink(`?${name}=${key}`).raceid).toBe(2026)
})

test("a page of the console takes no race from the link's parameters", () => {
  expect(linkAt('/console/log', '?raceid=226')).toEqual({})
  expect(linkAt('/console/229/events', '?raceid=226&lang=en')).toEqual({ raceid: 229, lang: 'en' })
  expect(linkAt('/query', '?raceid=226')).toEqual({ raceid: 226 })
  expect(linkAt('/consoles', '?raceid=226')).toEqual({ raceid: 226 })
})

test('token and identity number leave the address, the rest stays as it was', () => {
  expect(withoutSecrets('/query?raceid=2026&idnum=330106199001011234&_token=abc&type=reg#top')).toEqual({
    href: '/query?raceid=2026&type=reg#top',
    token: 'abc',
    idnum: '330106199001011234',
  })
  expect(withoutSecrets('/baoming?raceid=2026&invite=CLUB50&event=1')).toEqual({
    href: '/baoming?raceid=2026&event=1',
    invite: 'CLUB50',
  })
  expect(withoutSecrets('/query?idnum=0012')).toEqual({ href: '/query', idnum: '0012' })
  expect(withoutSecrets('/login?to=%2Fme&code=c1&state=s1')).toEqual({
    href: '/login?to=%2Fme',
    app: { code: 'c1', state: 's1' },
  })
  expect(withoutSecrets('/login?state=s1'), 'whoever says no comes back without a code').toEqual({
    href: '/login',
    app: { code: '', state: 's1' },
  })
  expect(withoutSecrets('/ballot?code=c1&state=s1')).toEqual({ href: '/ballot?code=c1&state=s1' })
  expect(withoutSecrets('/home?raceid=1')).toEqual({ href: '/home?raceid=1' })
})

test('an address keeps the parameters that every page reads, and given values win', () => {
  const from = { raceid: 2026, app: 'jd', lang: 'en' }
  expect(hrefTo('/query', { type: 'score' }, from)).toBe('/query?raceid=2026&app=jd&lang=en&type=score')
  expect(hrefTo('/', { raceid: null }, { raceid: 2026 })).toBe('/')
  expect(hrefTo('/home', { raceid: 226 }, from)).toBe('/home?raceid=226&app=jd&lang=en')
})
