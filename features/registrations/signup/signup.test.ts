import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fill } from '#contract/words.ts'
import { hoursText } from '#contract/written.ts'
import { EventForm } from '#features/events/form.contract.ts'
import { entrant } from '#test/entrants.ts'
import { SignupInput } from './signup.contract.ts'
import { meetsStandard, qualifyingSecondsOf, zonesFor } from './qualifying.rules.ts'
import { checkSignup } from './signup.rules.ts'
import { versionsOf } from './wording.rules.ts'
import { words } from './signup.words.ts'

const now = new Date('2026-03-01T04:00:00Z')
/** Checks the sign-up of person 1 (a man born in 1970, 56 on race day) to an event with this form. */
const check = (form: unknown, change: Record<string, unknown> = {}, versions = versionsOf()) =>
  checkSignup(
    SignupInput.parse({ ...entrant(1), ...change }),
    { form: EventForm.parse(form), raceDay: '2026-11-01', versions },
    now,
  )
const wrongOf = (...given: Parameters<typeof check>) => {
  const checked = check(...given)
  return checked.ok
    ? {}
    : Object.fromEntries(
        Object.entries(checked.wrong).map(([field, wrong]) => [field, fill(wrong!.message.en, wrong!.values)]),
      )
}
const entryOf = (...given: Parameters<typeof check>) => {
  const checked = check(...given)
  if (!checked.ok) throw new Error(JSON.stringify(checked.wrong))
  return checked.entry
}

test('a name that is too long says so, and a wrong name says that it is wrong', () => {
  const long = 'Please enter at most 60 characters'
  const foreign = { idtype: 'passport', idnum: 'E12345678', country: 'FR', birth: '1980-01-01', gender: 'male' }
  const form = { idtypes: ['idcard', 'passport'] }
  expect(wrongOf(form, { ...foreign, name: 'x'.repeat(61) })).toMatchObject({ name: long })
  expect(wrongOf(form, { ...foreign, name: 'x'.repeat(60) })).toEqual({})
  expect(wrongOf(form, { name: '王'.repeat(61) })).toMatchObject({ name: long })
  expect(
    wrongOf({ ask: { emername: 'required' } }, { emername: 'x'.repeat(61), emertel: '13900000000' }),
  ).toMatchObject({
    emername: long,
  })
  expect(wrongOf(form, { name: '王'.repeat(7) })).not.toMatchObject({ name: long })
})

describe('the quiz', () => {
  const options = [{ value: 'left' }, { value: 'right' }]
  const quiz = [
    { name: 'side', says: {}, options, right: 'right' },
    { name: 'any', says: {}, options },
  ]
  test('needs an answer to every question, in the words of the specification', () => {
    expect(wrongOf({ quiz })).toEqual({
      'quiz.side': "You haven't answered the question",
      'quiz.any': "You haven't answered the question",
    })
    expect(words.quiz_unanswered['zh-cn']).toBe('您还有题目未作答')
  })
  test('distinguishes a wrong answer from a missing and an unknown answer', () => {
    expect(wrongOf({ quiz }, { quiz: { side: 'left', any: 'left' } })).toEqual({ 'quiz.side': words.quiz_wrong.en })
    expect(wrongOf({ quiz }, { quiz: { side: 'up', any: 'right' } })).toEqual({
      'quiz.side': 'Please choose one of the options',
    })
    expect(wrongOf({ quiz }, { quiz: { side: 'right', any: 'left' } })).toEqual({})
  })
  test('cannot be wrong in the browser, which does not know the right answers', () => {
    expect(wrongOf({ quiz: [{ name: 'side', says: {}, options }] }, { quiz: { side: 'left' } })).toEqual({})
  })
})

describe('an earlier time', () => {
  const standards = [
    { gender: 'male', age_from: 0, age_to: 55, seconds: 10_800 },
    { gender: 'male', age_from: 56, age_to: 99, seconds: 12_000 },
    { gender: 'female', age_from: 0, age_to: 99, seconds: 14_000 },
  ]
  const given = { race: '江城马拉松', day: '2025-11-02', time: '3:20:00', proof: '/private/2026/x.jpg' }
  const form = (change: object = {}) => ({
    qualifying: { ask: 'optional', since: '2025-01-01', standards, direct: true, ...change },
  })
  test('may be left out if it is optional, and not if it is required', () => {
    expect(entryOf(form()).qualifying).toBeNull()
    expect(wrongOf(form({ ask: 'required' }))).toEqual({
      'qualifying.race': 'This is a required item',
      'qualifying.day': 'This is a required item',
      'qualifying.time': 'This is a required item',
    })
    expect(entryOf({}, { qualifying: given }).qualifying, 'an event that asks none keeps none').toBeNull()
  })
  test.each([
    ['of tomorrow', { day: '2026-03-02' }, { 'qualifying.day': words.qualifying_future.en }],
    ['of no time at all', { time: '0:00:00' }, { 'qualifying.time': words.qualifying_time.en }],
    ['from before', { day: '2024-12-31' }, { 'qualifying.day': 'The time must be from 1 January 2025 or later' }],
    ['that meets the standard without a proof', { proof: '' }, { 'qualifying.proof': words.qualifying_proof.en }],
    ['that meets none needs no proof', { proof: '', time: '3:20:01' }, {}],
    ['of today, in China', { day: '2026-03-01' }, {}],
  ])('%s', (_, change, wrong) => {
    expect(wrongOf(form(), { qualifying: { ...given, ...change } })).toEqual(wrong)
  })
  test('counts by gender and by age on race day, to the second', () => {
    expect(entryOf(form(), { qualifying: given }).qualifying).toEqual({
      race: '江城马拉松',
      day: '2025-11-02',
      seconds: 12_000,
      proof: '/private/2026/x.jpg',
      meets: true,
    })
    expect(entryOf(form(), { qualifying: { ...given, time: '3:20:01' } }).qualifying).toMatchObject({ meets: false })
    expect(meetsStandard(EventForm.parse(form()).qualifying!, { gender: 'male', age: 55 }, 12_000)).toBe(false)
    expect(meetsStandard(EventForm.parse(form()).qualifying!, { gender: 'female', age: 20 }, 14_000)).toBe(true)
  })
  test('excludes runners whom only the standard would admit', () => {
    const only = form({ ask: 'required', direct: false })
    expect(wrongOf(only, { qualifying: { ...given, time: '3:20:01' } })).toEqual({
      'qualifying.time': words.qualifying_slow.en,
    })
    expect(wrongOf(only, { qualifying: given })).toEqual({})
    expect(
      wrongOf(form({ ask: 'required', direct: false, standards: [] }), { qualifying: given }),
      'without standards any time will do',
    ).toEqual({})
  })
  test('is written and read in the same form', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 359_999 }),
        (seconds) => void expect(qualifyingSecondsOf(hoursText(seconds))).toBe(seconds),
      ),
    )
    for (const none of ['', '3:5:00', '3:05', '0:00:00', '100:00:00', '3:60:00'])
      expect(qualifyingSecondsOf(none)).toBeUndefined()
  })
})

describe('start zones', () => {
  const zones = [{ name: 'A', faster_than: 9000 }, { name: 'B', faster_than: 12_000 }, { name: 'C' }]
  test.each([
    [9000, ['A', 'B', 'C']],
    [9001, ['B', 'C']],
    [20_000, ['C']],
    [null, ['C']],
  ])('a time of %s seconds may be in %s', (seconds, names) => {
    expect(zonesFor({ zones }, 'full', seconds)).toEqual(names)
  })
  test('a fun run uses zone F unless it has zones of its own', () => {
    expect([
      zonesFor({ zones: [] }, 'fun_run', null),
      zonesFor({ zones }, 'fun_run', null),
      zonesFor({ zones: [] }, 'full', 9000),
    ]).toEqual([['F'], ['C'], []])
  })
})

describe('codes and consents', () => {
  test('an invitation code is read without spaces, dashes and case', () => {
    expect([
      entryOf({}, { invite: ' abc-12 ３' }).invite,
      entryOf({}, { invite: ' - ' }).invite,
      entryOf({}).invite,
    ]).toEqual(['ABC123', null, null])
  })
  test('a disclaimer is agreed to if the race has one, in its present version', () => {
    const versions = versionsOf({ disclaimer: { version: 'v3', title: {}, body: {} } })
    const { consents } = entrant(1)
    expect(wrongOf({}, {}, versions)).toEqual({ 'consents.disclaimer': 'Please read and agree' })
    expect(wrongOf({}, { consents: { ...consents, disclaimer: 'v2' } }, versions)).toEqual({
      'consents.disclaimer': words.consent_changed.en,
    })
    expect(entryOf({}, { consents: { ...consents, disclaimer: 'v3' } }, versions).consents).toMatchObject({
      disclaimer: 'v3',
    })
    expect(
      entryOf({}, { consents: { ...consents, disclaimer: 'v3' } }).consents,
      'where there is none nothing is kept',
    ).not.toHaveProperty('disclaimer')
  })
})

describe('conditions of built-in fields', () => {
  const travel = { name: 'f1', kind: 'choice', says: {}, options: [{ value: 'car' }, { value: 'bus' }] }
  const form = {
    ask: { bloodtype: 'required', packagebus: 'required', area: 'required' },
    packagebus: ['North'],
    questions: [travel],
    qualifying: { ask: 'required', standards: [] },
    when: {
      packagebus: { field: 'f1', is: ['bus'] },
      bloodtype: { field: 'packagebus', is: ['North'] },
      area: { field: 'f1', is: ['bus'] },
      qualifying: { field: 'f1', is: ['bus'] },
    },
  }
  const hidden = { packagebus: 'North', bloodtype: 'A', province: '浙江省', city: '杭州市' }
  test('a hidden field is neither required nor stored, whatever the call sends', () => {
    const entry = entryOf(form, {
      answers: { f1: 'car' },
      ...hidden,
      qualifying: { race: 'x', day: '2020-01-01', time: '9:00:00' },
    })
    expect(entry).toMatchObject({ packagebus: null, bloodtype: null, province: null, city: null, qualifying: null })
  })
  test('a shown field is required, also a field that depends on another built-in field', () => {
    const blank = { packagebus: '', bloodtype: '', province: '', city: '', qualifying: undefined }
    const wrong = wrongOf(form, { answers: { f1: 'bus' }, ...blank })
    expect(Object.keys(wrong)).toEqual(
      expect.arrayContaining(['packagebus', 'area', 'province', 'qualifying.race', 'qualifying.time']),
    )
    expect(wrong).not.toHaveProperty('bloodtype')
    expect(wrongOf(form, { answers: { f1: 'bus' }, ...blank, packagebus: 'North' })).toHaveProperty('bloodtype')
  })
})
