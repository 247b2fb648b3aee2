import { AskedFields } from '../AskedFields.tsx'
import { ContactStep } from './ContactStep.tsx'
import { HotWait } from '../HotWait.tsx'
import { QualifyingStep } from './QualifyingStep.tsx'
import { QuizStep } from './QuizStep.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { RefusedNote } from '../../status/RefusedNote.tsx'
import { fieldsOf } from '../formSteps.ts'
import type { SignUp } from '../useSignUp.ts'
import { WhoStep } from './WhoStep.tsx'

const StepBody = ({ form }: { form: SignUp }) => {
  if (form.step === 'who') return <WhoStep form={form} />
  if (form.step === 'quiz') return <QuizStep form={form} />
  if (form.step === 'qualifying') return <QualifyingStep form={form} />
  if (form.step === 'contact') return <ContactStep form={form} />
  if (form.step === 'review') return <ReviewStep form={form} />
  return (
    <div className="grid gap-6">
      <AskedFields form={form} fields={fieldsOf(form.event, form.step, form.draft)} />
    </div>
  )
}

/** The parts after the choice of an event: the other steps, and the server's answers to the form. */
export const LaterSteps = ({ form, part }: { form: SignUp; part: 'step' | 'refused' | 'sending' }) => {
  if (part === 'step') return <StepBody form={form} />
  if (part === 'refused') return form.refused ? <RefusedNote form={form} /> : null
  return <HotWait sending={form.sending} refused={form.refused} onRetry={form.submit} />
}
