import { describe, expect, test } from 'vitest'
import { answerText, normalAnswer, wrongAnswer } from './answers.rules.ts'
import { shownFields } from './conditions.rules.ts'
import { Question } from './question.contract.ts'
import { sectionsOf } from './sections.rules.ts'

const ask = (name: string, more: object = {}) => Question.parse({ name, kind: 'text', says: {}, ...more })
const options = [{ value: 'car', says: { 'zh-cn': '自驾', en: 'By car' } }, { value: 'train' }]

describe('conditions', () => {
  const travel = ask('travel', { kind: 'choice', options })
  const plate = ask('plate', { when: { field: 'travel', is: ['car'] } })
  const shown = (fields: Question[], answers: Record<string, string>) => [
    ...shownFields(fields, (name) => answers[name] ?? ''),
  ]
  test('a field is shown if another field has this answer, and only then', () => {
    expect(shown([travel, plate], { travel: 'car' })).toEqual(['travel', 'plate'])
    expect(shown([travel, plate], { travel: 'train' })).toEqual(['travel'])
    expect(shown([travel, plate], {})).toEqual(['travel'])
  })
  test('one of several answers is enough', () => {
    const several = ask('travel', { kind: 'choices', options })
    expect(shown([several, plate], { travel: 'train,car' })).toContain('plate')
    expect(shown([several, plate], { travel: 'train' })).not.toContain('plate')
  })
  test('a field that depends on a hidden field is hidden, whatever its answer; a circle shows nothing', () => {
    const colour = ask('colour', { when: { field: 'plate', is: ['x'] } })
    expect(shown([travel, plate, colour], { travel: 'train', plate: 'x' })).toEqual(['travel'])
    const one = ask('one', { when: { field: 'two', is: ['x'] } })
    const two = ask('two', { when: { field: 'one', is: ['x'] } })
    expect(shown([one, two], { one: 'x', two: 'x' })).toEqual([])
    expect(shown([ask('self', { when: { field: 'self', is: ['x'] } })], { self: 'x' })).toEqual([])
  })
})

describe('answers', () => {
  const wrongOf = (more: object, answer: string) => wrongAnswer(ask('a', more), answer)?.message.en
  test('texts count by characters, not by halves of characters', () => {
    expect(wrongOf({ max: 3 }, '😀😀䶮')).toBeUndefined()
    expect(wrongOf({ max: 3 }, '😀😀😀😀')).toBe('Please enter at most {n} {n|character|characters}')
    expect(wrongOf({ min: 2 }, 'x')).toBe('Please enter at least {n} {n|character|characters}')
  })
  test('numbers, dates, choices, files and consents must keep their bounds', () => {
    expect(wrongOf({ kind: 'number', least: 1, most: 5 }, '0')).toBe('Must be at least {n}')
    expect(wrongOf({ kind: 'number', least: 1, most: 5 }, '6')).toBe('Must be at most {n}')
    expect(wrongOf({ kind: 'number' }, 'six')).toBe('Please enter a number')
    expect(wrongOf({ kind: 'number', least: 1, most: 5 }, '2.5')).toBeUndefined()
    expect(wrongOf({ kind: 'date' }, '2026-02-30')).toBe('Not in the right form')
    expect(wrongOf({ kind: 'date', from: '2026-01-01' }, '2025-12-31')).toBe('Must not be before 1 January 2026')
    expect(wrongOf({ kind: 'date', until: '2026-01-01' }, '2026-01-02')).toBe('Must not be after 1 January 2026')
    expect(wrongOf({ kind: 'choice', options }, 'plane')).toBe('Please choose one of the options')
    expect(wrongOf({ kind: 'choices', options, max: 1 }, 'car,train')).toBe('Please choose at most {n}')
    expect(wrongOf({ kind: 'choices', options, min: 2 }, 'car')).toBe('Please choose at least {n}')
    expect(wrongOf({ kind: 'choices', options }, 'car,plane')).toBe('Please choose one of the options')
    expect(wrongOf({ kind: 'file' }, '/files/1/x.jpg')).toBe('Not in the right form')
    expect(wrongOf({ kind: 'file' }, 'javascript:alert(1)')).toBe('Not in the right form')
    expect(wrongOf({ kind: 'consent' }, 'no')).toBe('Please choose one of the options')
    expect(wrongOf({ kind: 'consent' }, 'yes')).toBeUndefined()
  })
  test('several answers are kept in the order of the options, each once', () => {
    expect(normalAnswer(ask('a', { kind: 'choices', options }), ' train,car,car,')).toBe('car,train')
  })
  test('answers are read by the labels of options', () => {
    const travel = ask('a', { kind: 'choices', options })
    expect([answerText(travel, 'car,train', 'en'), answerText(travel, 'car,gone', 'zh-cn')]).toEqual([
      'By car, train',
      '自驾、gone',
    ])
    expect(answerText(undefined, 'x', 'en')).toBe('x')
    const checked = { name: 'f9', kind: 'date' as const, says: {}, options: [] }
    expect([answerText(checked, '2026-10-08', 'zh-cn'), answerText(checked, '2026-10-08', 'en')]).toEqual([
      '2026年10月8日',
      '8 October 2026',
    ])
  })
})

describe('sections', () => {
  const questions = [{ name: 'travel' }, { name: 'plate' }]
  const form = { ask: { email: 'optional', clothes: 'required', enname: 'optional' } as const, questions }
  const placed = (sections: { name: string; fields: string[] }[]) =>
    sectionsOf({ ...form, sections: sections.map((one) => ({ says: {}, ...one })) }).map(
      ({ name, fields }) => `${name}: ${fields.join(' ')}`,
    )
  test('without any, each field has its usual step', () => {
    expect(placed([])).toEqual(['who: enname', 'contact: email', 'emergency: ', 'more: clothes travel plate'])
  })
  test('a section takes the fields that it names, in its order, and keeps its own place', () => {
    expect(
      placed([
        { name: 's1', fields: ['plate', 'email', 'gone', 'plate'] },
        { name: 'contact', fields: [] },
      ]),
    ).toEqual(['who: enname', 'emergency: ', 'more: clothes travel', 's1: plate email', 'contact: '])
  })
})
