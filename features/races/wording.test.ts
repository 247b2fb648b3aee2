import { expect, test } from 'vitest'
import { blankWording } from './wording.rules.ts'

const said = (body: Record<string, string>) => ({ title: {}, body })

test('an own wording that says nothing in any language is named', () => {
  expect(blankWording({})).toBeUndefined()
  expect(blankWording({ terms: said({ en: 'Yes' }) })).toBeUndefined()
  expect(blankWording({ terms: said({ en: 'Yes' }), disclaimer: said({}) })).toBe('disclaimer')
  expect(blankWording({ disclaimer: said({ 'zh-cn': ' \n', en: '\u3000' }) })).toBe('disclaimer')
})
