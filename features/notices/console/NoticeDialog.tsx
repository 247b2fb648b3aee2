import { useState } from 'react'
import { type Lang, langs } from '#contract/words.ts'
import { Button } from '#ui/Button.tsx'
import type { Refused } from '#ui/call.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useWords } from '#ui/lang.tsx'
import { Select } from '#ui/Select.tsx'
import { TextArea, TextInput } from '#ui/TextInput.tsx'
import { words as kit } from '#ui/words.ts'
import { type NoticeEdited, type NoticeKind, kinds } from '../contract.ts'
import { words } from '../words.ts'

type Draft = { kind: NoticeKind; articletype: string; lang: Lang; title: string; content: string; pinned: boolean; published: boolean }
type Props = { notice: NoticeEdited | undefined; refused: Refused | undefined; busy: boolean; onClose: () => void; onSave: (draft: Draft) => void }

const langNames: Record<Lang, string> = { 'zh-cn': '简体中文', 'zh-tw': '繁體中文', en: 'English' }
const fresh: Draft = { kind: 'notice', articletype: '', lang: 'zh-cn', title: '', content: '', pinned: false, published: true }
const draftOf = (notice: NoticeEdited): Draft => ({ kind: notice.kind, articletype: notice.articletype, lang: notice.lang, title: notice.title, content: notice.content, pinned: notice.pinned, published: notice.published_at !== null })

/** One notice in writing. What is saved is sanitised by the server, so the text shown here afterwards is what runners get. */
export const NoticeDialog = ({ notice, refused, busy, onClose, onSave }: Props) => {
  const t = useWords()
  const [draft, setDraft] = useState<Draft>(notice ? draftOf(notice) : fresh)
  const change = (patch: Partial<Draft>) => setDraft({ ...draft, ...patch })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={notice ? notice.title : t(words.write)}
      actions={
        <>
          <Button look="plain" onClick={onClose}>{t(kit.cancel)}</Button>
          <Button busy={busy} onClick={() => onSave(draft)}>{t(words.save)}</Button>
        </>
      }
    >
      <div className="grid gap-4">
        <TextInput label={t(words.title)} value={draft.title} error={refused?.fields.title} onChange={(event) => change({ title: event.target.value })} maxLength={200} />
        <div className="grid gap-4 md:grid-cols-3">
          <Select label={t(words.kind)} value={draft.kind} options={kinds.map((kind) => ({ value: kind, label: t(words[kind]) }))} onChange={(event) => change({ kind: event.target.value as NoticeKind })} />
          <TextInput label={t(words.articletype)} value={draft.articletype} error={refused?.fields.articletype} onChange={(event) => change({ articletype: event.target.value })} maxLength={40} />
          <Select label={t(words.language)} value={draft.lang} options={langs.map((lang) => ({ value: lang, label: langNames[lang] }))} onChange={(event) => change({ lang: event.target.value as Lang })} />
        </div>
        <TextArea label={t(words.content)} hint={t(words.content_hint)} value={draft.content} error={refused?.fields.content} rows={12} onChange={(event) => change({ content: event.target.value })} />
        <div>
          <Checkbox checked={draft.pinned} onChange={(event) => change({ pinned: event.target.checked })}>{t(words.pin)}</Checkbox>
          <Checkbox checked={draft.published} onChange={(event) => change({ published: event.target.checked })}>{t(words.publish)}</Checkbox>
        </div>
        {refused && Object.keys(refused.fields).length === 0 ? <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">{refused.msg}</p> : null}
      </div>
    </Dialog>
  )
}
