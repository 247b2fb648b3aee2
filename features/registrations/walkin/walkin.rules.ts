import type { EventForm } from '#features/events/form.contract.ts'
import { type Checked, type Entry, type SignupTerms, checkSignup } from '../signup/signup.rules.ts'
import type { SignupInput } from '../signup/signup.contract.ts'
import { words } from '../signup/signup.words.ts'

/** The fields that a desk asks of a person who enters on race day. */
export type WalkIn = Pick<
  SignupInput,
  | 'idtype'
  | 'idnum'
  | 'country'
  | 'name'
  | 'gender'
  | 'birth'
  | 'mobile'
  | 'guardian_name'
  | 'guardian_mobile'
  | 'guardian_relationship'
>

/** Reduces the event's form to the questions about the person's identity. Staff can fill in the other answers later. */
const formFor = ({ min_age, max_age, qualifying: _run, ...form }: EventForm, overrule: boolean): EventForm => ({
  ...form,
  ask: {},
  when: {},
  questions: [],
  quiz: [],
  ...(overrule || min_age === undefined ? {} : { min_age }),
  ...(overrule || max_age === undefined ? {} : { max_age }),
})

const limits: readonly unknown[] = [words.too_young, words.too_old]

/**
 * Checks an entry that staff type by hand, by the rules of signing up. The runner has agreed at the desk to everything
 * that the form asks. `versions` are the present wordings.
 */
export const checkWalkIn = (
  given: WalkIn,
  { form, raceDay, versions, overrule }: SignupTerms & { overrule: boolean },
  now: Date,
): { ok: true; entry: Entry } | (Extract<Checked, { ok: false }> & { overrulable: boolean }) => {
  const { terms, sensitive, disclaimer, guardian, publication } = versions
  const checked = checkSignup(
    {
      ...given,
      answers: {},
      quiz: {},
      qualifying: undefined,
      invite: undefined,
      consents: { terms, sensitive, guardian, publication, ...(disclaimer === '' ? {} : { disclaimer }) },
    } as Parameters<typeof checkSignup>[0],
    { form: formFor(form, overrule), raceDay, versions },
    now,
  )
  if (checked.ok) return checked
  return { ...checked, overrulable: Object.values(checked.wrong).every((one) => limits.includes(one?.message)) }
}
