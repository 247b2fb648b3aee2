import { useWords } from '#ui/language/lang.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { AskedFields } from '../AskedFields.tsx'
import { fieldsOfStep } from '../formSteps.ts'
import { signUpWords as words } from '../signUp.words.ts'
import { signupStepWords } from './steps.words.ts'
import type { SignUp } from '../useSignUp.ts'

export const ContactStep = ({ form }: { form: SignUp }) => {
  const t = useWords()
  const { draft, change } = form
  const foreign = draft.idtype !== 'idcard'
  // A number from abroad begins with + and has no mask.
  const mask = draft.mobile.startsWith('1') ? { mask: '999 9999 9999' } : {}
  return (
    <div className="grid gap-6">
      <TextInput
        {...mask}
        label={t(words.mobile)}
        optional={draft.person !== ''}
        hint={t(
          draft.person
            ? signupStepWords.mobileKept
            : foreign
              ? signupStepWords.mobileForeignHow
              : signupStepWords.mobileHow,
        )}
        value={draft.mobile}
        onChange={(event) => change({ mobile: event.target.value })}
        onBlur={() => form.leave('mobile')}
        error={form.errorAt('mobile')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        inputClassName="figures"
        maxLength={20}
      />
      <AskedFields form={form} fields={fieldsOfStep(form.event, 'contact', draft)} />
    </div>
  )
}
