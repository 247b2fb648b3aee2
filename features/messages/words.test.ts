import { expect, test } from 'vitest'
import { messageTextOf } from './rules.ts'
import { templates } from './words.ts'

test('every template is complete in each language: the same values, none without a text', () => {
  const placeholdersOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort()
  for (const [name, said] of Object.entries(templates)) {
    const places = placeholdersOf(said['zh-cn'])
    for (const lang of ['zh-cn', 'zh-tw', 'en'] as const) {
      expect(placeholdersOf(said[lang]), `${name} ${lang}`).toEqual(places)
      expect(
        messageTextOf(
          name as keyof typeof templates,
          Object.fromEntries(places.map((place) => [place, '1'])),
          lang,
          'Startline',
        ),
      ).not.toContain('{')
    }
  }
})
