import { useState } from 'react'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { consoleMailTest } from '../console.contract.ts'
import { mailWords as words } from './mail.words.ts'

/** Logs in to the SMTP server, and sends a test mail if staff give an address. */
export const MailTest = ({ onDone }: { onDone: () => void }) => {
  const t = useWords()
  const test = useCall(consoleMailTest, { quiet: true })
  const [mail, setMail] = useState('')
  const send = () =>
    test.mutate(mail.trim() === '' ? {} : { mail }, {
      onSuccess: ({ sent }) => {
        toastSuccess(t(sent ? words.test_sent : words.test_ok))
        onDone()
      },
    })
  return (
    <form
      noValidate
      className="mt-2 flex flex-wrap items-end gap-3 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextInput
        className="min-w-0 flex-1 basis-64"
        label={t(words.test_mail)}
        name="mail"
        type="email"
        autoComplete="off"
        maxLength={254}
        value={mail}
        error={test.error ? (test.error.fields.mail ?? test.error.msg) : undefined}
        onChange={(event) => setMail(event.target.value)}
      />
      <Button type="submit" look="plain" busy={test.isPending}>
        {t(words.test_send)}
      </Button>
    </form>
  )
}
