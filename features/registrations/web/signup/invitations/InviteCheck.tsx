import { CheckField } from '#features/checks/web/CheckField.tsx'
import { useCheck } from '#features/checks/web/useCheck.ts'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { signUpWords as words } from '../signUp.words.ts'
import { signupStepWords } from '../steps/steps.words.ts'
import type { SignUp } from '../useSignUp.ts'

/** Shows the human check that the server demands after a few wrong codes. */
export const InviteCheck = ({ form, said }: { form: SignUp; said: string | undefined }) => {
  const t = useWords()
  const checking = useCheck(true, 'picture')
  const { captchaid, answer } = checking.check
  return (
    <div className="grid gap-3 rounded bg-sunk p-4">
      <p className="text-14">{t(signupStepWords.inviteCheck)}</p>
      <CheckField {...checking} error={said} />
      <Button onClick={() => form.invitations.answerCheck(form.draft, { captchaid, captcha: answer })}>
        {t(words.useInvite)}
      </Button>
    </div>
  )
}
