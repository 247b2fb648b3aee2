import type { OutputOf } from '#contract/endpoint.ts'
import type { RaceEvent } from '#features/events/contract.ts'
import { fields } from '#features/fields/fields.rules.ts'
import {
  type EditableField,
  type EditableText,
  type PlaceField,
  editableTexts,
  phoneFields,
  placeFields,
} from '#features/fields/lists.rules.ts'
import { masked } from '#ui/language/mask.ts'
import { normalMobile } from '#features/accounts/rules.ts'
import type { EditInput, registrationFetch } from '../../changes/changes.contract.ts'
import { type OpenRegistration, checkEdit } from '../../changes/changes.rules.ts'
import { qualifyingSecondsOf } from '../../signup/qualifying.rules.ts'
import type { Wrong } from '../../signup/signup.rules.ts'
import { type Draft, emptyDraft } from '../signup/draft.ts'
import { termsOf } from '../signup/mistakes.ts'

export type Fetched = OutputOf<typeof registrationFetch>
type Plain = Exclude<EditableText, PlaceField>
const plain = editableTexts.filter((name): name is Plain => fields[name].kind !== 'place')
const runs = ['qual_race', 'qual_day', 'qual_time', 'qual_proof'] as const satisfies readonly (keyof Draft)[]
/** The parts of a draft that can change. The fixed values of the registration are not among them. */
export const editableParts: readonly (keyof Draft)[] = [...editableTexts, 'answers', ...runs]

const isNumber = (field: string): boolean => phoneFields.some((one) => one === field)
/**
 * Writes a mobile number of 11 digits with the spaces of the field's mask. Another number stays as it is. Null becomes
 * ''.
 */
const typed = (number: string | null): string =>
  number && /^1\d{10}$/.test(number) ? masked(number, '999 9999 9999') : (number ?? '')

export const editDraftFrom = ({ registration, qualifying }: Pick<Fetched, 'registration' | 'qualifying'>): Draft => ({
  ...emptyDraft,
  eventid: String(registration.eventid),
  idtype: registration.idtype,
  idnum: registration.idnum,
  country: registration.country,
  name: registration.name,
  gender: registration.gender ?? '',
  birth: registration.birth ?? '',
  ...(Object.fromEntries(
    editableTexts.map((field) => [field, isNumber(field) ? typed(registration[field]) : (registration[field] ?? '')]),
  ) as Record<EditableText, string>),
  answers: { ...registration.answers },
  qual_race: qualifying?.race ?? '',
  qual_day: qualifying?.day ?? '',
  qual_time: qualifying?.time ?? '',
  qual_proof: qualifying?.proof ?? '',
})

const same = (field: string, one: string, other: string): boolean =>
  isNumber(field) ? normalMobile(one) === normalMobile(other) : one.trim() === other.trim()

/** Collects the values to send: changed values of fields that may change. */
export const changesIn = (draft: Draft, before: Draft, may: readonly EditableField[]): Omit<EditInput, 'id'> => {
  const given: Omit<EditInput, 'id'> = {}
  for (const field of plain)
    if (may.includes(field) && !same(field, draft[field], before[field]))
      given[field] = isNumber(field) ? normalMobile(draft[field]) : draft[field].trim()
  if (may.includes('area') && placeFields.some((field) => draft[field] !== before[field]))
    for (const field of placeFields) given[field] = draft[field]
  const answers = may.includes('answers')
    ? Object.entries(draft.answers).filter(([name, answer]) => !same(name, answer, before.answers[name] ?? ''))
    : []
  if (answers.length > 0) given.answers = Object.fromEntries(answers)
  if (may.includes('qualifying') && runs.some((field) => !same(field, draft[field], before[field])))
    given.qualifying = {
      race: draft.qual_race.trim(),
      day: draft.qual_day,
      time: draft.qual_time.trim(),
      ...(draft.qual_proof ? { proof: draft.qual_proof } : {}),
    }
  return given
}

const keptOf = ({ registration, qualifying }: Fetched): OpenRegistration => ({
  ...registration,
  sealed: [],
  // A change never touches a guardian's consent, so the form does not send it.
  guardian: null,
  qualifying: qualifying
    ? {
        race: qualifying.race,
        day: qualifying.day,
        seconds: qualifyingSecondsOf(qualifying.time) ?? 0,
        proof: qualifying.proof ?? null,
        meets: false,
      }
    : null,
})

/** Finds the faults of the changes, with the same check as on the server. */
export const mistakesInChanges = (
  given: Omit<EditInput, 'id'>,
  fetched: Fetched,
  event: RaceEvent,
  now: Date,
): Partial<Record<string, Wrong>> => {
  const checked = checkEdit(
    { id: fetched.registration._key, ...given },
    keptOf(fetched),
    { form: termsOf(event, []).form, raceDay: event.race_day },
    now,
  )
  return checked.ok ? {} : checked.wrong
}
