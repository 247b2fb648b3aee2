import { expect, test } from 'vitest'
import { contrast } from '#ui/look/theme.ts'
import { inkText, isChosenInk, isInkColour, textColours } from './colours.rules.ts'
import { endsTooEarly, followed, langFor, publishedAt, noticeStateOf } from './rules.ts'

const now = new Date('2026-03-01T02:00:00Z')
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

test('a notice is shown from its publication until its end, to the moment', () => {
  const state = (published_at: Date | null, shown_until: Date | null = null) =>
    noticeStateOf({ published_at, shown_until }, now)
  expect(state(null)).toBe('draft')
  expect(state(null, at(1))).toBe('draft')
  expect(state(at(1))).toBe('waiting')
  expect(state(now)).toBe('shown')
  expect(state(at(-1), at(1))).toBe('shown')
  expect(state(at(-1), now)).toBe('ended')
  expect(state(at(1), at(2))).toBe('waiting')
})

test('a moment of publication stays until somebody sets another moment', () => {
  expect(publishedAt({ published: false, when: { from: at(1).toISOString() } }, at(-1), now)).toBeNull()
  expect(publishedAt({ published: true, when: { from: at(1).toISOString() } }, at(-1), now)).toEqual(at(1))
  expect(publishedAt({ published: true, when: { from: null } }, at(-1), now), 'shown already').toEqual(at(-1))
  expect(publishedAt({ published: true, when: { from: null } }, at(1), now), 'sooner than planned').toEqual(now)
  expect(publishedAt({ published: true }, at(1), now)).toEqual(at(1))
  expect(publishedAt({ published: true }, null, now)).toEqual(now)
})

test('an end before the beginning is no end', () => {
  expect(endsTooEarly({ published_at: at(2), shown_until: at(2) }, now)).toBe(true)
  expect(endsTooEarly({ published_at: null, shown_until: at(-1) }, now)).toBe(true)
  expect(endsTooEarly({ published_at: at(1), shown_until: at(2) }, now)).toBe(false)
  expect(endsTooEarly({ published_at: at(1), shown_until: null }, now)).toBe(false)
})

test('a reader gets the own language, else Simplified Chinese, else an existing language', () => {
  expect(langFor('en', ['zh-cn', 'en'])).toBe('en')
  expect(langFor('en', ['zh-cn', 'zh-tw'])).toBe('zh-cn')
  expect(langFor('zh-cn', ['zh-tw', 'en'])).toBe('zh-tw')
  expect(langFor('zh-tw', ['en'])).toBe('en')
  expect(langFor('en', [])).toBeUndefined()
})

test('links to copied articles lead to their copies, and no other address changes', () => {
  const ids = new Map([[12, 99]])
  expect(followed('<a href="/notice?raceid=2&amp;postid=12">a</a>', ids)).toContain('postid=99')
  expect(followed('/notice?id=12', ids)).toBe('/notice?id=99')
  for (const same of ['/notice?id=120', '/notice?id=13', '/score?id=12', '/notice?raceid=12', 'id=12'])
    expect(followed(same, ids), same).toBe(same)
})

test('each colour of words is readable on white, and a pasted colour stays only if it is readable', () => {
  for (const [name, colour] of Object.entries(textColours))
    expect(contrast(colour, '#ffffff'), name).toBeGreaterThanOrEqual(4.5)
  expect(isInkColour('rgb(192, 0, 0)')).toBe(true)
  expect(isInkColour('#175cd3')).toBe(true)
  for (const colour of ['#ffd54f', '#f00', 'rgba(0, 0, 0, 0.9)', '#333', 'red', 'windowtext', ''])
    expect(isInkColour(colour), colour).toBe(false)
})

test('an author chooses any colour that is readable on white, in any form', () => {
  for (const [typed, hex] of [
    ['#b42318', '#b42318'],
    [' 175CD3 ', '#175cd3'],
    ['#03a', '#0033aa'],
    ['rgb(0, 51, 170)', '#0033aa'],
  ] as const) {
    expect(inkText(typed), typed).toBe(hex)
    expect(isChosenInk(hex), hex).toBe(true)
  }
  expect(isChosenInk('#333333'), 'a dark grey').toBe(true)
  for (const pale of ['#ffd54f', '#ff0000', '#fff', '#00ffff']) expect(isChosenInk(pale), pale).toBe(false)
  for (const wrong of ['', 'red', '#12', '#12345g', 'rgb(300, 0, 0)', '😀', 'a'.repeat(10_000)])
    expect(inkText(wrong), wrong.slice(0, 20)).toBeUndefined()
})
