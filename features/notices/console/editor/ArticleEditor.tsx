import { useId, useRef, useState } from 'react'
import type { Lang } from '#contract/words.ts'
import type { UploadOptions } from '#ui/form/files/PictureInput.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { FilmDialog, LinkAddressDialog } from './AddressDialogs.tsx'
import './editor.css'
import { editorWords as words } from './editor.words.ts'
import { BlockHtmlDialog, WholeHtmlDialog } from './HtmlDialogs.tsx'
import type { Pasted } from './paste.ts'
import { type KeptNoticePicture, PictureDialog } from './PictureDialog.tsx'
import { articleHtml } from './roundTrip.ts'
import { type EditorDialog, Tools } from './Tools.tsx'
import { useArticleEditor } from './useArticleEditor.ts'
import { useUploads } from './useUploads.ts'

type Props = {
  label: string
  lang: Lang
  /** The text with which the editor starts. A new key of the component starts a new editor. */
  html: string
  error: string | undefined
  onChange: (html: string) => void
  upload: (file: File, options: UploadOptions) => Promise<KeptNoticePicture>
  /** The server's sanitiser. */
  clean: (html: string) => Promise<string>
}

/** The editor of an article's text in one language. */
export const ArticleEditor = ({ label, lang, html, error, onChange, upload, clean }: Props) => {
  const t = useWords()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [dialog, setDialog] = useState<EditorDialog>()
  const [left, setLeft] = useState<Omit<Pasted, 'html'>>()
  const uploads = useUploads((file) => upload(file, { quiet: true }))
  const { place, editor } = useArticleEditor({
    html,
    label,
    describedBy: `${id}-hint`,
    lang,
    rawLabel: `${t(words.raw)} · ${t(words.raw_hint)}`,
    onChange,
    onPasted: ({ pictures, films }) => {
      setLeft({ pictures, films })
      // The editor inserts the paste after this call. The upload of its pictures therefore waits.
      setTimeout(() => editor && !editor.isDestroyed && void uploads.sendInline(editor))
    },
    onFiles: (files, at) => void (editor && uploads.sendFiles(editor, files, at)),
    onTools: () => box.current?.querySelector<HTMLElement>('[data-tool]')?.focus(),
  })
  const close = () => {
    setDialog(undefined)
    editor?.commands.focus()
  }
  const given = editor && { editor, onClose: close }
  return (
    <div className="min-w-0">
      <p className="mb-1.5 text-14 font-medium" aria-hidden>
        {label}
      </p>
      <div
        ref={box}
        data-wrong={error ? true : undefined}
        className={`rounded border bg-surface focus-within:border-strong ${error ? 'border-danger-ink' : 'border-edge'}`}
      >
        {editor ? <Tools editor={editor} onAsk={setDialog} /> : <div className="h-12 border-b border-line" />}
        <div ref={place} />
      </div>
      {error ? <FieldError>{error}</FieldError> : null}
      <p id={`${id}-hint`} className="mt-1.5 text-14 text-soft max-md:sr-only">
        {t(words.shortcut)}
      </p>
      <div role="status" className="text-14 text-warning-ink">
        {uploads.sending ? <p>{t(words.uploading, { n: uploads.sending })}</p> : null}
        {uploads.added && !uploads.sending ? <p>{t(words.describe)}</p> : null}
        {uploads.refused ? <p>{uploads.refused}</p> : null}
        {left?.pictures ? <p>{t(words.left_pictures, { n: left.pictures })}</p> : null}
        {left?.films ? <p>{t(words.left_films, { n: left.films })}</p> : null}
      </div>
      {given && dialog === 'link' ? <LinkAddressDialog {...given} /> : null}
      {given && dialog === 'film' ? <FilmDialog {...given} /> : null}
      {given && dialog === 'picture' ? <PictureDialog {...given} upload={upload} /> : null}
      {given && dialog === 'html' ? (
        <WholeHtmlDialog {...given} clean={clean} html={articleHtml(given.editor.state.doc)} />
      ) : null}
      {given && dialog === 'raw' ? <BlockHtmlDialog {...given} clean={clean} /> : null}
    </div>
  )
}
