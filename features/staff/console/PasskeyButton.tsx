import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Refused, call } from '#ui/network/call.ts'
import { consolePasskeyBegin, consolePasskeyLogin } from '../second/contract.ts'
import { words } from '../second/words.ts'

/** Logs a person in with a passkey. The button does not appear if the browser does not support passkeys. */
export const PasskeyButton = ({ onDone }: { onDone: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  if (!browserSupportsWebAuthn()) return null
  const logIn = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      const { options } = await call(consolePasskeyBegin, {}, { quiet: true })
      const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options as never })
      const { clientDataJSON, authenticatorData, signature, userHandle } = response
      const signed = { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) }
      await call(
        consolePasskeyLogin,
        { response: { id, rawId, type: type as 'public-key', response: signed } },
        { quiet: true },
      )
      onDone()
    } catch (thrown) {
      const cancelled = new Refused({ code: 'client', msg: words.passkey_cancelled[lang], data: null })
      setRefused(thrown instanceof Refused ? thrown : cancelled)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-3">
      <Refusal refused={refused} />
      <Button
        look="plain"
        wide
        busy={busy}
        icon={<Fingerprint className="size-5" aria-hidden />}
        onClick={() => void logIn()}
      >
        {t(words.by_passkey)}
      </Button>
    </div>
  )
}
