import { CircleAlert, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { words as people } from '#features/people/words.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Page } from '#ui/layout/Page.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { path } from '#seam/web/paths.ts'
import { AskedFields } from '../signup/AskedFields.tsx'
import type { Fetched } from './editForm.ts'
import { editWords as words } from './edit.words.ts'
import { QualifyingStep } from '../signup/steps/QualifyingStep.tsx'
import { usePartTitle } from '../signup/stepTitles.ts'
import { type StepName, fieldsOfStep, partsFor } from '../signup/formSteps.ts'
import { signUpWords } from '../signup/signUp.words.ts'
import { signupStepWords } from '../signup/steps/steps.words.ts'
import { type Edit, useEdit } from './useEdit.ts'

/**
 * The form to change one's own registration. Values that can change are fields. Other values are beside the fields,
 * with the reason why they cannot change.
 */
export const RegistrationForm = ({
  fetched,
  again,
}: {
  fetched: Fetched
  again: () => Promise<Fetched | undefined>
}) => {
  const t = useWords()
  const form = useEdit(fetched, again)
  const { registration, mending, can } = form
  const status = path.queryDetail({ _key: registration._key })
  const foot = can ? (
    <Button
      wide
      className="md:w-auto md:min-w-64"
      busy={form.saving}
      disabledReason={form.changed || mending ? undefined : t(words.nothing)}
      onClick={form.save}
    >
      {t(mending ? words.resubmit : words.save)}
    </Button>
  ) : (
    <ButtonLink look="plain" wide="phone" href={status}>
      {t(words.toStatus)}
    </ButtonLink>
  )
  return (
    <Page title={t(mending ? words.mendTitle : words.title)} backTo={status} foot={foot}>
      <Notes form={form} />
      <div className="grid items-start gap-4 md:grid-cols-[1fr_22rem] md:gap-6">
        {can ? (
          <form
            noValidate
            className="grid gap-4 md:gap-6"
            onSubmit={(event) => {
              event.preventDefault()
              if (form.changed || mending) form.save()
            }}
          >
            <Sections form={form} />
          </form>
        ) : null}
        <Fixed form={form} />
      </div>
    </Page>
  )
}

/**
 * Shows notes at the top of the page: the reviewer's words, the reason why no change is possible, a draft from an
 * earlier visit, an error.
 */
const Notes = ({ form }: { form: Edit }) => {
  const t = useWords()
  const { registration, mending, refused } = form
  return (
    <>
      {mending ? (
        <section className="rounded border border-warning-ink bg-warning-tint p-4">
          <h2 className="flex items-center gap-2 font-bold text-warning-ink">
            <CircleAlert className="size-5 shrink-0" aria-hidden />
            {t(words.reason)}
          </h2>
          <p className="mt-1 text-pretty">{registration.refusemsg ?? registration.status.description}</p>
          <p className="mt-1 text-14 text-soft">{t(words.mendHow)}</p>
        </section>
      ) : null}
      {form.can ? null : (
        <p className="flex items-start gap-2 rounded border border-line bg-surface p-4">
          <Lock className="mt-0.5 size-5 shrink-0 text-soft" aria-hidden />
          <span>
            <span className="font-medium">{t(words.cannot)}</span>
            {form.why ? <span className="block text-soft">{form.why}</span> : null}
          </span>
        </p>
      )}
      {form.restored && form.can ? (
        <p className="flex flex-wrap items-center justify-between gap-x-4 rounded bg-tint px-4 py-1">
          <span>{t(words.restored)}</span>
          <Button look="quiet" onClick={form.discard}>
            {t(words.discard)}
          </Button>
        </p>
      ) : null}
      {refused ? (
        <p
          role="alert"
          className={
            'flex items-start gap-2 rounded border border-danger-ink ' +
            'bg-danger-tint p-4 font-medium text-danger-ink'
          }
        >
          <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
          <span>{refused.msg}</span>
        </p>
      ) : null}
    </>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card title={title}>
    <div className="grid gap-5">{children}</div>
  </Card>
)

const Sections = ({ form }: { form: Edit }) => {
  const t = useWords()
  const { draft, event, may } = form
  const titleOf = usePartTitle(event)
  const fields = (step: StepName) =>
    fieldsOfStep(event, step, draft).filter(({ name, label, kind }) =>
      (may as readonly string[]).includes(label !== null ? 'answers' : kind === 'area' ? 'area' : name),
    )
  const [who, emergency, more] = [fields('who'), fields('emergency'), fields('more')]
  const own = partsFor(event, draft)
    .filter((step) => step.startsWith('own-'))
    .map((step) => ({ step, formFields: fields(step) }))
    .filter(({ formFields }) => formFields.length > 0)
  // A number from abroad begins with + and has no mask.
  const mask = draft.mobile.startsWith('1') ? { mask: '999 9999 9999' } : {}
  return (
    <>
      {may.includes('qualifying') && partsFor(event, draft).includes('qualifying') ? (
        <Section title={t(words.proof)}>
          <QualifyingStep form={form} />
        </Section>
      ) : null}
      <Section title={t(words.contact)}>
        {may.includes('mobile') ? (
          <TextInput
            {...mask}
            label={t(signUpWords.mobile)}
            hint={t(words.mobileHow)}
            value={draft.mobile}
            onChange={(event) => form.change({ mobile: event.target.value })}
            onBlur={() => form.leave('mobile')}
            error={form.errorAt('mobile')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            inputClassName="figures"
            maxLength={20}
          />
        ) : null}
        <AskedFields form={form} fields={fields('contact')} />
      </Section>
      {emergency.length > 0 ? (
        <Section title={t(words.emergency)}>
          <AskedFields form={form} fields={emergency} />
        </Section>
      ) : null}
      {more.length > 0 ? (
        <Section title={t(words.kit)}>
          <AskedFields form={form} fields={more} />
        </Section>
      ) : null}
      {form.addons.length > 0 ? <Addons form={form} /> : null}
      {own.map(({ step, formFields }) => (
        <Section key={step} title={titleOf(step)}>
          <AskedFields form={form} fields={formFields} />
        </Section>
      ))}
      {who.length > 0 ? (
        <Section title={t(words.names)}>
          <AskedFields form={form} fields={who} />
        </Section>
      ) : null}
    </>
  )
}

/**
 * The add-ons of a registration that is submitted again. The runner can leave out each add-on, for example if it has
 * sold out.
 */
const Addons = ({ form }: { form: Edit }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Section title={t(words.addons)}>
      <p className="text-14 text-soft">{t(words.addonsHow)}</p>
      {form.addons.map(({ id, name, n, price }) => (
        <Checkbox
          key={id}
          checked={!form.leaveOut.includes(id)}
          onChange={(event) => form.keepAddon(id, event.target.checked)}
        >
          <Dotted text={t(words.addon, { name, n, amount: money(price * n, lang) })} />
        </Checkbox>
      ))}
    </Section>
  )
}

/** Shows the values that the runner cannot change, and the reason. */
const Fixed = ({ form }: { form: Edit }) => {
  const t = useWords()
  const { lang } = useLang()
  const { registration } = form
  return (
    <Card title={t(words.fixed)} aside={<Lock className="size-5 self-center text-soft" aria-hidden />}>
      <Facts
        rows={[
          [t(signupStepWords.name), registration.name],
          [t(people[registration.idtype]), registration.idnum],
          [t(signupStepWords.gender), registration.gender ? t(signupStepWords[registration.gender]) : ''],
          [t(signUpWords.birth), dateText(registration.birth, lang, 'day')],
          [t(words.event), registration.meta.event.name],
        ]}
      />
      <p className="mt-2 border-t border-line pt-3 text-14 text-soft">
        {t(registration.status.can.delete.ok ? words.fixedWhy : words.fixedAsk)}
      </p>
    </Card>
  )
}
