import { Copy } from 'lucide-react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useWords } from '#ui/lang.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { toastSuccess } from '#ui/Toast.tsx'
import { words as kit } from '#ui/words.ts'
import { words } from '../words.ts'

/** A one-time link, shown once, to be handed on. Where the browser does not let a page copy, the field is selected. */
export const LinkDialog = ({ name, link, onClose }: { name: string; link: string; onClose: () => void }) => {
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
    <Dialog open onClose={onClose} title={t(words.link_title, { name })} actions={<Button onClick={onClose}>{t(kit.close)}</Button>}>
      <TextInput
        label={t(words.new_link)}
        bare
        name="link"
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
        hint={t(words.link_says)}
        after={
          <Button look="plain" className="shrink-0" icon={<Copy className="size-5" aria-hidden />} onClick={() => void copy()}>
            {t(words.copy)}
          </Button>
        }
      />
    </Dialog>
  )
}
