import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom } from '#ui/network/call.ts'
import { editorWords as words } from './editor.words.ts'
import { openArticle } from './roundTrip.ts'

type Props = {
  editor: Editor
  html: string
  /** The server's sanitiser. */
  clean: (html: string) => Promise<string>
  /** Puts the sanitised HTML into the text. */
  onHtml: (html: string) => void
  onClose: () => void
}
const HtmlDialog = ({ html: before, clean, onHtml, onClose, hint }: Props & { hint: string }) => {
  const t = useWords()
  const [html, setHtml] = useState(before)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const put = async () => {
    setBusy(true)
    try {
      onHtml(await clean(html))
      onClose()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <AskDialog
      wide
      title={t(words.html_edit)}
      action={t(words.apply)}
      busy={busy}
      refused={refused}
      onClose={onClose}
      onDo={() => void put()}
    >
      <TextArea
        label={t(words.html)}
        hint={hint}
        error={refused?.fields.content}
        value={html}
        rows={16}
        spellCheck={false}
        onChange={(event) => setHtml(event.target.value)}
      />
    </AskDialog>
  )
}

/** The whole text as HTML, for staff who write HTML themselves. */
export const WholeHtmlDialog = (props: Omit<Props, 'onHtml'>) => {
  const t = useWords()
  const { editor } = props
  return (
    <HtmlDialog
      {...props}
      hint={t(words.html_hint)}
      onHtml={(html) => void editor.commands.setContent(openArticle(html, editor.schema).toJSON())}
    />
  )
}

/**
 * The dialog for the chosen block of HTML. When staff have changed the HTML so that the editor can keep it, the block
 * becomes text.
 */
export const BlockHtmlDialog = (props: Omit<Props, 'onHtml' | 'html'>) => {
  const t = useWords()
  const { editor } = props
  return (
    <HtmlDialog
      {...props}
      html={String(editor.getAttributes('rawHtml').html ?? '')}
      hint={t(words.raw_hint)}
      onHtml={(html) => {
        const { from, to } = editor.state.selection
        editor.view.dispatch(editor.state.tr.replaceWith(from, to, openArticle(html, editor.schema).content))
      }}
    />
  )
}
