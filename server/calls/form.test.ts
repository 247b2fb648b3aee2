import { expect, test } from 'vitest'
import { FormUnreadable, parseForm } from './form.ts'

test('brackets nest and count into lists', () => {
  expect(parseForm('raceid=2026&friends[0][name]=%E7%8E%8B&friends[1][name]=b&a[]=1&a[]=2')).toEqual({
    raceid: '2026',
    friends: [{ name: '王' }, { name: 'b' }],
    a: ['1', '2'],
  })
})
test('a plus is a blank and a broken escape stays readable', () => {
  expect(parseForm('a=1+2&b=%E4%B8%ADx%')).toEqual({ a: '1 2', b: '中x%' })
})
test('names that reach into prototypes or nest too deep are refused', () => {
  expect(() => parseForm('__proto__[x]=1')).toThrow(FormUnreadable)
  expect(() => parseForm('a[constructor][x]=1')).toThrow(FormUnreadable)
  expect(() => parseForm('a[b][c][d][e][f]=1')).toThrow(FormUnreadable)
  expect(() => parseForm(Array.from({ length: 1001 }, (_, at) => `f${at}=1`).join('&'))).toThrow(FormUnreadable)
})
