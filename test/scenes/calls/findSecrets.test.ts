import { expect, test } from 'vitest'
import { secretFinder } from './findSecrets.ts'

test('each secret that a text contains is found, also at its end and within another secret', () => {
  const secrets = ['13800001111', '藏名226果17', '藏名226果1', 'abcd'].map((value) => ({ value, of: 'test' }))
  const find = secretFinder(secrets)
  const values = (text: string) => find(text).map(({ value }) => value)
  expect(values('{"name":"藏名226果17"}')).toEqual(['藏名226果17', '藏名226果1'])
  expect(values('call 13800001111')).toEqual(['13800001111'])
  expect(values('xabcdabcd')).toEqual(['abcd'])
  expect(values('1380000111 藏名226 abc')).toEqual([])
  expect(() => secretFinder([{ value: 'abc', of: 'test' }])).toThrow('so few letters')
})
