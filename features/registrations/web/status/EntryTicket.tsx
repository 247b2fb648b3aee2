import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { maskIdnum, normalIdnum } from '#features/people/rules.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText, distanceText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { themeFrom } from '#ui/look/theme.ts'
import { MoneyLines } from '#ui/layout/MoneyLines.tsx'
import { AddonsField } from '../signup/prices/AddonsField.tsx'
import { useFieldLabel } from '../signup/AskedFields.tsx'
import { answerIn } from '../signup/asked.words.ts'
import { ShortFacts } from '../signup/steps/ShortFacts.tsx'
import { usePartTitle } from '../signup/stepTitles.ts'
import { type StepName, fieldsOfStep, leadOf, partsFor } from '../signup/formSteps.ts'
import { valueOf } from '../signup/draft.ts'
import { signUpWords as words } from '../signup/signUp.words.ts'
import { signupStepWords } from '../signup/steps/steps.words.ts'
import { useNameOf } from '../signup/useNameOf.ts'
import type { SignUpPerson, SignUp } from '../signup/useSignUp.ts'

/** Steps that have a row of their own in `EntryTicket`, or no row. */
const apart: readonly StepName[] = ['event', 'quiz', 'who', 'contact', 'qualifying', 'review']
/**
 * Shows one person's entry as a card that looks like the `BibTicket` of the registration. Each part leads back to its
 * step. A person whose form is not complete has a short card instead.
 */
export const EntryTicket = ({
  form,
  person,
  onRemove,
}: {
  form: SignUp
  person: SignUpPerson
  onRemove?: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const name = useNameOf()(person)
  const { event, draft, holder } = person
  const remove = onRemove ? (
    <IconButton label={t(signupStepWords.removePerson, { name })} onClick={onRemove}>
      <Trash2 className="size-5" aria-hidden />
    </IconButton>
  ) : null
  if (!event || person.lacks)
    return (
      <article className="flex items-center gap-3 rounded border border-dashed border-edge bg-surface py-4 pl-5 pr-2">
        <div className="min-w-0 flex-1">
          <h3 className="text-20 font-bold">{name}</h3>
          <p className="text-14 text-soft">{event?.name}</p>
          <Chip tone="warning">{t(signupStepWords.unfinished)}</Chip>
        </div>
        <Button look="plain" onClick={() => form.show(person.lacks ?? 'event', person.n)}>
          {t(signupStepWords.goOn)}
        </Button>
        {remove}
      </article>
    )
  const steps = partsFor(event, draft)
  const has = (step: StepName) => steps.includes(step)
  const row = { form, person }
  return (
    <article aria-label={name} className="relative overflow-hidden rounded bg-surface shadow-card">
      <header className="px-5 pb-5 pt-6 text-white" style={{ background: themeFrom(event.colour).light.strong }}>
        <p className="text-14">{event.race.name}</p>
        <p className="mt-1 flex items-baseline justify-between gap-4">
          <span className="text-28 font-bold">{event.name}</span>
          {event.distance ? <span className="display text-28">{distanceText(event.distance, lang)}</span> : null}
        </p>
        <p className="figures mt-2 text-14">
          <Dotted
            text={`${dateText(event.start_at ?? event.race.time, lang, 'minute', event.race.zone)} · ${event.race.city}`}
          />
        </p>
      </header>
      <Perforation className="mb-3" />
      <div className="grid gap-3 px-5 pb-3 pt-1">
        <Row {...row} step="who" big={draft.name}>
          {draft.person ? null : (
            <ShortFacts
              said={[
                maskIdnum(normalIdnum(draft.idnum)),
                holder.gender ? t(signupStepWords[holder.gender]) : '',
                holder.age === undefined ? '' : t(signupStepWords.readOffAge, { n: holder.age }),
              ]}
            />
          )}
          <Filled person={person} step="who" named />
          {holder.underAge ? (
            <span className="block text-14 text-soft">
              {t(signupStepWords.guardian)} {draft.guardian_name}
            </span>
          ) : null}
        </Row>
        <Row {...row} step="contact">
          {draft.mobile || (draft.person ? t(signupStepWords.mobileKept) : '')}
          <Filled person={person} step="contact" />
          {draft.province && event.form.fields.some(({ kind }) => kind === 'area') ? (
            <span className="block">{[draft.province, draft.city, draft.area].filter(Boolean).join(' ')}</span>
          ) : null}
        </Row>
        {steps
          .filter((step) => !apart.includes(step))
          .map((step) => (
            <Row key={step} {...row} step={step}>
              <Filled person={person} step={step} named={step !== 'emergency'} />
            </Row>
          ))}
        {has('qualifying') && draft.qual_time ? (
          <Row {...row} step="qualifying">
            <ShortFacts said={[draft.qual_race, dateText(draft.qual_day, lang), draft.qual_time]} />
          </Row>
        ) : null}
      </div>
      <AddonsField form={form} person={person} />
      <Perforation className="mb-3" />
      {/* If a page of another room sends this entry, somebody else pays for it, at another price. */}
      {form.elsewhere ? null : <Price person={person} remove={remove} />}
    </article>
  )
}

const Price = ({ person, remove }: { person: SignUpPerson; remove: ReactNode }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <>
      {person.charge && person.charge.items.length > 1 ? (
        <div className="px-5 pb-3">
          <MoneyLines
            lines={person.charge.items.map(({ kind, names, n, amount }) => ({
              name: names['zh-cn'] || (kind === 'code' ? person.brought?.label || t(words.invite) : t(words.price)),
              n,
              amount,
            }))}
          />
        </div>
      ) : null}
      <footer className="flex items-baseline gap-3 px-5 pb-5 pt-1">
        <span className="min-w-0 flex-1 text-soft">
          {t(words.price)}
          {person.charge?.by ? (
            <span className="block text-14 text-ink">{person.charge.by}</span>
          ) : person.brought ? (
            <span className="block text-14">{person.brought.label || t(words.invite)}</span>
          ) : null}
        </span>
        {person.charge && person.charge.discount > 0 ? (
          <s className="figures text-soft">{money(person.charge.fee, lang)}</s>
        ) : null}
        <span className="display text-40">{money(person.charge?.amount ?? person.event?.price ?? 0, lang)}</span>
        {remove ? <span className="-mr-3 self-center">{remove}</span> : null}
      </footer>
    </>
  )
}

const Perforation = ({ className }: { className: string }) => (
  <div aria-hidden className={`relative border-t border-dashed border-line ${className}`}>
    <span className="absolute -left-2 -top-2 size-4 rounded-full bg-ground" />
    <span className="absolute -right-2 -top-2 size-4 rounded-full bg-ground" />
  </div>
)

const Row = ({
  form,
  person,
  step,
  big,
  children,
}: {
  form: SignUp
  person: SignUpPerson
  step: StepName
  big?: string
  children: ReactNode
}) => {
  const t = useWords()
  const title = usePartTitle(person.event)(step)
  const part = form.people.length > 1 ? `${person.draft.name} ${title}` : title
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2">
      <div className="min-w-0">
        <h3 className="text-14 text-soft">{title}</h3>
        <p className="figures">
          {big ? <span className="block text-20 font-bold">{big}</span> : null}
          {children}
        </p>
      </div>
      <button
        type="button"
        aria-label={t(signupStepWords.changePart, { part })}
        className="-mr-3 flex size-11 items-center justify-center rounded text-strong hover:bg-tint"
        onClick={() => form.show(leadOf(step), person.n)}
      >
        <Pencil className="size-5" aria-hidden />
      </button>
    </div>
  )
}

/** Shows the values of the fields of a step. A choice shows its label. */
const Filled = ({
  person,
  step,
  named,
}: {
  person: SignUpPerson
  step: StepName
  /** True if the labels are shown, because the values are not clear without labels. */
  named?: boolean
}) => {
  const label = useFieldLabel()
  const { lang } = useLang()
  const rows = fieldsOfStep(person.event, step, person.draft).flatMap((field) => {
    const value = field.kind === 'area' ? '' : valueOf(person.draft, field.name)
    return value ? [{ name: label(field), said: answerIn(field, value, lang) }] : []
  })
  if (!named)
    return rows.length ? (
      <span className="block">
        <ShortFacts said={rows.map(({ said }) => said)} />
      </span>
    ) : null
  return rows.map(({ name, said }) => (
    <span key={name} className="block">
      <span className="text-soft">
        {name}
        {lang === 'en' ? ': ' : '：'}
      </span>
      {said}
    </span>
  ))
}
