import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom } from '#ui/network/call.ts'
import { words } from '../../second/words.ts'

type Confirming = { title: string; action: string; danger?: boolean; run: (password: string) => Promise<unknown> }

/**
 * Returns a dialog that asks for the person's password before a change of the log-in, and the function that opens the
 * dialog.
 */
export const useConfirmed = () => {
  const t = useWords()
  const [asked, setAsked] = useState<Confirming>()
  const [password, setPassword] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const [busy, setBusy] = useState(false)
  const ask = (confirming: Confirming) => {
    setPassword('')
    setRefused(undefined)
    setAsked(confirming)
  }
  const run = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      await asked?.run(password)
      setAsked(undefined)
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    } finally {
      setBusy(false)
    }
  }
  const dialog = asked ? (
    <AskDialog
      title={asked.title}
      action={asked.action}
      {...(asked.danger ? { look: 'danger' as const } : {})}
      busy={busy}
      refused={refused}
      onClose={() => setAsked(undefined)}
      onDo={() => void run()}
    >
      <p className="text-soft">{t(words.confirm_password)}</p>
      <TextInput
        label={t(words.own_password)}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        error={refused?.fields.password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </AskDialog>
  ) : null
  return { ask, dialog }
}
