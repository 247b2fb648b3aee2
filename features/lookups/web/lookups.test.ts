import { describe, expect, test } from 'vitest'
import { asAsked, asksMaster, detailHref, kindsOf } from './lookups.ts'

describe('the types of a query link', () => {
  test('one, several, none, and the master type with and without its role', () => {
    expect(kindsOf({})).toEqual({ kinds: ['reg', 'score'], first: 'reg' })
    expect(kindsOf({ type: 'score' })).toEqual({ kinds: ['reg', 'score'], first: 'score' })
    expect(kindsOf({ type: 'volunteers' })).toEqual({ kinds: ['reg', 'score', 'volunteers'], first: 'volunteers' })
    expect(kindsOf({ types: 'score,volunteers' })).toEqual({ kinds: ['score', 'volunteers'], first: 'score' })
    expect(kindsOf({ type: 'master' })).toEqual({ kinds: ['reg', 'score'], first: 'reg' })
    expect(kindsOf({ type: 'master' }, true).first).toBe('master')
    expect([asksMaster({ type: 'master' }), asksMaster({ types: 'reg|master' }), asksMaster({ type: 'reg' })]).toEqual([
      true,
      true,
      false,
    ])
    expect(kindsOf({ type: 'toString' }).first).toBe('reg')
  })
})

test('typed text is sent in capitals and without spaces, except the spaces between words of a name', () => {
  expect(asAsked(' 330106 19900512002x ')).toBe('33010619900512002X')
  expect(asAsked('h 1234 5678')).toBe('H12345678')
  expect(asAsked('_ab 1234567')).toBe('_AB1234567')
  expect(asAsked('  ada   lovelace ')).toBe('ADA LOVELACE')
  expect(asAsked('沈 跑')).toBe('沈跑')
  expect(asAsked('３３０１０６１９９００５１２００２ｘ'), 'typed in wide characters').toBe('33010619900512002X')
  expect(asAsked('\u200b33010619900512\u202c002x\ufeff'), 'copied from a message').toBe('33010619900512002X')
})

describe('the target of a found runner', () => {
  const all = () => true
  const none = () => false
  const found = { _key: '1k8-a', gameid: null, posterid: null }
  test('is the detail page of the type, with the parameters of the link', () => {
    expect(detailHref('reg', found, { gameid: '4' }, all)).toBe('/queryDetail?gameid=4&_key=1k8-a')
    expect(detailHref('score', found, { certificateid: '9', client: '1', address: 'center' }, all)).toBe(
      '/score?certificateid=9&client=1&address=center&key=1k8-a',
    )
    expect(detailHref('health', found, { pageid: '7' }, all)).toBe('/healthsign?pageid=7&_key=1k8-a')
    expect(detailHref('volunteers', found, {}, all), 'the device hands over the number').toBe('/volunteers')
    expect(detailHref('game', { ...found, gameid: 4, posterid: 5 }, {}, all)).toBe(
      '/scorelist?type=poster&posterid=5&gameid=4',
    )
  })
  test('is the replacement of a screen that does not exist yet, or nothing', () => {
    expect(detailHref('refunds', found, {}, none)).toBe('/queryDetail?_key=1k8-a')
    expect(detailHref('poster', { ...found, gameid: 4 }, {}, none)).toBe('/queryDetail?gameid=4')
    expect(detailHref('appoint', found, {}, none)).toBeUndefined()
  })
  test('is the page of ours that the link names, and never another site', () => {
    expect(detailHref('reg', found, { to: '/score?only=1' }, all)).toBe('/score?only=1&_key=1k8-a')
    for (const to of ['//evil.example/x', '/\\evil.example', 'https://evil.example'])
      expect(detailHref('reg', found, { to }, all)).toBe('/queryDetail?_key=1k8-a')
  })
})
