import { expect, test } from 'vitest'
import { regionNamer } from './regions.ts'

test('three regions have one name everywhere, and other countries the name of the language', () => {
  expect(['HK', 'MO', 'TW', 'DE'].map(regionNamer('zh-cn'))).toEqual(['中国香港', '中国澳门', '中国台湾', '德国'])
  expect(['MO', 'NZ'].map(regionNamer('zh-tw'))).toEqual(['中國澳門', '紐西蘭'])
  expect(['HK', 'NZ'].map(regionNamer('en'))).toEqual(['Hong Kong, China', 'New Zealand'])
})
