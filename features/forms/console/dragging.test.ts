import { expect, test } from 'vitest'
import { type SectionSpan, landingAt } from './dragging.ts'

/** Three sections, the last one without fields. Each has a head of 40 pixels, and each field is 20 pixels high. */
const sections: SectionSpan[] = [
  {
    name: 'who',
    top: 0,
    bottom: 100,
    fields: [
      { name: 'a', top: 40, bottom: 60 },
      { name: 'b', top: 60, bottom: 80 },
    ],
  },
  { name: 'more', top: 120, bottom: 200, fields: [{ name: 'c', top: 160, bottom: 180 }] },
  { name: 's1', top: 220, bottom: 280, fields: [] },
]
const at = (name: string, y: number) => landingAt(sections, { kind: 'field', name }, y)

test('a field lands between other fields by their middles; its own place does not count', () => {
  expect(at('a', 45)).toEqual({ section: 'who', at: 0 })
  expect(at('a', 71)).toEqual({ section: 'who', at: 1 })
  expect(at('b', 45)).toEqual({ section: 'who', at: 0 })
  expect(at('a', 165)).toEqual({ section: 'more', at: 0 })
  expect(at('a', 175)).toEqual({ section: 'more', at: 1 })
})
test('between two sections and beyond the last section, the nearest section takes it', () => {
  expect(at('a', 108)?.section).toBe('who')
  expect(at('a', 115)?.section).toBe('more')
  expect(at('a', 9_999)).toEqual({ section: 's1', at: 0 })
  expect(at('c', -50)).toEqual({ section: 'who', at: 0 })
})
test('a section lands behind the first, never before it', () => {
  const land = (name: string, y: number) => landingAt(sections, { kind: 'section', name }, y)
  expect(land('s1', 10)).toEqual({ at: 1 })
  expect(land('s1', 130)).toEqual({ at: 1 })
  expect(land('more', 260)).toEqual({ at: 2 })
  expect(landingAt([], { kind: 'field', name: 'a' }, 5)).toBeUndefined()
})
