import { describe, expect, test } from 'vitest'
import { asAsked, detailHref, kindsOf } from './lookups.ts'

describe('the types of a query link', () => {
  test('one, several, none, and the master type without its role', () => {
    expect(kindsOf({})).toEqual({ kinds: ['reg', 'score'], first: 'reg' })
    expect(kindsOf({ type: 'score' })).toEqual({ kinds: ['reg', 'score'], first: 'score' })
    expect(kindsOf({ types: 'score,volunteers' })).toEqual({ kinds: ['reg', 'score', 'volunteers'], first: 'score' })
    expect(kindsOf({ type: 'master' }).first).toBe('reg')
    expect(kindsOf({ type: 'toString' }).first).toBe('reg')
  })
})

test('what is typed is asked upper-cased and without spaces', () => {
  expect(asAsked(' 330106 19900512002x ')).toBe('33010619900512002X')
})

describe('where a found runner leads', () => {
  test('to the detail of the type, with what the link gave along', () => {
    expect(detailHref('reg', '1k8-a', { gameid: '4' })).toBe('/queryDetail?gameid=4&_key=1k8-a')
    expect(detailHref('score', '1k8-a', { certificateid: '9', client: '1', address: 'center' })).toBe('/score?certificateid=9&client=1&address=center&key=1k8-a')
  })
  test('to the page of ours that the link names, and never elsewhere', () => {
    expect(detailHref('reg', '1k8-a', { to: '/score?only=1' })).toBe('/score?only=1&_key=1k8-a')
    expect(detailHref('reg', '1k8-a', { to: '//evil.example/x' })).toBe('/queryDetail?_key=1k8-a')
    expect(detailHref('reg', '1k8-a', { to: '/\\evil.example' })).toBe('/queryDetail?_key=1k8-a')
    expect(detailHref('reg', '1k8-a', { to: 'https://evil.example' })).toBe('/queryDetail?_key=1k8-a')
  })
})
