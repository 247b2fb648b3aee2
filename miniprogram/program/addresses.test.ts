import { describe, expect, test } from 'vitest'
import { addressOf, paramsIn, pathOfOurs, sharedPath, webAddress } from './address.js'
import { targetOfLaunch, targetOfLink, targetOfScan } from './launch.js'

const origin = 'https://race.example'

describe('addresses without URL and URLSearchParams', () => {
  test('are read and written as a browser does', () => {
    const params = { name: '沈 跑+跑', q: 'a=b&c', emoji: '🏁', empty: '' }
    const written = addressOf('/home', params)
    expect(written).toBe('/home?name=%E6%B2%88%20%E8%B7%91%2B%E8%B7%91&q=a%3Db%26c&emoji=%F0%9F%8F%81')
    const { empty: _, ...kept } = params
    expect(paramsIn(written)).toEqual(kept)
    expect(paramsIn(written)).toEqual(Object.fromEntries(new URL(origin + written).searchParams))
    expect(paramsIn('/a?x=%E0%A4%A&y#z=1')).toEqual({ x: '%E0%A4%A', y: '' })
    expect(addressOf('/a?old=1', {})).toBe('/a')
  })

  test('belong to our origin exactly', () => {
    expect(pathOfOurs(`${origin}/home?raceid=7`, origin)).toBe('/home?raceid=7')
    expect(pathOfOurs('//race.example/score', origin)).toBe('/score')
    expect(pathOfOurs(origin, origin)).toBe('/')
    for (const link of [
      `${origin}.evil.example/`,
      'https://else.example/',
      '//else.example',
      '/\\else.example',
      'javascript:1',
      '',
    ])
      expect(pathOfOurs(link, origin), link).toBeUndefined()
  })

  test('carry the session into the web view, and never into a shared card', () => {
    const shown = webAddress(origin, '/board?raceid=7#top', { token: 'secret', lang: 'en' })
    expect(shown).toBe(`${origin}/board?raceid=7&_token=secret&lang=en&app=1#top`)
    const shared = sharedPath(shown, origin)
    expect(shared).not.toContain('secret')
    expect(paramsIn(shared)).toEqual({ link: '/board?raceid=7&app=1' })
    expect(sharedPath('https://else.example/', origin)).toBe('/pages/webview/webview?link=%2F')
  })
})

describe('a launch', () => {
  test('means a scene, a link of ours, or a page by its parameters', () => {
    expect(targetOfLaunch({ scene: '1k%2Eabc' }, origin)).toEqual({ scene: '1k.abc' })
    const q = encodeURIComponent(`${origin}/s/1k.9aB?x=1`)
    expect(targetOfLaunch({ q, scancode_time: '1' }, origin)).toEqual({ scene: '1k.9aB' })
    expect(targetOfLaunch({ link: encodeURIComponent('/score?raceid=7&key=a') }, origin)).toEqual({
      path: '/score?raceid=7&key=a',
    })
    expect(targetOfLaunch({ link: 'https://else.example/' }, origin)).toEqual({ foreign: 'https://else.example/' })
    expect(targetOfLaunch({ raceid: '7', lang: 'en' }, origin)).toEqual({ path: '/home?raceid=7&lang=en' })
    expect(targetOfLaunch({ page: '/board', raceid: '7' }, origin)).toEqual({ path: '/board?raceid=7' })
    expect(targetOfLaunch({}, origin)).toEqual({ path: '/' })
  })

  test('by scanning opens our codes only', () => {
    expect(targetOfScan({ result: '1ka.eD2iDEozHMyxn6sEpmAE' }, origin)).toEqual({ scene: '1ka.eD2iDEozHMyxn6sEpmAE' })
    expect(targetOfScan({ result: '', path: 'pages/webview/webview?scene=1k.a' }, origin)).toEqual({ scene: '1k.a' })
    expect(targetOfScan({ result: ` ${origin}/s/1k.b ` }, origin)).toEqual({ scene: '1k.b' })
    expect(targetOfScan({ result: 'WIFI:S:x;;' }, origin)).toEqual({ foreign: 'WIFI:S:x;;' })
    expect(targetOfLink(`${origin}/trail?raceid=7&id=1`, origin)).toEqual({ path: '/trail?raceid=7&id=1' })
  })
})
