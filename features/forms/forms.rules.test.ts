import { describe, expect, test } from 'vitest'
import { Question } from '#features/fields/own/question.contract.ts'
import {
  fieldAt,
  freshQuestion,
  movedField,
  movedSection,
  positionOfField,
  sectionAt,
  withAskedField,
  withSection,
  withoutField,
  withoutSection,
} from './arranging.rules.ts'
import type { BuiltForm } from './contract.ts'
import { type KnownField, formWrong, most, fieldOrderOf, withQuestion } from './forms.rules.ts'

const ask = (name: string, more: object = {}) =>
  Question.parse({ name, kind: 'text', says: { 'zh-cn': `问题${name}` }, ...more })
const empty: BuiltForm = { ask: { email: 'optional', clothes: 'required' }, sections: [], questions: [], when: {} }
const options = [
  { value: 'o1', says: { 'zh-cn': '自驾' } },
  { value: 'o2', says: { 'zh-cn': '地铁' } },
]
const travel = ask('f1', { kind: 'choice', options })
const wrongOf = (
  form: Partial<BuiltForm>,
  known: Record<string, KnownField> = {},
  reasons: Record<string, string> = {},
) => {
  const found = formWrong({ ...empty, ...form }, known, reasons)
  return found && `${found.at}: ${found.message.en}`
}
const fact = (more: Partial<KnownField> = {}): KnownField => ({
  kind: 'text',
  answered: 0,
  personal: false,
  reason: null,
  ...more,
})

describe('faults of a form', () => {
  test('labels: none, too long, with characters that no screen shows', () => {
    expect(wrongOf({ questions: [ask('f1', { says: {} })] })).toBe('form.questions.0.says: This is a required item')
    expect(wrongOf({ questions: [ask('f1', { says: { en: 'x'.repeat(10_000) } })] })).toContain(
      'at most {n} {n|character|characters}',
    )
    expect(wrongOf({ questions: [ask('f1', { says: { en: '䶮😀<b onclick=x>' } })] })).toBeUndefined()
    expect(wrongOf({ questions: [ask('f1', { says: { en: 'a\u0000b' } })] })).toContain('Not in the right form')
  })
  test('too many fields are refused with a sentence', () => {
    const many = (n: number) => Array.from({ length: n }, (_, at) => ask(`f${at}`))
    expect(wrongOf({ questions: many(most.questions) })).toBeUndefined()
    expect(wrongOf({ questions: many(200) })).toBe(
      'form.questions: A form holds at most {n} {n|field|fields} of your own',
    )
  })
  test('names of a built-in field or of another question', () => {
    expect(wrongOf({ questions: [ask('clothes')] })).toContain('This is there twice')
    expect(wrongOf({ questions: [ask('f1'), ask('f1')] })).toContain('questions.1: This is there twice')
  })
  test('options: too few, twice, a comma where several are joined', () => {
    expect(wrongOf({ questions: [ask('f1', { kind: 'choice', options: [options[0]] })] })).toContain('at least two')
    expect(wrongOf({ questions: [ask('f1', { kind: 'choice', options: [options[0], options[0]] })] })).toContain(
      'twice',
    )
    const comma = [{ value: 'a,b' }, { value: 'c' }]
    expect(wrongOf({ questions: [ask('f1', { kind: 'choices', options: comma })] })).toContain('right form')
  })
  test('conditions need a choice that is asked before', () => {
    const plate = ask('f2', { when: { field: 'f1', is: ['o1'] } })
    expect(wrongOf({ questions: [travel, plate] })).toBeUndefined()
    expect(wrongOf({ questions: [plate, travel] })).toContain('stands before this one')
    expect(wrongOf({ questions: [plate] })).toContain('not asked or is no choice')
    expect(wrongOf({ questions: [ask('f1'), plate] })).toContain('not asked or is no choice')
    expect(wrongOf({ questions: [travel, ask('f2', { when: { field: 'f1', is: [] } })] })).toContain('at least one')
    expect(wrongOf({ questions: [ask('f2', { when: { field: 'clothes', is: ['L'] } })] })).toBeUndefined()
  })
  test('built-in fields have conditions too, without circles, and without hiding a field that the product needs', () => {
    const form = {
      ask: { bloodtype: 'optional', clothes: 'required' } as const,
      sections: [{ name: 'more', says: {}, fields: ['f1', 'bloodtype', 'clothes'] }],
      questions: [travel],
    }
    const on = (name: string, field: string, is = ['o1']) => wrongOf({ ...form, when: { [name]: { field, is } } })
    expect(on('bloodtype', 'f1')).toBeUndefined()
    expect(on('clothes', 'bloodtype', ['A'])).toBeUndefined()
    expect(on('qualifying', 'f1')).toBeUndefined()
    expect(on('bloodtype', 'clothes', ['L'])).toContain('form.when.bloodtype: The condition must look at a field')
    expect(on('bloodtype', 'bloodtype', ['A'])).toContain('stands before this one')
    expect(on('bloodtype', 'f1', [])).toContain('at least one')
    expect(on('qualifying', 'nowhere')).toContain('not asked or is no choice')
    for (const needed of ['idnum', 'idtype', 'name', 'mobile', 'guardian', 'guardian_name', 'birth', '__proto__x'])
      expect(on(needed, 'f1'), needed).toContain('so it has no condition')
    expect(on('packagebus', 'f1')).toContain('does not ask this field')
    const circle = {
      ...form,
      questions: [{ ...travel, when: { field: 'bloodtype', is: ['A'] } }],
      when: { bloodtype: { field: 'f1', is: ['o1'] } },
    }
    expect(wrongOf(circle)).toContain('stands before this one')
    expect(withoutField({ ...empty, ...form, when: { clothes: { field: 'f1', is: ['o1'] } } }, 'clothes').when).toEqual(
      {},
    )
  })
  test('a kind stays once somebody has answered', () => {
    expect(wrongOf({ questions: [travel] }, { f1: fact({ answered: 1 }) })).toContain('its kind stays')
    expect(wrongOf({ questions: [travel] }, { f1: fact() })).toBeUndefined()
  })
  test('a mark that the label needs, or that was there before, is removed only with a reason', () => {
    const health = ask('f1', { says: { 'zh-cn': '过敏史' } })
    expect(wrongOf({ questions: [{ ...health, personal: true }] })).toBeUndefined()
    expect(wrongOf({ questions: [health] })).toContain('Give a reason')
    expect(wrongOf({ questions: [health] }, {}, { f1: '只问是否自带过敏药' })).toBeUndefined()
    expect(wrongOf({ questions: [health] }, { f1: fact({ reason: '早先写明' }) })).toBeUndefined()
    expect(wrongOf({ questions: [ask('f1')] }, { f1: fact({ personal: true, reason: '早先' }) })).toContain(
      'Give a reason',
    )
  })
})

describe('arranging', () => {
  const form = [ask('f1'), ask('f2')].reduce<BuiltForm>(
    (now, one) => withAskedField(now, 's1', one),
    withSection(empty),
  )
  test('a field moves up and down, and into the next section', () => {
    expect(fieldOrderOf(form)).toEqual(['email', 'clothes', 'f1', 'f2'])
    expect(fieldOrderOf(movedField(form, 'f2', -1))).toEqual(['email', 'clothes', 'f2', 'f1'])
    const up = movedField(form, 'f1', -1)
    expect(up.sections.find(({ name }) => name === 'more')?.fields).toEqual(['clothes', 'f1'])
    expect(fieldOrderOf(movedField(form, 'f2', 1))).toEqual(fieldOrderOf(form))
  })
  test('a section moves, but not before the section with the document', () => {
    const names = (one: BuiltForm) => one.sections.map(({ name }) => name)
    expect(names(movedSection(form, 's1', -1))).toEqual(['who', 'contact', 'emergency', 's1', 'more'])
    expect(names(movedSection(form, 'contact', -1))).toEqual(names(form))
  })
  test('a field moves to any place of any section, and an unknown name moves nowhere', () => {
    const order = (one: BuiltForm, section: string) => one.sections.find(({ name }) => name === section)?.fields
    expect(order(fieldAt(form, 'f2', 's1', 0), 's1')).toEqual(['f2', 'f1'])
    expect(order(fieldAt(form, 'f1', 's1', 0), 's1')).toEqual(['f1', 'f2'])
    const moved = fieldAt(form, 'f2', 'contact', 0)
    expect([order(moved, 'contact'), order(moved, 's1')]).toEqual([['f2', 'email'], ['f1']])
    expect(positionOfField(moved, 'email')).toEqual({ section: 'contact', n: 2, of: 2 })
    expect(order(fieldAt(form, 'f2', 'contact', 99), 'contact')).toEqual(['email', 'f2'])
    expect(fieldAt(form, 'f2', 'nowhere', 0)).toBe(form)
    expect(fieldAt(form, 'bloodtype', 'contact', 0)).toBe(form)
  })
  test('a section moves to any place behind the first', () => {
    const names = (one: BuiltForm) => one.sections.map(({ name }) => name)
    expect(names(sectionAt(form, 's1', 1))).toEqual(['who', 's1', 'contact', 'emergency', 'more'])
    expect(names(sectionAt(form, 's1', 0))).toEqual(['who', 's1', 'contact', 'emergency', 'more'])
    expect(names(sectionAt(form, 'contact', 99))).toEqual(['who', 'emergency', 'more', 's1', 'contact'])
    expect(sectionAt(form, 'who', 3)).toBe(form)
  })
  test('a removed section leaves its fields to the last step, and a removed field takes its place along', () => {
    expect(fieldOrderOf(withoutSection(form, 's1'))).toEqual(['email', 'clothes', 'f1', 'f2'])
    expect(fieldOrderOf(withoutField(form, 'f1'))).toEqual(['email', 'clothes', 'f2'])
    expect(withoutField(form, 'clothes').ask).toEqual({ email: 'optional' })
  })
  test('a new choice begins with two options', () => {
    expect(freshQuestion('f1', 'choice').options).toHaveLength(2)
  })
  test('a field for every event joins the section of that name, and an impossible condition is dropped', () => {
    const plate = ask('f9', { when: { field: 'f1', is: ['o1'] } })
    const joined = withQuestion(empty, plate, { name: 's1', says: { en: 'Travel' }, fields: [] })
    expect(joined.sections).toEqual([{ name: 's1', says: { en: 'Travel' }, fields: ['f9'] }])
    expect(joined.questions[0]).not.toHaveProperty('when')
    expect(withQuestion(joined, plate, joined.sections[0]!)).toBe(joined)
  })
})
