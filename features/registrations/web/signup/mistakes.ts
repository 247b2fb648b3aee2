import type { FormField, RaceEvent } from '#features/events/contract.ts'
import { fieldsWith } from '#features/fields/fields.rules.ts'
import { type StockField, stockFields } from '#features/fields/lists.rules.ts'
import { questionKinds } from '#features/fields/own/kinds.rules.ts'
import { checkDocument, normalIdnum } from '#features/people/rules.ts'
import { documentWords } from '#features/people/words.ts'
import type { Consent } from '../../signup/consents.contract.ts'
import { type SignupTerms, type Wrong, checkSignup } from '../../signup/signup.rules.ts'
import { signUpRefusals as refusals } from '../../signup/signup.words.ts'
import type { Draft } from './draft.ts'
import { type StepName, stepOfWrong } from './formSteps.ts'
import { holderOfDraft } from './holder.ts'
import { signUpWords } from './signUp.words.ts'
import { inputFrom } from './signUpInput.ts'

/** Wrong fields of a step, each with its sentence. */
export type Mistakes = Partial<Record<string, Wrong>>

/** Finds the fault of the document's number while a person types it. An unfinished number is no fault yet. */
export const mistakeWhileTyping = (draft: Draft, now: Date): Wrong | undefined => {
  const verdict = checkDocument(draft, now)
  if (verdict.ok || verdict.why === 'country') return undefined
  const full = { idcard: 18, hkpass: 9, other: 8, passport: 17 }[draft.idtype]
  return normalIdnum(draft.idnum).length < full ? undefined : { message: documentWords[verdict.why] }
}

/** Returns the race's own field for the check; undefined for a built-in field. */
const questionOf = ({ name, kind, required, label, options, max, personal, when, ...bounds }: FormField) => {
  const own = questionKinds.find((one) => one === kind)
  if (label === null || own === undefined) return undefined
  const { min, least, most, from, until } = bounds
  return {
    name,
    kind: own,
    required,
    says: {},
    options,
    max,
    personal,
    ...(when === null ? {} : { when }),
    ...(min === null ? {} : { min }),
    ...(least === null ? {} : { least }),
    ...(most === null ? {} : { most }),
    ...(from === null ? {} : { from }),
    ...(until === null ? {} : { until }),
  }
}

/** Makes the terms for the server's own check from the event's public data. */
export const termsOf = (event: RaceEvent, consents: readonly Consent[]): SignupTerms => {
  const { fields: formFields, idtypes, min_age, max_age } = event.form
  const offered = (name: string) =>
    formFields.find((field) => field.name === name)?.options.map(({ value }) => value) ?? []
  const builtIn = formFields.filter((field) => field.label === null)
  const versions = Object.fromEntries(consents.map(({ name, version }) => [name, version]))
  return {
    form: {
      idtypes,
      ask: Object.fromEntries(builtIn.map(({ name, required }) => [name, required ? 'required' : 'optional'])),
      ...(Object.fromEntries(stockFields.map((name) => [name, offered(name)])) as Record<StockField, string[]>),
      ...(min_age === null ? {} : { min_age }),
      ...(max_age === null ? {} : { max_age }),
      questions: formFields.flatMap((field) => questionOf(field) ?? []),
      when: Object.fromEntries(
        [...builtIn, { name: 'qualifying', when: event.form.qualifying?.when ?? null }].flatMap(({ name, when }) =>
          when ? [[name, when]] : [],
        ),
      ),
      sections: [],
      quiz: event.form.quiz.map(({ name, options }) => ({ name, says: {}, options })),
      ...(event.form.qualifying ? { qualifying: event.form.qualifying } : {}),
      zones: [],
    },
    raceDay: event.race_day,
    versions: {
      terms: versions.terms ?? '',
      sensitive: versions.sensitive ?? '',
      disclaimer: versions.disclaimer ?? '',
      guardian: versions.guardian ?? '',
      publication: versions.publication ?? '',
      photos: versions.photos ?? '',
      face: versions.face ?? '',
      marketing: versions.marketing ?? '',
    },
  }
}

/** Values of a saved person that only the server can open. The form assumes that they are correct. */
const keptFields: readonly string[] = fieldsWith({ asked: 'always' })

/**
 * Finds the faults of a whole draft with the server's own check. Faults in values that only the server can open are
 * left out.
 */
const allMistakes = (draft: Draft, event: RaceEvent, consents: readonly Consent[], now: Date): Mistakes => {
  const checked = checkSignup(
    inputFrom(draft, event, consents, holderOfDraft(draft, event, now)),
    termsOf(event, consents),
    now,
  )
  if (checked.ok) return {}
  const kept = draft.person ? keptFields.filter((name) => name !== 'mobile' || draft.mobile === '') : []
  // An unreadable number shows neither gender nor birthday. The form asks for gender and birthday only if the number is
  // right and does not contain them.
  const silent = checked.wrong.idnum || checked.wrong.country ? ['gender', 'birth'] : []
  return Object.fromEntries(
    Object.entries(checked.wrong).filter(([name]) => !kept.includes(name) && !silent.includes(name)),
  )
}

/** Returns, by field, the faults that keep a person from leaving a step. */
export const mistakesIn = (
  step: StepName,
  draft: Draft,
  event: RaceEvent | undefined,
  consents: readonly Consent[],
  now: Date,
): Mistakes =>
  event
    ? Object.fromEntries(
        Object.entries({ ...goneIn(draft, event), ...allMistakes(draft, event, consents, now) }).filter(
          ([name]) => stepOfWrong(name, event) === step,
        ),
      )
    : { eventid: { message: signUpWords.chooseEvent } }

/** Returns a fault for a chosen shirt or seat of which none is left. */
const goneIn = (draft: Draft, event: RaceEvent): Mistakes => {
  const gone = (name: 'clothes' | 'packagebus') =>
    draft[name] !== '' &&
    event.form.fields.some(
      (field) => field.name === name && field.options.some(({ value, left }) => value === draft[name] && left === 0),
    )
  return {
    ...(gone('clothes') ? { clothes: { message: refusals.clothes_gone.message } } : {}),
    ...(gone('packagebus') ? { packagebus: { message: refusals.bus_full.message } } : {}),
  }
}
