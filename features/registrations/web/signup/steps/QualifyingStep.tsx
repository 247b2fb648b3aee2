import { CircleCheck, Info, UserRound } from 'lucide-react'
import { storUpload } from '#features/files/contract.ts'
import { Button } from '#ui/form/Button.tsx'
import { call } from '#ui/network/call.ts'
import { dateText, durationText } from '#ui/language/clock.ts'
import { FieldSet } from '#ui/form/Field.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { maskedTime } from '#ui/language/mask.ts'
import { PictureInput } from '#ui/form/files/PictureInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { meetsStandard, qualifyingSecondsOf } from '../../../signup/qualifying.rules.ts'
import { signupStepWords } from './steps.words.ts'
import type { SignUp } from '../useSignUp.ts'

/**
 * The parts of a form that the step needs. They come from the sign-up form, or from the form that changes a
 * registration.
 */
export type QualifyingForm = Pick<SignUp, 'draft' | 'change' | 'event' | 'holder' | 'leave' | 'errorAt' | 'logIn'> & {
  account: Pick<SignUp['account'], 'loggedIn'>
}

export const QualifyingStep = ({ form }: { form: QualifyingForm }) => {
  const t = useWords()
  const { lang } = useLang()
  const { draft, event, change } = form
  const qualifying = event?.form.qualifying
  if (!event || !qualifying) return null
  const optional = qualifying.ask === 'optional'
  return (
    <div className="grid gap-6">
      <div className="grid gap-1 text-soft">
        <p>
          {t(
            !optional
              ? signupStepWords.qualifyingLead
              : qualifying.direct
                ? signupStepWords.qualifyingOptional
                : signupStepWords.qualifyingBetter,
          )}
        </p>
        {qualifying.since ? (
          <p>{t(signupStepWords.qualifyingSince, { day: dateText(qualifying.since, lang) })}</p>
        ) : null}
        <Standard form={form} />
      </div>
      <TextInput
        label={t(signupStepWords.qualifyingRace)}
        optional={optional}
        value={draft.qual_race}
        onChange={(input) => change({ qual_race: input.target.value })}
        onBlur={() => form.leave('qualifying.race')}
        error={form.errorAt('qualifying.race')}
        maxLength={120}
      />
      <div className="grid gap-6 md:grid-cols-2">
        <TextInput
          label={t(signupStepWords.qualifyingDay)}
          optional={optional}
          type="date"
          min={qualifying.since ?? '1950-01-01'}
          value={draft.qual_day}
          onChange={(input) => change({ qual_day: input.target.value })}
          onBlur={() => form.leave('qualifying.day')}
          error={form.errorAt('qualifying.day')}
        />
        <div className="grid content-start gap-3">
          <TextInput
            label={t(signupStepWords.qualifyingTime)}
            optional={optional}
            hint={t(signupStepWords.qualifyingTimeHow)}
            value={draft.qual_time}
            onChange={(input) => change({ qual_time: maskedTime(input.target.value) })}
            onBlur={() => form.leave('qualifying.time')}
            error={form.errorAt('qualifying.time')}
            inputMode="numeric"
            placeholder="3:05:00"
            inputClassName="figures"
            maxLength={8}
          />
          <Meets form={form} />
        </div>
      </div>
      {form.account.loggedIn ? (
        <PictureInput
          label={t(signupStepWords.qualifyingProof)}
          hint={t(signupStepWords.qualifyingProofHow)}
          optional={optional}
          value={draft.qual_proof || undefined}
          onChange={(kept) => change({ qual_proof: kept ?? '' })}
          upload={(file, options) =>
            call(storUpload, { raceid: event.raceid, purpose: 'proof' }, { ...options, files: { file } })
          }
          error={form.errorAt('qualifying.proof')}
        />
      ) : (
        <FieldSet
          label={t(signupStepWords.qualifyingProof)}
          optional={optional}
          hint={t(signupStepWords.qualifyingProofHow)}
          error={form.errorAt('qualifying.proof')}
        >
          <Button
            look="plain"
            data-wrong={form.errorAt('qualifying.proof') ? true : undefined}
            icon={<UserRound className="size-5" aria-hidden />}
            onClick={form.logIn}
          >
            {t(signupStepWords.logInToUpload)}
          </Button>
        </FieldSet>
      )}
    </div>
  )
}

/** Shows the standard for this runner. For a saved person, whose age is hidden here, it shows all standards. */
const Standard = ({ form }: { form: QualifyingForm }) => {
  const t = useWords()
  const { event, holder } = form
  const standards = event?.form.qualifying?.standards ?? []
  const own = standards.filter(
    (one) =>
      (!holder.gender || one.gender === holder.gender) &&
      (holder.age === undefined || (one.age_from <= holder.age && holder.age <= one.age_to)),
  )
  if (standards.length === 0) return null
  if (own.length === 0) return <p>{t(signupStepWords.qualifyingNone)}</p>
  return (
    <ul className="figures">
      {own.map((one) => (
        <li key={`${one.gender} ${one.age_from}`}>
          {t(signupStepWords.qualifyingStandard, {
            who: t(signupStepWords[one.gender]),
            from: one.age_from,
            to: one.age_to,
            time: durationText(one.seconds),
          })}
        </li>
      ))}
    </ul>
  )
}

/** Tells whether the time is fast enough, as soon as the person has typed it. */
const Meets = ({ form }: { form: QualifyingForm }) => {
  const t = useWords()
  const { event, holder, draft } = form
  const qualifying = event?.form.qualifying
  const seconds = qualifyingSecondsOf(draft.qual_time)
  const { gender, age } = holder
  if (
    !qualifying?.standards.length ||
    seconds === undefined ||
    !gender ||
    age === undefined ||
    form.errorAt('qualifying.time')
  )
    return null
  const meets = meetsStandard(qualifying, { gender, age }, seconds)
  return (
    <p
      role="status"
      className={
        'flex items-start gap-2 rounded px-3.5 py-2.5 text-14 ' +
        (meets ? 'bg-success-tint text-success-ink' : 'bg-info-tint text-info-ink')
      }
    >
      {meets ? (
        <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
      ) : (
        <Info className="mt-0.5 size-4 shrink-0" aria-hidden />
      )}
      {t(meets ? signupStepWords.meets : signupStepWords.meetsNot)}
    </p>
  )
}
