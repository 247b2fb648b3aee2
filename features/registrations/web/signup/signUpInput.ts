import type { FormField, RaceEvent } from '#features/events/contract.ts'
import { fields } from '#features/fields/fields.rules.ts'
import { type OptionalField, optionalFields } from '#features/fields/lists.rules.ts'
import { normalMobile } from '#features/accounts/rules.ts'
import type { Consent } from '../../signup/consents.contract.ts'
import type { SignupInput } from '../../signup/signup.contract.ts'
import type { Draft } from './draft.ts'
import { visibleFieldsOf } from './formSteps.ts'
import type { Holder } from './holder.ts'
import { chosenAddons } from './prices/charges.ts'

/** Returns the earlier run, if the person gives one. A run whose fields are empty again counts as none. */
const qualifyingOf = (
  { qual_race, qual_day, qual_time, qual_proof }: Draft,
  event: RaceEvent,
): Pick<SignupInput, 'qualifying'> =>
  event.form.qualifying && `${qual_race}${qual_day}${qual_time}${qual_proof}`.trim() !== ''
    ? {
        qualifying: {
          race: qual_race.trim(),
          day: qual_day,
          time: qual_time,
          ...(qual_proof ? { proof: qual_proof } : {}),
        },
      }
    : {}

/**
 * Returns the answer to send for a field. A stepper asks for a number. For a required number that nobody touched, the
 * answer is 0 or the least allowed number (docs/behaviour/sign-up.md, The form).
 */
const answerTo = ({ name, kind, required, least }: FormField, draft: Draft): string =>
  draft.answers[name] || (kind === 'number' && required ? String(Math.max(0, least ?? 0)) : '')

/**
 * Makes the values to send. It takes only fields that this event asks, so values that the person typed for another
 * event are not sent. `seen` is the amount on the page.
 */
export const inputFrom = (
  draft: Draft,
  event: RaceEvent,
  consents: readonly Consent[],
  holder: Holder,
  seen?: number,
): Omit<SignupInput, 'raceid'> => {
  const names = new Set(event.form.fields.map((field) => field.name))
  const shown = visibleFieldsOf(event, draft)
  const filled = (value: string): string | undefined => (value.trim() === '' ? undefined : value.trim())
  const valueOf = (name: OptionalField): string | undefined => {
    const { kind } = fields[name]
    const whole = kind === 'place' ? 'area' : name
    if (!names.has(whole) || !shown.has(whole) || draft[name] === '') return undefined
    return kind === 'place' ? filled(draft[name]) : kind === 'phone' ? filled(normalMobile(draft[name])) : draft[name]
  }
  return {
    eventid: event.id,
    ...(draft.person
      ? { person: draft.person }
      : {
          idtype: draft.idtype,
          idnum: draft.idnum,
          country: filled(draft.country),
          name: draft.name.trim(),
          gender: holder.gender,
          birth: holder.birth,
        }),
    mobile: filled(normalMobile(draft.mobile)),
    ...Object.fromEntries(optionalFields.map((name) => [name, valueOf(name)])),
    ...(holder.underAge
      ? {
          guardian_name: filled(draft.guardian_name),
          guardian_mobile: filled(normalMobile(draft.guardian_mobile)),
          guardian_relationship: filled(draft.guardian_relationship),
        }
      : {}),
    answers: Object.fromEntries(
      event.form.fields.flatMap((field) =>
        field.label === null || !shown.has(field.name) || answerTo(field, draft) === ''
          ? []
          : [[field.name, answerTo(field, draft)]],
      ),
    ),
    consents: Object.fromEntries(
      consents.flatMap(({ name }) => (draft.agreed[name] ? [[name, draft.agreed[name]]] : [])),
    ),
    ...(draft.invite.trim() === '' ? {} : { invite: draft.invite.trim() }),
    quiz: Object.fromEntries(
      event.form.quiz.flatMap(({ name }) => (draft.quiz[name] ? [[name, draft.quiz[name]]] : [])),
    ),
    ...(shown.has('qualifying') ? qualifyingOf(draft, event) : {}),
    addons: Object.fromEntries(chosenAddons(event, draft.addons).map(({ id, n }) => [id, n])),
    ...(seen === undefined ? {} : { amount: seen }),
    keep: draft.keep && !draft.person,
  }
}
