import { expect, test } from 'vitest'
import { type Lang, fill } from '#contract/words.ts'
import { groupRankOf } from './groupRank.ts'

const said = (agegroup: string | null, agegroup_place: number | null, gender: 'M' | 'F' | null, lang: Lang = 'en') =>
  groupRankOf({ agegroup, agegroup_place, gender }, (text, values) => fill(text[lang], values))

test('the rank in an age group names the gender, except for a group that the organiser named', () => {
  expect(said('35-39', 1, 'M')).toBe('No. 1 M35-39')
  expect(said('35-39', 1, 'F', 'zh-cn')).toBe('女 35-39 第 1')
  expect(said('70+', 1204, 'M', 'zh-tw')).toBe('男 70+ 第 1,204')
  expect(said('M35', 2, 'M'), 'a group with its gender').toBe('No. 2 in M35')
  expect(said('35-39', 1, null), 'no gender').toBe('No. 1 in 35-39')
  expect(said('35-39', null, 'M')).toBeNull()
  expect(said(null, 3, 'M')).toBeNull()
})
