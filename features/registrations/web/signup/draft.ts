import { fieldsWith } from '#features/fields/fields.rules.ts'
import { type TypedField, typedFields } from '#features/fields/lists.rules.ts'
import type { Gender, IdType } from '#features/people/rules.ts'
import type { ConsentName } from '../../signup/consents.contract.ts'

/** The values that a person typed into the sign-up form. Numbers keep the spaces of their mask. */
export type Draft = Record<Exclude<TypedField, 'idtype' | 'gender'>, string> & {
  /** An identifier of the person. It stays if another person of the form is removed. */
  key: string
  eventid: string
  invite: string
  person: string
  idtype: IdType
  gender: Gender | ''
  guardian_name: string
  guardian_mobile: string
  guardian_relationship: string
  /** True if the server knows that a saved person is under age. */
  guardian_wanted: boolean
  answers: Record<string, string>
  quiz: Record<string, string>
  /** The number of pieces of each add-on, by id. */
  addons: Record<string, number>
  /** The fields of an earlier run that qualifies. */
  qual_race: string
  qual_day: string
  qual_time: string
  qual_proof: string
  agreed: Partial<Record<ConsentName, string>>
  keep: boolean
}
export const emptyDraft: Draft = {
  ...(Object.fromEntries(typedFields.map((name) => [name, ''])) as Record<TypedField, ''>),
  key: 'p1',
  eventid: '',
  invite: '',
  person: '',
  idtype: 'idcard',
  guardian_name: '',
  guardian_mobile: '',
  guardian_relationship: '',
  guardian_wanted: false,
  answers: {},
  quiz: {},
  addons: {},
  qual_race: '',
  qual_day: '',
  qual_time: '',
  qual_proof: '',
  agreed: {},
  keep: true,
}
/** The storage of the parts of a draft that are not in the list of fields. */
const ownParts: Record<Exclude<keyof Draft, TypedField>, 'tab' | 'device'> = {
  key: 'device',
  eventid: 'device',
  invite: 'tab',
  person: 'tab',
  guardian_name: 'tab',
  guardian_mobile: 'tab',
  guardian_relationship: 'tab',
  guardian_wanted: 'device',
  answers: 'tab',
  quiz: 'tab',
  addons: 'device',
  qual_race: 'tab',
  qual_day: 'tab',
  qual_time: 'tab',
  qual_proof: 'tab',
  agreed: 'tab',
  keep: 'device',
}
/** The fields that stay in the storage of this tab and go away with the tab (ui/form/unsaved/draft.ts). */
export const sealedFields: readonly (keyof Draft)[] = [
  ...fieldsWith({ draft: 'tab' }),
  ...(Object.keys(ownParts) as (keyof typeof ownParts)[]).filter((part) => ownParts[part] === 'tab'),
]
const builtInFields = new Set(Object.keys(emptyDraft))
/**
 * Reads the value of a field; '' if it is empty. Built-in fields are in the draft, answers to own fields in `answers`,
 * and answers to the quiz in `quiz`. The name `area` means only the district, without province and city.
 */
export const valueOf = (draft: Draft, name: string): string => {
  if (name.startsWith('quiz.')) return draft.quiz[name.slice('quiz.'.length)] ?? ''
  if (name.startsWith('qualifying.'))
    return String(draft[`qual_${name.slice('qualifying.'.length)}` as keyof Draft] ?? '')
  return builtInFields.has(name) ? String(draft[name as keyof Draft] ?? '') : (draft.answers[name] ?? '')
}
export const withValue = (draft: Draft, name: string, value: string): Draft =>
  name.startsWith('quiz.')
    ? { ...draft, quiz: { ...draft.quiz, [name.slice('quiz.'.length)]: value } }
    : builtInFields.has(name)
      ? { ...draft, [name]: value }
      : { ...draft, answers: { ...draft.answers, [name]: value } }
