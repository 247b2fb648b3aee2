import { expect, test } from 'vitest'
import { wrong } from '#contract/wrong.ts'
import { withLabel } from './required.ts'

test('a field that must be filled in is named by its label; every other sentence stays', () => {
  expect(withLabel(wrong.required.en, 'Mobile number')).toBe('Mobile number is a required item')
  expect(withLabel('mobile is a required item', 'Mobile number')).toBe('Mobile number is a required item')
  expect(withLabel(wrong.required['zh-cn'], '手机号')).toBe('必填哦')
  expect(withLabel(wrong.mobile.en, 'Mobile number')).toBe('Not a valid mobile number')
  expect(withLabel(undefined, 'Mobile number')).toBeUndefined()
  expect(withLabel(wrong.required.en, ['Mobile'])).toBe('This is a required item')
})
