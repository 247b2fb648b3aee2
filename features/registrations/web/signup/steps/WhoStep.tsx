import { CircleCheck, UserRound } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { documentsMy } from '#features/people/contract.ts'
import { CountrySelect } from '#features/people/web/CountrySelect.tsx'
import { usePassportHint } from '#features/people/web/usePassportHint.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { useAsk } from '#ui/network/call.ts'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { FieldError } from '#ui/form/Field.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Button } from '#ui/form/Button.tsx'
import { guardianKinds } from '../../../signup/signup.rules.ts'
import { AskedFields } from '../AskedFields.tsx'
import { ShortFacts } from './ShortFacts.tsx'
import { fieldsOfStep } from '../formSteps.ts'
import { numberReason } from '../number/numberReason.ts'
import { numberWords } from '../number/number.words.ts'
import { signUpWords as words } from '../signUp.words.ts'
import { signupStepWords } from './steps.words.ts'
import type { SignUp } from '../useSignUp.ts'

const shorts = {
  idcard: signupStepWords.idcardShort,
  hkpass: signupStepWords.hkpassShort,
  other: signupStepWords.otherShort,
  passport: signupStepWords.passportShort,
} as const

/** The name of a kind of document. A long Chinese name breaks only between its two halves. */
const DocumentName = ({ name }: { name: string }) =>
  name.split(/(?<=[来來]往)/).map((half, at, { length }) => (
    <span key={at} className={length > 1 ? 'whitespace-nowrap' : ''}>
      {half}
    </span>
  ))

const rank = ({ idtype }: { idtype: string }): number => (idtype === 'passport' ? 0 : 1)

/**
 * Asks who runs: a saved person, or a new person by document, with the document's type first. The form shows facts that
 * the document's number contains, and does not ask for them.
 */
export const WhoStep = ({ form }: { form: SignUp }) => {
  const t = useWords()
  const { lang } = useLang()
  const { draft, change, holder } = form
  const isForeignName = draft.idtype === 'passport' && /[^\p{Script=Latin}\s.,'’-]/u.test(draft.name)
  // A reader of English most likely has a passport.
  const beginsWithPassport = useEffectEvent(() => {
    const untouched = draft.idtype === 'idcard' && !draft.person && draft.idnum === '' && draft.name === ''
    if (lang === 'en' && untouched && form.documents.some((one) => rank(one) === 0)) change({ idtype: 'passport' })
  })
  useEffect(() => beginsWithPassport(), [draft.key])
  const documents = lang === 'en' ? form.documents.toSorted((a, b) => rank(a) - rank(b)) : form.documents
  return (
    <div className="grid gap-6">
      <SavedPeople form={form} />
      {draft.person ? null : (
        <>
          <RadioCards
            label={t(words.idtype)}
            hint={form.documents.find(({ idtype }) => idtype === draft.idtype)?.hint}
            columns={2}
            value={draft.idtype}
            onChange={(idtype) => change({ idtype: idtype as typeof draft.idtype, idnum: '', country: '' })}
            options={documents.map(({ idtype }) => ({
              value: idtype,
              label: <DocumentName name={t(shorts[idtype])} />,
            }))}
          />
          <DocumentNumber form={form} />
          {draft.idtype === 'passport' ? (
            <CountrySelect
              value={draft.country}
              onChange={(country) => change({ country })}
              error={form.errorAt('country')}
            />
          ) : null}
          <TextInput
            label={t(draft.idtype === 'passport' ? signupStepWords.namePassport : signupStepWords.name)}
            hint={
              isForeignName
                ? t(numberWords.latin)
                : draft.idtype === 'passport'
                  ? undefined
                  : t(signupStepWords.nameHow)
            }
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
            onBlur={() => form.leave('name')}
            error={form.errorAt('name')}
            autoComplete="name"
          />
          {/* A passport's number tells neither gender nor birth, so these fields appear before the number is typed. */}
          {(holder.document ? !holder.document.gender : draft.idtype === 'passport') ? (
            <GenderAndBirth form={form} />
          ) : null}
        </>
      )}
      <AskedFields form={form} fields={fieldsOfStep(form.event, 'who', draft)} />
      {holder.underAge ? <Guardian form={form} /> : null}
    </div>
  )
}

const SavedPeople = ({ form }: { form: SignUp }) => {
  const t = useWords()
  const { loggedIn } = form.account
  const people = useAsk(documentsMy, {}, { enabled: loggedIn, quiet: true })
  const accepted = (people.data ?? []).filter((person) => form.documents.some(({ idtype }) => idtype === person.idtype))
  if (!loggedIn)
    return (
      <Button
        look="quiet"
        className="-mx-3 justify-self-start"
        icon={<UserRound className="size-5" aria-hidden />}
        onClick={form.logIn}
      >
        {t(signupStepWords.logInForPeople)}
      </Button>
    )
  if (accepted.length === 0) return null
  const chosen = accepted.find((person) => person._key === form.draft.person)
  const taken = (key: string) => form.people.some(({ draft }) => draft.person === key && draft.key !== form.draft.key)
  return (
    <div role="group" aria-label={t(signupStepWords.savedPeople)}>
      <p className="mb-1.5 text-14 font-medium">{t(signupStepWords.savedPeople)}</p>
      <div className="flex flex-wrap gap-2">
        {accepted.map((person) => (
          <ChoiceChip
            key={person._key}
            chosen={person === chosen}
            disabledReason={taken(person._key) ? t(signupStepWords.alreadyInParty) : undefined}
            onClick={() =>
              form.change({
                person: person._key,
                idtype: person.idtype,
                country: person.country,
                idnum: '',
                name: person.name,
                mobile: '',
                birth: '',
                gender: '',
                guardian_wanted: false,
              })
            }
          >
            {person.name}
          </ChoiceChip>
        ))}
        <ChoiceChip
          chosen={!chosen}
          onClick={() => form.change({ person: '', name: chosen ? '' : form.draft.name, guardian_wanted: false })}
        >
          {t(signupStepWords.someoneNew)}
        </ChoiceChip>
      </div>
      {chosen ? (
        <p className="figures mt-3 rounded bg-tint px-4 py-3">
          <span className="font-medium">
            <Dotted text={`${chosen.name} · ${t(shorts[chosen.idtype])} ${chosen.idnum}`} />
          </span>
          <span className="block text-14 text-soft">{chosen.mobile}</span>
        </p>
      ) : null}
      {form.errorAt('person') ? <FieldError>{form.errorAt('person')}</FieldError> : null}
    </div>
  )
}

/**
 * The field for the document's number. A phone shows the keyboard that fits the type of document. Beside the number of
 * an identity card, a button types the last X or changes the keyboard.
 */
const DocumentNumber = ({ form }: { form: SignUp }) => {
  const t = useWords()
  const { draft, change, holder } = form
  const [letters, setLetters] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const digitsOnly = draft.idtype === 'other' || (draft.idtype === 'idcard' && !letters)
  const passport = usePassportHint(draft.idtype, draft.idnum, draft.country)
  const type = (typed: string) => change({ idnum: typed.toUpperCase() })
  const reason = form.errorAt('idnum') ? numberReason(draft, form.now) : undefined
  const wantsX = draft.idtype === 'idcard' && /^\d{17}$/.test(draft.idnum)
  const key =
    'hidden min-h-11 shrink-0 items-center justify-center rounded border ' +
    'border-edge bg-surface px-4 text-14 pointer-coarse:flex'
  return (
    <div>
      <TextInput
        ref={input}
        label={t(words.idnum)}
        hint={passport ?? (holder.document || reason ? undefined : t(signupStepWords.idnumHow))}
        value={draft.idnum}
        onChange={(event) => type(event.target.value)}
        onBlur={() => form.leave('idnum')}
        onClear={() => type('')}
        error={form.errorAt('idnum')}
        inputMode={digitsOnly ? 'numeric' : 'text'}
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={24}
        inputClassName="figures tracking-wide"
        after={
          draft.idtype !== 'idcard' ? undefined : wantsX ? (
            <button
              type="button"
              className={key}
              aria-label={t(signupStepWords.typeX)}
              onClick={() => type(`${draft.idnum}X`)}
            >
              X
            </button>
          ) : (
            <button
              type="button"
              className={key}
              aria-label={t(letters ? signupStepWords.digits : signupStepWords.letters)}
              onClick={() => {
                setLetters(!letters)
                requestAnimationFrame(() => input.current?.focus())
              }}
            >
              {letters ? '123' : 'ABC'}
            </button>
          )
        }
      />
      {reason ? <p className="mt-1 text-14 text-danger-ink">{t(reason.message, reason.values)}</p> : null}
      <ReadOff form={form} />
    </div>
  )
}

/** Shows the facts that the number tells about its holder, so that the runner can check them. */
const ReadOff = ({ form }: { form: SignUp }) => {
  const t = useWords()
  const { lang } = useLang()
  const { document, age } = form.holder
  if (!document?.birth || !document.gender || form.errorAt('idnum')) return null
  return (
    <p
      role="status"
      className="figures mt-2 flex items-start gap-2 rounded bg-success-tint px-3.5 py-2.5 text-14 text-success-ink"
    >
      <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        {t(signupStepWords.readOff)}
        {lang === 'en' ? ': ' : '：'}
        <ShortFacts
          said={[
            t(signupStepWords[document.gender]),
            t(signupStepWords.readOffBirthday, { birth: dateText(document.birth, lang) }),
            age === undefined ? '' : t(signupStepWords.readOffAge, { n: age }),
          ]}
        />
      </span>
    </p>
  )
}

const GenderAndBirth = ({ form }: { form: SignUp }) => {
  const t = useWords()
  const { draft, change } = form
  return (
    <>
      <RadioCards
        label={t(signupStepWords.gender)}
        columns={2}
        value={draft.gender || undefined}
        onChange={(gender) => change({ gender: gender as 'male' | 'female' })}
        error={form.errorAt('gender')}
        options={(['male', 'female'] as const).map((gender) => ({ value: gender, label: t(signupStepWords[gender]) }))}
      />
      <TextInput
        label={t(words.birth)}
        type="date"
        value={draft.birth}
        min="1900-01-01"
        onChange={(event) => change({ birth: event.target.value })}
        onBlur={() => form.leave('birth')}
        error={form.errorAt('birth')}
        autoComplete="bday"
      />
    </>
  )
}

const Guardian = ({ form }: { form: SignUp }) => {
  const t = useWords()
  const { draft, change } = form
  return (
    <section className="grid gap-4 rounded bg-info-tint p-4">
      <div>
        <h3 className="font-bold text-info-ink">{t(signupStepWords.guardian)}</h3>
        <p className="text-14 text-info-ink">{t(signupStepWords.guardianHow)}</p>
      </div>
      <TextInput
        label={t(signupStepWords.guardianName)}
        value={draft.guardian_name}
        onChange={(event) => change({ guardian_name: event.target.value })}
        onBlur={() => form.leave('guardian_name')}
        error={form.errorAt('guardian_name')}
      />
      <Select
        label={t(signupStepWords.guardianRelationship)}
        placeholder={t(signupStepWords.choose)}
        value={draft.guardian_relationship}
        onChange={(event) => change({ guardian_relationship: event.target.value })}
        onBlur={() => form.leave('guardian_relationship')}
        error={form.errorAt('guardian_relationship')}
        options={guardianKinds.map((kind) => ({ value: kind, label: t(signupStepWords[`guardian_${kind}`]) }))}
      />
      <TextInput
        label={t(signupStepWords.guardianMobile)}
        type="tel"
        inputMode="tel"
        value={draft.guardian_mobile}
        onChange={(event) => change({ guardian_mobile: event.target.value })}
        onBlur={() => form.leave('guardian_mobile')}
        error={form.errorAt('guardian_mobile')}
        maxLength={20}
      />
    </section>
  )
}
