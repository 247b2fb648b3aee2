import { useState } from 'react'
import type { InputOf } from '#contract/endpoint.ts'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { appLiveBroadcast } from '../../share/share.contract.ts'
import { CHEER_LENGTH, SENDER_LENGTH } from '../../share/share.rules.ts'
import { words } from './share.words.ts'

/** The run for which a spectator cheers: the run of a link, or the public run of a runner. */
export type CheeredRun = Pick<InputOf<typeof appLiveBroadcast>, 'raceid' | 'link' | 'bib' | 'eventid'>

export const CheerForm = ({ run, onSent }: { run: CheeredRun; onSent: () => void }) => {
  const t = useWords()
  const [text, setText] = useState('')
  const [from, setFrom] = useState('')
  const send = useCall(appLiveBroadcast)
  const submit = () => {
    if (text.trim() === '') return
    const sender = from.trim() === '' ? {} : { from: from.trim() }
    send.mutate(
      { ...run, text: text.trim(), ...sender },
      {
        onSuccess: () => {
          setText('')
          toastSuccess(t(words.cheer_sent))
          onSent()
        },
      },
    )
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextInput
        label={t(words.cheer_text)}
        maxLength={CHEER_LENGTH}
        value={text}
        error={send.error?.fields.text}
        onChange={(event) => setText(event.target.value)}
      />
      <TextInput
        label={t(words.cheer_from)}
        optional
        maxLength={SENDER_LENGTH}
        value={from}
        onChange={(event) => setFrom(event.target.value)}
      />
      {send.error ? <Refusal refused={send.error} /> : null}
      <Button type="submit" busy={send.isPending}>
        {t(words.cheer_send)}
      </Button>
    </form>
  )
}
