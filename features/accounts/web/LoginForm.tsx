import type { ReactNode } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { code as codeRule } from '../rules.ts'
import { words } from '../words.ts'
import { CheckField } from '#features/checks/web/CheckField.tsx'
import { MobileField } from './MobileField.tsx'
import { useLogin } from './useLogin.ts'

/**
 * The fields of the log-in: mobile, picture check, code. `mobile` fills the first field. `note` gives the reason for
 * the log-in.
 */
export const LoginForm = ({
  mobile,
  note,
  ticket,
  onDone,
}: {
  mobile?: string | undefined
  note?: ReactNode
  /** The ticket binds a person of the messaging app to the mobile's account. */ ticket?: string | undefined
  onDone: () => void
}) => {
  const t = useWords()
  const done = (bound: boolean) => {
    toastSuccess(t(bound ? words.logged_in : words.app_not_bound))
    onDone()
  }
  const form = useLogin({ mobile, ticket, onDone: done })
  const { kept, wrongs, wait } = form
  const sendButton =
    form.phase === 'ask' ? (
      <Button look="plain" className="shrink-0" busy={form.sending} onClick={() => void form.sendCode()}>
        {t(kept.sentTo ? words.send_again : words.send)}
      </Button>
    ) : (
      <Button look="plain" className="figures shrink-0" disabled={wait > 0} onClick={form.again}>
        {wait > 0 ? t(words.send_wait, { n: wait }) : t(words.send_again)}
      </Button>
    )
  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (form.phase === 'ask' && form.code === '') void form.sendCode()
        else void form.logIn()
      }}
    >
      <p className="text-soft">{note ?? t(words.description)}</p>
      <MobileField value={kept} onChange={form.change} error={wrongs.mobile} />
      {form.phase === 'ask' ? <CheckField {...form.checking} type={form.typeCheck} error={wrongs.captcha} /> : null}
      <TextInput
        label={t(words.code)}
        hint={
          kept.sentTo && form.phase === 'sent' ? (
            <span role="status">{t(words.sent_to, { mobile: kept.sentTo, n: codeRule.minutes })}</span>
          ) : undefined
        }
        error={wrongs.code}
        value={form.code}
        onChange={(event) => form.typeCode(event.target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder={t(words.code_hint, { n: codeRule.digits })}
        name="code"
        data-field="code"
        inputClassName="figures tracking-widest placeholder:tracking-normal"
        after={sendButton}
      />
      {form.refused ? (
        <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {form.refused.msg}
        </p>
      ) : null}
      <Button type="submit" wide busy={form.loggingIn}>
        {t(ticket === undefined ? words.log_in : words.bind_and_log_in)}
      </Button>
    </form>
  )
}
