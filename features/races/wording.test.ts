import { expect, test } from 'vitest'
import { blankWording } from './wording.rules.ts'

const said = (body: Record<string, string>, title: Record<string, string> = { 'zh-cn': '声明' }) => ({ title, body })

test('an own wording without text in any language is named', () => {
  expect(blankWording({})).toBeUndefined()
  expect(blankWording({ terms: said({ en: 'Yes' }) })).toBeUndefined()
  expect(blankWording({ terms: said({ en: 'Yes' }), disclaimer: said({}) })).toEqual({
    name: 'disclaimer',
    part: 'body',
  })
  expect(blankWording({ disclaimer: said({ 'zh-cn': ' \n', en: '\u3000' }) })).toEqual({
    name: 'disclaimer',
    part: 'body',
  })
})

test('an own wording without a title is named', () => {
  const titles: Record<string, string>[] = [{}, { 'zh-cn': ' ', en: '\u3000' }]
  for (const title of titles)
    expect(blankWording({ terms: said({ en: 'Yes' }), disclaimer: said({ en: 'Yes' }, title) })).toEqual({
      name: 'disclaimer',
      part: 'title',
    })
})
