import { UserRoundPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { ConsentBoxes } from '../ConsentBoxes.tsx'
import { EntryTicket } from '../../status/EntryTicket.tsx'
import { useNameOf } from '../useNameOf.ts'
import { consentsAt } from '../formSteps.ts'
import { signUpWords as words } from '../signUp.words.ts'
import { signupStepWords } from './steps.words.ts'
import type { SignUpPerson, SignUp } from '../useSignUp.ts'

/** The summary: an `EntryTicket` for each person, the sum, the consents, and a button that adds a person. */
export const ReviewStep = ({ form, goods }: { form: SignUp; goods?: ReactNode }) => {
  const t = useWords()
  const { people, total } = form
  const [leaving, setLeaving] = useState<SignUpPerson>()
  const many = people.length > 1
  return (
    <div className="grid gap-5">
      <p className="text-soft">
        {form.elsewhere
          ? t(signupStepWords.reviewLeadElsewhere)
          : total.amount > 0
            ? t(signupStepWords.reviewLead, { n: form.event?.pay_minutes ?? people[0]?.event?.pay_minutes ?? 60 })
            : t(signupStepWords.reviewLeadFree)}
      </p>
      {people.map((person) => (
        <EntryTicket
          key={person.draft.key}
          form={form}
          person={person}
          {...(many ? { onRemove: () => setLeaving(person) } : {})}
        />
      ))}
      {form.elsewhere ? null : (
        <button
          type="button"
          className={
            'flex min-h-20 items-center gap-4 rounded border border-dashed border-edge ' +
            'bg-surface px-5 py-3 text-left hover:border-strong hover:bg-tint'
          }
          onClick={form.add}
        >
          <UserRoundPlus className="size-6 shrink-0 text-strong" aria-hidden />
          <span className="min-w-0">
            <span className="block font-medium text-strong">{t(signupStepWords.addPerson)}</span>
            <span className="block text-14 text-soft">{t(signupStepWords.addPersonHow)}</span>
          </span>
        </button>
      )}
      {goods}
      {many || form.goods.amount > 0 ? <Sum form={form} /> : null}
      <div className="grid gap-1">
        {many ? <p className="mb-1 text-14 text-soft">{t(signupStepWords.forAll, { n: people.length })}</p> : null}
        <ConsentBoxes form={form} consents={consentsAt('review', form.consents, form.holder.underAge)} />
        {form.elsewhere ? null : <KeepPeople form={form} />}
      </div>
      {form.orphanWrongs.map(([name, sentence]) => (
        <FieldError key={name}>{sentence}</FieldError>
      ))}
      <Leaving form={form} person={leaving} onClose={() => setLeaving(undefined)} />
    </div>
  )
}

const Sum = ({ form }: { form: SignUp }) => {
  const t = useWords()
  const { lang } = useLang()
  const nameOf = useNameOf()
  return (
    <section className="rounded bg-surface p-5 shadow-card">
      <ul className="grid gap-1 text-14">
        {form.people.map((person) => (
          <li key={person.draft.key} className="flex justify-between gap-4">
            <span className="min-w-0 truncate">
              {nameOf(person)} <span className="text-soft">{person.event?.name}</span>
            </span>
            <span className="figures shrink-0">{person.charge ? money(person.charge.amount, lang) : '–'}</span>
          </li>
        ))}
        {form.goods.amount > 0 ? (
          <li className="flex justify-between gap-4">
            <span>{t(signupStepWords.goods)}</span>
            <span className="figures shrink-0">{money(form.goods.amount, lang)}</span>
          </li>
        ) : null}
      </ul>
      <p className="mt-3 flex items-baseline justify-between gap-4 border-t border-line pt-3">
        <span className="font-medium">
          {t(words.total)}{' '}
          <span className="figures text-14 font-normal text-soft">
            {t(words.peopleCount, { n: form.people.length })}
          </span>
        </span>
        <span className="display text-40">{money(form.total.amount, lang)}</span>
      </p>
    </section>
  )
}

/**
 * Asks whether to save the people for the next sign-up. The question appears only after somebody typed a new person.
 */
const KeepPeople = ({ form }: { form: SignUp }) => {
  const t = useWords()
  const typed = form.people.filter(({ draft }) => draft.person === '')
  if (typed.length === 0) return null
  return (
    <Checkbox
      checked={typed.every(({ draft }) => draft.keep)}
      onChange={(event) => form.changeAll({ keep: event.target.checked })}
    >
      {t(signupStepWords.savePerson)}
    </Checkbox>
  )
}

const Leaving = ({
  form,
  person,
  onClose,
}: {
  form: SignUp
  person: SignUpPerson | undefined
  onClose: () => void
}) => {
  const t = useWords()
  const nameOf = useNameOf()
  return (
    <AskDialog
      open={person !== undefined}
      title={person ? t(signupStepWords.removePersonSure, { name: nameOf(person) }) : ''}
      action={t(signupStepWords.remove)}
      look="danger"
      onClose={onClose}
      onDo={() => {
        if (person) form.remove(person.draft.key)
        onClose()
      }}
    >
      <p className="text-soft">{t(signupStepWords.removePersonHow)}</p>
    </AskDialog>
  )
}
