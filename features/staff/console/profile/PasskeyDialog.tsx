import { startRegistration } from '@simplewebauthn/browser'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Refused, call } from '#ui/network/call.ts'
import { consoleProfilePasskeyAdd, consoleProfilePasskeyBegin } from '../../second/contract.ts'
import { words } from '../../second/words.ts'

type Props = { onClose: () => void; onDone: (recovery: readonly string[] | null) => void }
/** Takes the person's password and a name, lets the browser make a passkey, and keeps it. */
export const PasskeyDialog = ({ onClose, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [form, setForm] = useState({ password: '', name: '' })
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const add = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      const { options } = await call(consoleProfilePasskeyBegin, { password: form.password }, { quiet: true })
      const { id, rawId, type, response } = await startRegistration({ optionsJSON: options as never })
      const { clientDataJSON, attestationObject, transports } = response
      const signed = { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) }
      const given = { name: form.name, response: { id, rawId, type: type as 'public-key', response: signed } }
      onDone((await call(consoleProfilePasskeyAdd, given, { quiet: true })).recovery)
    } catch (thrown) {
      if (thrown instanceof Refused) return setRefused(thrown)
      // Only the name of the browser's error tells the reason: this device already has a passkey, or the person
      // cancelled.
      const isKnown = thrown instanceof Error && thrown.name === 'InvalidStateError'
      const said = isKnown ? words.passkey_known : words.passkey_cancelled
      setRefused(new Refused({ code: 'client', msg: said[lang], data: null }))
    } finally {
      setBusy(false)
    }
  }
  return (
    <AskDialog
      title={t(words.passkey_add)}
      action={t(words.goon)}
      busy={busy}
      refused={refused}
      onClose={onClose}
      onDo={() => void add()}
    >
      <p className="text-soft">{t(words.passkeys_say)}</p>
      <TextInput
        label={t(words.passkey_name)}
        hint={t(words.passkey_name_hint)}
        name="name"
        maxLength={60}
        value={form.name}
        error={refused?.fields.name}
        onChange={(event) => setForm({ ...form, name: event.target.value })}
      />
      <TextInput
        label={t(words.own_password)}
        name="password"
        type="password"
        autoComplete="current-password"
        value={form.password}
        error={refused?.fields.password}
        onChange={(event) => setForm({ ...form, password: event.target.value })}
      />
    </AskDialog>
  )
}
