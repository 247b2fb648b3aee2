import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { maskIdnum, normalIdnum } from '#features/people/rules.ts'
import { dateText, distanceText } from '#ui/clock.ts'
import { FieldError } from '#ui/Field.tsx'
import { useLang, useWords } from '#ui/lang.tsx'
import { money } from '#ui/money.ts'
import { themeFrom } from '#ui/theme.ts'
import { useFieldLabel } from './AskedFields.tsx'
import { ConsentBoxes } from './ConsentBoxes.tsx'
import { type StepName, consentsAt, fieldsOf, valueOf } from './signUpForm.ts'
import { signUpWords as words } from './signUpWords.ts'
import type { SignUp } from './useSignUp.ts'
import { KeepPerson, Parts } from './WhoStep.tsx'

const titles = { who: words.stepWho, contact: words.stepContact, emergency: words.stepEmergency, more: words.stepMore } as const

/** All of it once more, as the ticket it becomes; each part leads back to where it was typed. */
export const ReviewStep = ({ form }: { form: SignUp }) => {
  const t = useWords()
  return (
    <div className="grid gap-5">
      <p className="text-soft">{form.event && form.event.price > 0 ? t(words.reviewLead, { n: form.event.pay_minutes }) : t(words.reviewLeadFree)}</p>
      <EntryTicket form={form} />
      <div className="grid gap-1">
        <ConsentBoxes form={form} consents={consentsAt('review', form.consents, form.holder.underAge)} />
        <KeepPerson form={form} />
      </div>
      {form.orphanWrongs.map(([name, sentence]) => (
        <FieldError key={name}>{sentence}</FieldError>
      ))}
    </div>
  )
}

const EntryTicket = ({ form }: { form: SignUp }) => {
  const t = useWords()
  const { lang } = useLang()
  const { event, draft, holder } = form
  if (!event) return null
  return (
    <article className="relative overflow-hidden rounded bg-surface shadow-card">
      <header className="px-5 pb-5 pt-6 text-white" style={{ background: themeFrom(event.colour).light.strong }}>
        <p className="text-14">{event.race.name}</p>
        <p className="mt-1 flex items-baseline justify-between gap-4">
          <span className="text-28 font-bold">{event.name}</span>
          {event.distance ? <span className="display text-28">{distanceText(event.distance)}</span> : null}
        </p>
        <p className="figures mt-2 text-14">
          {dateText(event.start_at ?? event.race.time, lang, 'minute', event.race.zone)} · {event.race.city}
        </p>
      </header>
      <Perforation />
      <div className="grid gap-4 px-5 pb-4 pt-1">
        <Row form={form} step="who" big={draft.name}>
          {draft.person ? null : <Parts said={[maskIdnum(normalIdnum(draft.idnum)), holder.gender ? t(words[holder.gender]) : '', holder.age === undefined ? '' : t(words.readOffAge, { n: holder.age })]} />}
          <Filled form={form} step="who" named />
        </Row>
        <Row form={form} step="contact">
          {draft.mobile || (draft.person ? t(words.mobileKept) : '')}
          <Filled form={form} step="contact" />
          {draft.province ? <span className="block">{[draft.province, draft.city, draft.area].filter(Boolean).join(' ')}</span> : null}
        </Row>
        {(['emergency', 'more'] as const).map((step) =>
          form.steps.includes(step) ? (
            <Row key={step} form={form} step={step}>
              <Filled form={form} step={step} named={step === 'more'} />
            </Row>
          ) : null,
        )}
      </div>
      <Perforation />
      <footer className="flex items-baseline justify-between gap-4 px-5 pb-5 pt-1">
        <span className="text-soft">{t(words.price)}</span>
        <span className="display text-40">{money(event.price, lang)}</span>
      </footer>
    </article>
  )
}

const Perforation = () => (
  <div aria-hidden className="relative my-3 border-t border-dashed border-line">
    <span className="absolute -left-2 -top-2 size-4 rounded-full bg-ground" />
    <span className="absolute -right-2 -top-2 size-4 rounded-full bg-ground" />
  </div>
)

const Row = ({ form, step, big, children }: { form: SignUp; step: StepName & keyof typeof titles; big?: string; children: ReactNode }) => {
  const t = useWords()
  const title = t(titles[step])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2">
      <div className="min-w-0">
        <h3 className="text-14 text-soft">{title}</h3>
        <p className="figures">
          {big ? <span className="block text-20 font-bold">{big}</span> : null}
          {children}
        </p>
      </div>
      <button type="button" aria-label={t(words.changePart, { part: title })} className="-mr-3 flex size-11 items-center justify-center rounded text-strong hover:bg-tint" onClick={() => form.show(step)}>
        <Pencil className="size-5" aria-hidden />
      </button>
    </div>
  )
}

/** What a step's own fields were filled with; a choice by its label. */
const Filled = ({ form, step, named }: { form: SignUp; step: StepName; /** With their labels, where the value alone does not say what it is. */ named?: boolean }) => {
  const label = useFieldLabel()
  const { lang } = useLang()
  const rows = fieldsOf(form.event, step).flatMap((field) => {
    const value = field.kind === 'area' ? '' : valueOf(form.draft, field.name)
    return value ? [{ name: label(field), said: field.options.find((option) => option.value === value)?.label ?? value }] : []
  })
  if (!named)
    return rows.length ? (
      <span className="block">
        <Parts said={rows.map(({ said }) => said)} />
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
