import type { EventForm } from '#features/events/form.contract.ts'
import type { TypedField } from '#features/fields/lists.rules.ts'
import { type Checked, type Entry, type SignupTerms, checkSignup } from '../signup/signup.rules.ts'
import type { SignupInput } from '../signup/signup.contract.ts'
import { words } from '../signup/signup.words.ts'

/**
 * The values that a desk sends of a person who enters on race day. `WalkInHow` tells which fields of the event's form
 * count.
 */
export type WalkIn = Partial<Pick<SignupInput, TypedField>> &
  Pick<SignupInput, 'answers' | 'addons' | 'amount' | 'guardian_name' | 'guardian_mobile' | 'guardian_relationship'>
/**
 * The manner in which an entry at a desk is checked. `whole` tells which fields of the event's form count: true for all
 * fields, false for none, `given` for the fields that have a value. An imported list uses `given`, because it may lack
 * columns. With `overrule` the event's limits of age do not count.
 */
export type WalkInHow = { whole: boolean | 'given'; overrule: boolean }

const askedAndGiven = (ask: EventForm['ask'], given: WalkIn): EventForm['ask'] =>
  Object.fromEntries(Object.entries(ask).filter(([name]) => (given[name as TypedField] ?? '') !== ''))

/**
 * Reduces the event's form to the fields of a desk (`WalkInHow`). The fields of the person's identity always stay.
 * Quiz, earlier run and files never stay. Only the runner can answer a quiz, and only the runner's account owns
 * uploads.
 */
const formFor = (
  { min_age, max_age, qualifying: _run, ...form }: EventForm,
  how: WalkInHow,
  given: WalkIn,
): EventForm => ({
  ...form,
  ...(how.whole === true
    ? { questions: form.questions.filter(({ kind }) => kind !== 'file') }
    : { ask: how.whole === 'given' ? askedAndGiven(form.ask, given) : {}, when: {}, questions: [] }),
  quiz: [],
  ...(how.overrule || min_age === undefined ? {} : { min_age }),
  ...(how.overrule || max_age === undefined ? {} : { max_age }),
})

const limits: readonly unknown[] = [words.too_young, words.too_old]

/**
 * Checks an entry that staff type by hand, by the rules of signing up. The runner has agreed at the desk to all
 * required consents and to the publication of results. `versions` holds the present version of each consent.
 * `overrulable` is true if the limits of age are the only fault.
 */
export const checkWalkIn = (
  given: WalkIn,
  { form, raceDay, versions, ...how }: SignupTerms & WalkInHow,
  now: Date,
): { ok: true; entry: Entry } | (Extract<Checked, { ok: false }> & { overrulable: boolean }) => {
  const { terms, sensitive, disclaimer, guardian, publication } = versions
  const checked = checkSignup(
    {
      ...given,
      quiz: {},
      qualifying: undefined,
      invite: undefined,
      consents: { terms, sensitive, guardian, publication, ...(disclaimer === '' ? {} : { disclaimer }) },
    } as Parameters<typeof checkSignup>[0],
    { form: formFor(form, how, given), raceDay, versions },
    now,
  )
  if (checked.ok) return checked
  return { ...checked, overrulable: Object.values(checked.wrong).every((one) => limits.includes(one?.message)) }
}
