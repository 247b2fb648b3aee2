import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { consoleWords as words } from './integrations.words.ts'

type Props = { title: string; secret: string; note?: string; onClose: () => void }
/** Shows a key or a secret once, to copy it. */
export const SecretDialog = ({ title, secret, note, onClose }: Props) => {
  const t = useWords()
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    toastSuccess(t(words.copied))
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button look="plain" onClick={onClose}>
            {t(words.close)}
          </Button>
          <Button onClick={() => void copy()}>{t(words.copy)}</Button>
        </>
      }
    >
      <p>{t(words.keyOnce)}</p>
      {note === undefined ? null : <p>{note}</p>}
      <code className="block rounded bg-sunk p-3 break-all select-all">{secret}</code>
    </Dialog>
  )
}
