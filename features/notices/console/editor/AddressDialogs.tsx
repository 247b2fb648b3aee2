import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { editorWords as words } from './editor.words.ts'
import { whyNoFilm, writtenLink } from './addresses.ts'

type Props = { editor: Editor; onClose: () => void }

/**
 * The dialog for the address of a link. The dialog changes the link at the cursor, or makes the marked words a link. If
 * there is neither, the dialog inserts the address as a new link.
 */
export const LinkAddressDialog = ({ editor, onClose }: Props) => {
  const t = useWords()
  const had = String(editor.getAttributes('link').href ?? '')
  const [address, setAddress] = useState(had)
  const [wrong, setWrong] = useState(false)
  const put = () => {
    const href = writtenLink(address)
    if (href === undefined) return setWrong(true)
    const line = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !editor.isActive('link'))
      line.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else line.setLink({ href }).run()
    onClose()
  }
  return (
    <AskDialog title={t(words.link_title)} action={t(words.apply)} onClose={onClose} onDo={put}>
      <TextInput
        label={t(words.link_address)}
        hint={t(words.link_hint)}
        error={wrong ? t(words.link_wrong) : undefined}
        value={address}
        inputMode="url"
        maxLength={2000}
        onChange={(event) => {
          setWrong(false)
          setAddress(event.target.value)
        }}
      />
      {had ? (
        <Button
          look="plain"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            onClose()
          }}
        >
          {t(words.link_remove)}
        </Button>
      ) : null}
    </AskDialog>
  )
}

/** The dialog for the address of a film. It adds a new film, or changes the chosen film. */
export const FilmDialog = ({ editor, onClose }: Props) => {
  const t = useWords()
  const chosen = editor.isActive('film')
  const [address, setAddress] = useState(chosen ? String(editor.getAttributes('film').src ?? '') : '')
  const [wrong, setWrong] = useState<'film_wrong' | 'film_page'>()
  const put = () => {
    const why = whyNoFilm(address.trim())
    if (why) return setWrong(why)
    const src = address.trim()
    if (chosen) editor.chain().focus().updateAttributes('film', { src }).run()
    else editor.chain().focus().insertContent({ type: 'film', attrs: { src } }).run()
    onClose()
  }
  return (
    <AskDialog title={t(words.film)} action={t(words.apply)} onClose={onClose} onDo={put}>
      <TextInput
        label={t(words.film_address)}
        hint={t(words.film_hint)}
        error={wrong && t(words[wrong])}
        value={address}
        inputMode="url"
        maxLength={2000}
        onChange={(event) => {
          setWrong(undefined)
          setAddress(event.target.value)
        }}
      />
    </AskDialog>
  )
}
