import { useRef, useState } from 'react'
import { type Lang, langs } from '#contract/words.ts'
import { consoleFilesSave } from '#features/files/contract.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { type Refused, call, refusedFrom } from '#ui/network/call.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { FileInput } from '#ui/form/files/FileInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { isPictureName, pictureTypes } from '#ui/media/pictureFile.ts'
import { PictureInput } from '#ui/form/files/PictureInput.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { type NoticeEdited, type NoticeKind, consoleNoticesPreview, kinds } from '../contract.ts'
import { Prose } from '#ui/layout/Prose.tsx'
import { words } from '../words.ts'

type Draft = {
  kind: NoticeKind
  articletype: string
  lang: Lang
  title: string
  content: string
  cover: string | undefined
  pinned: boolean
  published: boolean
}
type Props = {
  raceid: number
  notice: NoticeEdited | undefined
  /** The sections of the race. */ sections: readonly string[]
  refused: Refused | undefined
  busy: boolean
  onClose: () => void
  onSave: (draft: Draft) => void
}

const langNames: Record<Lang, string> = { 'zh-cn': '简体中文', 'zh-tw': '繁體中文', en: 'English' }
const fresh: Draft = {
  kind: 'notice',
  articletype: '',
  lang: 'zh-cn',
  title: '',
  content: '',
  cover: undefined,
  pinned: false,
  published: true,
}
const draftOf = ({ kind, articletype, lang, title, content, cover, pinned, published_at }: NoticeEdited): Draft => ({
  kind,
  articletype,
  lang,
  title,
  content,
  cover: cover ?? undefined,
  pinned,
  published: published_at !== null,
})

/**
 * The editor of one notice, with a preview as runners will see it. The server cleans the preview and the saved notice
 * in the same way.
 */
export const NoticeDialog = ({ raceid, notice, sections, refused, busy, onClose, onSave }: Props) => {
  const t = useWords()
  const [draft, setDraft] = useState<Draft>(notice ? draftOf(notice) : fresh)
  const [shown, setShown] = useState<'write' | 'preview'>('write')
  const [preview, setPreview] = useState<string>()
  const [sending, setSending] = useState(false)
  const [failed, setFailed] = useState<string>()
  const text = useRef<HTMLTextAreaElement>(null)
  const change = (patch: Partial<Draft>) => setDraft((before) => ({ ...before, ...patch }))
  const keep = (file: File, options: Parameters<typeof call>[2] = {}) =>
    call(consoleFilesSave, { raceid }, { ...options, files: { file } })

  const show = async (which: 'write' | 'preview') => {
    setShown(which)
    if (which === 'write') return
    setPreview(undefined)
    setFailed(undefined)
    try {
      setPreview((await call(consoleNoticesPreview, { raceid, content: draft.content })).content)
    } catch (thrown) {
      setFailed(refusedFrom(thrown).msg)
      setShown('write')
    }
  }
  /** Inserts a picture at the last position of the cursor. */
  const insert = async (file: File) => {
    if (!isPictureName(file.name)) return
    setSending(true)
    setFailed(undefined)
    try {
      const { path, width, height } = await keep(file)
      const at = text.current?.selectionStart ?? draft.content.length
      const picture = `<p><img src="${path}" alt="" width="${width}" height="${height}"></p>`
      change({ content: draft.content.slice(0, at) + picture + draft.content.slice(at) })
    } catch (thrown) {
      setFailed(refusedFrom(thrown).msg)
    } finally {
      setSending(false)
    }
  }
  const said = failed ?? (refused && Object.keys(refused.fields).length === 0 ? refused.msg : undefined)
  return (
    <AskDialog
      wide
      title={notice ? notice.title : t(words.write)}
      action={t(words.save)}
      busy={busy}
      onClose={onClose}
      onDo={() => onSave(draft)}
    >
      <Segmented
        label={t(words.content)}
        value={shown}
        onChange={(value) => void show(value as 'write' | 'preview')}
        options={[
          { value: 'write', label: t(words.edit_text) },
          { value: 'preview', label: t(words.preview) },
        ]}
      />
      {shown === 'preview' ? (
        <article className="min-h-60 rounded border border-line p-5" lang={draft.lang}>
          <h3 className="mb-4 text-20 font-bold text-balance">{draft.title}</h3>
          {preview === undefined ? null : <Prose html={preview} />}
        </article>
      ) : (
        <>
          <TextInput
            label={t(words.title)}
            value={draft.title}
            error={refused?.fields.title}
            onChange={(event) => change({ title: event.target.value })}
            maxLength={200}
          />
          <div className="grid gap-4 md:grid-cols-3">
            <Select
              label={t(words.kind)}
              value={draft.kind}
              options={kinds.map((kind) => ({ value: kind, label: t(words[kind]) }))}
              onChange={(event) => change({ kind: event.target.value as NoticeKind })}
            />
            <TextInput
              label={t(words.articletype)}
              hint={t(words.articletype_hint)}
              list="notice-sections"
              value={draft.articletype}
              error={refused?.fields.articletype}
              onChange={(event) => change({ articletype: event.target.value })}
              maxLength={40}
            />
            <Select
              label={t(words.language)}
              value={draft.lang}
              options={langs.map((lang) => ({ value: lang, label: langNames[lang] }))}
              onChange={(event) => change({ lang: event.target.value as Lang })}
            />
          </div>
          <datalist id="notice-sections">
            {sections.map((section) => (
              <option key={section} value={section}>
                {section}
              </option>
            ))}
          </datalist>
          <TextArea
            ref={text}
            label={t(words.content)}
            hint={t(words.content_hint)}
            value={draft.content}
            error={refused?.fields.content}
            rows={12}
            onChange={(event) => change({ content: event.target.value })}
          />
          <FileInput
            label={t(words.insert_picture)}
            accept={pictureTypes}
            busy={sending}
            onFile={(file) => void insert(file)}
          />
          <PictureInput
            label={t(words.cover)}
            optional
            value={draft.cover}
            ratio="2 / 1"
            upload={keep}
            onChange={(cover) => change({ cover })}
          />
          <div>
            <Checkbox checked={draft.pinned} onChange={(event) => change({ pinned: event.target.checked })}>
              {t(words.pin)}
            </Checkbox>
            <Checkbox checked={draft.published} onChange={(event) => change({ published: event.target.checked })}>
              {t(words.publish)}
            </Checkbox>
          </div>
        </>
      )}
      {said ? (
        <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {said}
        </p>
      ) : null}
    </AskDialog>
  )
}
