import { Copy } from 'lucide-react'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { words } from '../../second/words.ts'

/** Shows new recovery codes once. */
export const RecoveryDialog = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const t = useWords()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toastSuccess(t(words.copied))
    } catch {
      // Some browsers let no page copy text. The person can then select the codes by hand, because they are text.
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(words.recovery_title)}
      actions={
        <>
          <Button look="plain" icon={<Copy className="size-5" aria-hidden />} onClick={() => void copy()}>
            {t(words.copy)}
          </Button>
          <Button onClick={onClose}>{t(words.kept)}</Button>
        </>
      }
    >
      <p className="text-soft">{t(words.recovery_text)}</p>
      <ol className="figures mt-4 grid grid-cols-1 gap-x-6 gap-y-1.5 rounded bg-sunk p-4 sm:grid-cols-2" data-codes>
        {codes.map((code) => (
          <li key={code} className="select-all font-medium">
            {code}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
