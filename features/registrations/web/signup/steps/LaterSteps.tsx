import type { ReactNode } from 'react'
import { AskedFields } from '../AskedFields.tsx'
import { ContactStep } from './ContactStep.tsx'
import { HotWait } from './HotWait.tsx'
import { QualifyingStep } from './QualifyingStep.tsx'
import { QuizStep } from './QuizStep.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { RefusedNote } from '../../status/RefusedNote.tsx'
import { ConsentBoxes } from '../ConsentBoxes.tsx'
import { usePartTitle } from '../stepTitles.ts'
import { type StepName, consentsAt, fieldsOfStep, partsOfStep } from '../formSteps.ts'
import type { SignUp } from '../useSignUp.ts'
import { WhoStep } from './WhoStep.tsx'

/** One part of a step. Further parts of a step have a heading of their own. */
const Part = ({ form, part, titled, first }: { form: SignUp; part: StepName; titled: boolean; first: boolean }) => {
  const title = usePartTitle(form.event)(part)
  const body =
    part === 'who' ? (
      <WhoStep form={form} />
    ) : part === 'contact' ? (
      <ContactStep form={form} />
    ) : part === 'qualifying' ? (
      <QualifyingStep form={form} />
    ) : (
      <div className="grid gap-6">
        <AskedFields form={form} fields={fieldsOfStep(form.event, part, form.draft)} />
      </div>
    )
  return titled ? (
    <section aria-label={title} className={`grid gap-4 ${first ? '' : 'border-t border-line pt-6'}`}>
      <h3 className="text-20 font-bold">{title}</h3>
      {body}
    </section>
  ) : (
    body
  )
}

type Goods = ((form: SignUp) => ReactNode) | undefined
const StepBody = ({ form, goods }: { form: SignUp; goods: Goods }) => {
  if (form.step === 'quiz') return <QuizStep form={form} />
  if (form.step === 'review') return <ReviewStep form={form} goods={goods?.(form)} />
  const parts = partsOfStep(form.step, form.event, form.draft)
  return (
    <div className="grid gap-6">
      {parts.map((part, at) => (
        <Part
          key={part}
          form={form}
          part={part}
          first={at === 0}
          titled={at > 0 || (form.step === 'more' && part !== 'more' && parts.length > 1)}
        />
      ))}
      {form.step === 'who' ? (
        <ConsentBoxes form={form} consents={consentsAt('who', form.consents, form.holder.underAge)} />
      ) : null}
    </div>
  )
}

/** The parts after the choice of an event: the other steps, and the server's answers to the form. */
export const LaterSteps = ({
  form,
  part,
  goods,
}: {
  form: SignUp
  part: 'step' | 'refused' | 'sending'
  goods?: Goods
}) => {
  if (part === 'step') return <StepBody form={form} goods={goods} />
  if (part === 'refused') return form.refused ? <RefusedNote form={form} /> : null
  return <HotWait sending={form.sending} refused={form.refused} onRetry={form.submit} />
}
