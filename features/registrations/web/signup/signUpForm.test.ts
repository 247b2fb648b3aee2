import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { RaceEvent } from '#features/events/contract.ts'
import { checkCharacter } from '#features/people/rules.ts'
import type { Consent } from '../../signup/consents.contract.ts'
import { type Draft, emptyDraft, sealedFields, withValue } from './draft.ts'
import { holderOfDraft } from './holder.ts'
import { inputFrom } from './signUpInput.ts'
import { mistakesIn, mistakeWhileTyping } from './mistakes.ts'
import { stepOfWrong, stepsFor } from './formSteps.ts'

const now = new Date('2026-03-01T04:00:00Z')
const card = (birth: string, order: string) => {
  const digits = `330106${birth}${order}`
  return digits + checkCharacter(digits)
}
const woman = card('19900512', '002')
const child = card('20120302', '001')

const field = (name: string, given: Partial<RaceEvent['form']['fields'][number]> = {}) => ({
  name,
  kind: 'text' as const,
  required: true,
  label: null,
  hint: null,
  options: [],
  max: 60,
  section: name.startsWith('emer') ? 'emergency' : name === 'email' || name === 'area' ? 'contact' : 'more',
  when: null,
  personal: false,
  min: null,
  least: null,
  most: null,
  from: null,
  until: null,
  ...given,
})
const event = {
  id: 7,
  race_day: '2026-05-18',
  form: {
    idtypes: ['idcard', 'passport'],
    min_age: 12,
    max_age: null,
    quiz: [],
    qualifying: null,
    sections: ['who', 'contact', 'emergency', 'more'].map((name) => ({ name, title: null })),
    fields: [
      field('email', { kind: 'email', required: false }),
      field('emername'),
      field('emertel', { kind: 'tel' }),
      field('clothes', { kind: 'choice', options: [{ value: 'M', label: 'M', left: null }] }),
      field('club', { label: '跑团', required: false, max: 5 }),
    ],
  },
} as unknown as RaceEvent
const consents = (['terms', 'sensitive', 'guardian'] as const).map((name): Consent => ({
  name,
  version: '1',
  title: name,
  body: name,
  asked: name === 'guardian' ? 'under_age' : 'always',
}))
const filled: Draft = {
  ...emptyDraft,
  eventid: '7',
  idnum: woman,
  name: '林晓岚',
  mobile: '139 0000 2026',
  emername: '林建国',
  emertel: '139 0000 9999',
  clothes: 'M',
  agreed: { terms: '1', sensitive: '1' },
}
const at = (step: Parameters<typeof mistakesIn>[0], draft: Draft) =>
  Object.keys(mistakesIn(step, draft, event, consents, now))

describe('the steps of a sign-up', () => {
  test('an event without further questions has no step for them', () => {
    expect(stepsFor(event)).toEqual(['event', 'who', 'more', 'review'])
    expect(stepsFor({ ...event, form: { ...event.form, fields: [] } })).toEqual(['event', 'who', 'review'])
  })

  test('each mistake is at the step that asks the field, and a complete form has none', () => {
    const empty: Draft = { ...emptyDraft, eventid: '7' }
    expect(at('who', empty).toSorted()).toEqual(
      ['idnum', 'name', 'consents.sensitive', 'mobile', 'emername', 'emertel'].toSorted(),
    )
    expect(at('more', empty)).toEqual(['clothes'])
    expect(at('review', empty)).toEqual(['consents.terms'])
    for (const step of stepsFor(event)) expect(at(step, filled), step).toEqual([])
  })

  test('the runner cannot be the own emergency contact, in any spelling of the number', () => {
    expect(at('who', { ...filled, emertel: '+86 139-0000-2026' })).toEqual(['emertel'])
  })

  test('an own question keeps its bounds and is sent as an answer', () => {
    const form = withValue(filled, 'club', '很长很长的跑团')
    expect(at('more', form)).toEqual(['answers.club'])
    expect(stepOfWrong('answers.club', event)).toBe('more')
    expect(
      inputFrom(withValue(filled, 'club', '晨跑'), event, consents, holderOfDraft(filled, event, now)).answers,
    ).toEqual({ club: '晨跑' })
  })
})

describe('the fields that an event may ask beside the person', () => {
  const asking = {
    ...event,
    form: {
      ...event.form,
      quiz: [
        {
          name: 'pain',
          label: '?',
          options: [
            { value: 'stop', label: '停' },
            { value: 'on', label: '跑' },
          ],
        },
      ],
      qualifying: {
        ask: 'optional',
        since: '2024-01-01',
        standards: [{ gender: 'female', age_from: 18, age_to: 44, seconds: 12_600 }],
        direct: true,
      },
      fields: [
        field('clothes', {
          kind: 'choice',
          options: [
            { value: 'M', label: 'M', left: 0 },
            { value: 'L', label: 'L', left: 2 },
          ],
        }),
        field('starts', { kind: 'number', label: '参赛次数' }),
      ],
    },
  } as unknown as RaceEvent
  const wrongAt = (step: Parameters<typeof mistakesIn>[0], draft: Draft) =>
    Object.keys(mistakesIn(step, draft, asking, consents, now))
  const quick: Draft = { ...filled, clothes: 'L', qual_race: '湖畔半马', qual_day: '2025-10-19', qual_time: '3:05:00' }

  test('a quiz comes before the person, an earlier time before the summary', () => {
    expect(stepsFor(asking)).toEqual(['event', 'quiz', 'who', 'more', 'review'])
  })

  test('an unanswered question is reported at the question', () => {
    expect(mistakesIn('quiz', filled, asking, consents, now)['quiz.pain']?.message.en).toBe(
      "You haven't answered the question",
    )
    const answered = withValue(filled, 'quiz.pain', 'on')
    expect(wrongAt('quiz', answered)).toEqual([])
    expect(inputFrom(answered, asking, consents, holderOfDraft(answered, asking, now)).quiz).toEqual({ pain: 'on' })
    expect(inputFrom(answered, event, consents, holderOfDraft(answered, event, now)).quiz).toEqual({})
  })

  test('a size that others have taken since is reported, and another size corrects it', () => {
    expect(wrongAt('more', filled)).toEqual(['clothes'])
    expect(wrongAt('more', { ...filled, clothes: 'L' })).toEqual([])
  })

  test('an earlier run is left out whole or filled in whole, with its proof if it meets the standard', () => {
    expect(wrongAt('more', { ...filled, clothes: 'L' })).toEqual([])
    expect(inputFrom(filled, asking, consents, holderOfDraft(filled, asking, now))).not.toHaveProperty('qualifying')
    expect(wrongAt('more', { ...filled, clothes: 'L', qual_race: '湖畔半马' })).toEqual([
      'qualifying.day',
      'qualifying.time',
    ])
    expect(wrongAt('more', quick)).toEqual(['qualifying.proof'])
    expect(wrongAt('more', { ...quick, qual_time: '4:05:00' })).toEqual([])
    expect(wrongAt('more', { ...quick, qual_day: '2023-10-19', qual_proof: '/private/1.jpg' })).toEqual([
      'qualifying.day',
    ])
  })

  test('a required number that nobody changed is 0', () => {
    expect(inputFrom(filled, asking, consents, holderOfDraft(filled, asking, now)).answers).toEqual({ starts: '0' })
    expect(
      inputFrom(withValue(filled, 'starts', '12'), asking, consents, holderOfDraft(filled, asking, now)).answers,
    ).toEqual({ starts: '12' })
  })

  test('a code is sent as it was typed, and nothing without a code', () => {
    expect(
      inputFrom({ ...filled, invite: ' club 50 ' }, event, consents, holderOfDraft(filled, event, now)).invite,
    ).toBe('club 50')
    expect(inputFrom(filled, event, consents, holderOfDraft(filled, event, now))).not.toHaveProperty('invite')
    expect(stepOfWrong('invite', event)).toBe('event')
  })
})

describe('facts that are read from a document', () => {
  test('gender, birthday and age on race day; a passport gives none of them', () => {
    expect(holderOfDraft(filled, event, now)).toMatchObject({
      gender: 'female',
      birth: '1990-05-12',
      age: 36,
      underAge: false,
    })
    const passport = holderOfDraft({ ...filled, idtype: 'passport', idnum: 'E12345678', country: 'FR' }, event, now)
    expect(passport.document?.kind).toBe('passport')
    expect(passport).not.toHaveProperty('gender')
  })

  test('a number is not called wrong before it is complete', () => {
    expect(mistakeWhileTyping({ ...emptyDraft, idnum: woman.slice(0, 17) }, now)).toBeUndefined()
    expect(
      mistakeWhileTyping({ ...emptyDraft, idnum: woman.slice(0, 17) + (woman.endsWith('1') ? '2' : '1') }, now)?.message
        .en,
    ).toBe('Please enter the correct ID number')
    expect(mistakeWhileTyping({ ...emptyDraft, idnum: woman }, now)).toBeUndefined()
  })

  test("only a runner under age needs a guardian, with a consent of the guardian's own", () => {
    const under: Draft = { ...filled, idnum: child }
    expect(at('who', under)).toEqual(['consents.guardian', 'guardian_relationship', 'guardian_name', 'guardian_mobile'])
    expect(
      at('who', {
        ...under,
        guardian_name: '林建国',
        guardian_mobile: '13900009999',
        guardian_relationship: 'parent',
        agreed: { ...under.agreed, guardian: '1' },
      }),
    ).toEqual([])
  })

  test('a runner who is too young for the event is told at the number', () => {
    expect(
      mistakesIn('who', { ...filled, idnum: card('20150101', '001') }, event, consents, now).idnum?.values,
    ).toEqual({ n: 12 })
  })
})

describe('the sent values', () => {
  test('no value that this event does not ask, and a saved person in place of a document', () => {
    const stale: Draft = { ...filled, address: '旧草稿里的地址', answers: { other: 'x' } }
    const sent = inputFrom(stale, event, consents, holderOfDraft(stale, event, now))
    expect(sent).toMatchObject({
      eventid: 7,
      mobile: '13900002026',
      emertel: '13900009999',
      gender: 'female',
      birth: '1990-05-12',
      consents: { terms: '1', sensitive: '1' },
      answers: {},
    })
    expect(sent.address).toBeUndefined()
    const saved: Draft = { ...filled, person: 'p-1', idnum: '', name: '', mobile: '' }
    expect(inputFrom(saved, event, consents, holderOfDraft(saved, event, now))).toMatchObject({
      person: 'p-1',
      keep: false,
    })
    expect(inputFrom(saved, event, consents, holderOfDraft(saved, event, now))).not.toHaveProperty('idnum')
    expect(at('who', saved)).toEqual([])
  })
})

describe('the parts of a draft that stay on the device', () => {
  const schema = readFileSync(new URL('../../../../docs/schema.sql', import.meta.url), 'utf8')
  const [, table] = /^create table registrations \(([^;]*)\);/m.exec(schema)!
  /** The columns that the database keeps sealed. A blind index (`_ix`) is not a field. */
  const columns = [...table!.matchAll(/^ {2}(\w+) bytea/gm)]
    .map(([, name]) => name!)
    .filter((name) => !name.endsWith('_ix'))
  const guardian = ['guardian_name', 'guardian_mobile', 'guardian_relationship']
  const sealed: readonly string[] = sealedFields

  test('no value that the database seals stays in the storage that survives the tab', () => {
    expect(columns).toContain('idnum')
    const parts = columns.flatMap((column) => (column === 'guardian' ? guardian : [column]))
    expect(parts.filter((part) => !(part in emptyDraft && sealed.includes(part)))).toEqual([])
  })

  test('only these parts survive the tab', () => {
    expect(
      Object.keys(emptyDraft)
        .filter((part) => !sealed.includes(part))
        .sort(),
    ).toEqual([
      'addons',
      'area',
      'bib_wish',
      'city',
      'clothes',
      'emerrelationship',
      'eventid',
      'guardian_wanted',
      'idtype',
      'keep',
      'key',
      'packagebus',
      'province',
    ])
  })
})
