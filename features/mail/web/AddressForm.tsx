import { useState } from 'react'
import { wrong } from '#contract/wrong.ts'
import { isMailAddress } from '#contract/mailAddress.ts'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { mailAsk, mailProve } from '../contract.ts'
import { proof } from '../rules.ts'
import { words } from '../words.ts'

type Props = {
  /** The masked address that waits for its code. */
  waiting: string | null
  onDone: () => void
}

/** Two steps: the address, then the code that was sent to it. */
export const AddressForm = ({ waiting, onDone }: Props) => {
  const t = useWords()
  const ask = useCall(mailAsk, { quiet: true })
  const prove = useCall(mailProve, { quiet: true })
  const [sentTo, setSentTo] = useState(waiting)
  const [mail, setMail] = useState('')
  const [code, setCode] = useState('')
  const [wrongs, setWrongs] = useState<Readonly<Record<string, string>>>({})
  const [refused, setRefused] = useState<Refused>()
  const failed = (thrown: unknown) => {
    const answer = refusedFrom(thrown)
    setWrongs(answer.fields)
    setRefused(Object.keys(answer.fields).length === 0 ? answer : undefined)
  }
  const begin = () => {
    setWrongs({})
    setRefused(undefined)
  }
  const send = async () => {
    begin()
    if (mail.trim() === '') return setWrongs({ mail: t(wrong.required) })
    if (!isMailAddress(mail.trim())) return setWrongs({ mail: t(wrong.email) })
    try {
      const { mail: masked, state } = await ask.mutateAsync({ mail })
      if (state === 'proved') return onDone()
      setSentTo(masked)
    } catch (thrown) {
      failed(thrown)
    }
  }
  const confirm = async () => {
    begin()
    if (code.trim() === '') return setWrongs({ code: t(wrong.required) })
    try {
      await prove.mutateAsync({ code })
      toastSuccess(t(words.proved_now))
      onDone()
    } catch (thrown) {
      failed(thrown)
    }
  }
  const alert = refused ? (
    <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
      {refused.msg}
    </p>
  ) : null
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void (sentTo === null ? send() : confirm())
      }}
    >
      {sentTo === null ? (
        <>
          <TextInput
            label={t(words.address)}
            name="mail"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            value={mail}
            error={wrongs.mail}
            onChange={(event) => setMail(event.target.value)}
          />
          {alert}
          <Button type="submit" wide busy={ask.isPending}>
            {t(words.send_code)}
          </Button>
        </>
      ) : (
        <>
          <p role="status">{t(words.sent_to, { mail: sentTo })}</p>
          <TextInput
            label={t(words.code)}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={proof.digits}
            inputClassName="figures"
            value={code}
            error={wrongs.code}
            onChange={(event) => setCode(event.target.value)}
          />
          {alert}
          <Button type="submit" wide busy={prove.isPending}>
            {t(words.confirm)}
          </Button>
          <Button
            look="quiet"
            wide
            onClick={() => {
              begin()
              setCode('')
              setSentTo(null)
            }}
          >
            {t(words.other)}
          </Button>
        </>
      )}
    </form>
  )
}
