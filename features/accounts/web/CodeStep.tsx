import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { refusedFrom, useCall } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { userSmsSend2 } from '../contract.ts'
import { code as codeRule } from '../rules.ts'
import { refusals } from '#features/checks/words.ts'
import { words } from '../words.ts'
import { CheckField } from '#features/checks/web/CheckField.tsx'
import { useCheck } from '#features/checks/web/useCheck.ts'

type To = { own: true } | { mobile: string }

/**
 * Manages a code sent to one mobile, with the picture check before it. `to` returns the mobile, or undefined while the
 * mobile is not valid. `shown` tells whether the field is visible.
 */
export const useCode = (to: () => To | undefined, shown = true) => {
  const t = useWords()
  const now = useNow()
  const send = useCall(userSmsSend2, { quiet: true })
  const [code, setCode] = useState('')
  const [sent, setSent] = useState<{ to: string; resendAt: number }>()
  const [asks, setAsks] = useState(true)
  const [wrongs, setWrongs] = useState<Readonly<Record<string, string>>>({})
  const [waiting, setWaiting] = useState(false)
  const checking = useCheck(asks && shown)
  return {
    code,
    sent,
    asks,
    checking,
    wrongs,
    wait: Math.max(0, Math.ceil(((sent?.resendAt ?? 0) - now) / 1000)),
    sending: waiting || send.isPending,
    type: (given: string) => {
      setCode(given.normalize('NFKC').replace(/\D/g, '').slice(0, codeRule.digits))
      setWrongs({})
    },
    typeCheck: (given: string) => {
      checking.type(given)
      setWrongs({})
    },
    again: () => setAsks(true),
    say: (field: string, said: string) => setWrongs({ [field]: said }),
    /** A code belongs to one number, so another number needs another code. */
    begin: () => {
      setSent(undefined)
      setAsks(true)
      setCode('')
    },
    send: async () => {
      const whose = to()
      if (!whose) return
      setWaiting(true)
      const check = await checking.given().finally(() => setWaiting(false))
      if (!check) return setWrongs({ captcha: t(refusals.picture_needed.message) })
      try {
        const done = await send.mutateAsync({ ...whose, ...check })
        setWrongs({})
        setCode('')
        setSent({ to: done.mobile, resendAt: Date.now() + done.resend_in * 1000 })
        setAsks(false)
      } catch (thrown) {
        const refused = refusedFrom(thrown)
        checking.renew(refused)
        setWrongs({ captcha: refused.msg, ...refused.fields })
      }
    },
  }
}

/** The field for a code, with the button that sends the code. `label` names the mobile that gets the code. */
export const CodeStep = ({ label, form, name }: { label: string; form: ReturnType<typeof useCode>; name: string }) => {
  const t = useWords()
  return (
    <>
      {form.asks ? <CheckField {...form.checking} type={form.typeCheck} error={form.wrongs.captcha} /> : null}
      <TextInput
        label={label}
        hint={
          form.sent && !form.asks ? (
            <span role="status">{t(words.sent_to, { mobile: form.sent.to, n: codeRule.minutes })}</span>
          ) : undefined
        }
        error={form.wrongs[name]}
        value={form.code}
        onChange={(event) => form.type(event.target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder={t(words.code_hint, { n: codeRule.digits })}
        name={name}
        data-field={name}
        inputClassName="figures tracking-widest placeholder:tracking-normal"
        after={
          form.asks ? (
            <Button look="plain" className="shrink-0" busy={form.sending} onClick={() => void form.send()}>
              {t(form.sent ? words.send_again : words.send)}
            </Button>
          ) : (
            <Button look="plain" className="figures shrink-0" disabled={form.wait > 0} onClick={form.again}>
              {form.wait > 0 ? t(words.send_wait, { n: form.wait }) : t(words.send_again)}
            </Button>
          )
        }
      />
    </>
  )
}
