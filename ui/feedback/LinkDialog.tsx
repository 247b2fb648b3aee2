import { Copy } from 'lucide-react'
import { Button } from '../form/Button.tsx'
import { Dialog } from './Dialog.tsx'
import { useWords } from '../language/lang.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { toastSuccess } from './Toast.tsx'
import { words } from '../language/words.ts'

/**
 * A link that the screen shows once and that the person hands on. `description` tells how to use the link. If the
 * browser does not let a page copy, the field is selected.
 */
export const LinkDialog = ({
  title,
  description,
  link,
  onClose,
}: {
  title: string
  description: string
  link: string
  onClose: () => void
}) => {
  const t = useWords()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toastSuccess(t(words.copied))
    } catch {
      const field = document.getElementsByName('link')[0]
      if (field instanceof HTMLInputElement) field.select()
    }
  }
  return (
    <Dialog open onClose={onClose} title={title} actions={<Button onClick={onClose}>{t(words.close)}</Button>}>
      <TextInput
        label={title}
        bare
        name="link"
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
        hint={description}
        after={
          <Button
            look="plain"
            className="shrink-0"
            icon={<Copy className="size-5" aria-hidden />}
            onClick={() => void copy()}
          >
            {t(words.copy)}
          </Button>
        }
      />
    </Dialog>
  )
}
