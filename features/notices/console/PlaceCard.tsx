import { Checkbox } from '#ui/form/Checkbox.tsx'
import { PictureInput, type UploadOptions } from '#ui/form/files/PictureInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { type NoticeKind, consoleNoticesList, noticeKinds } from '../contract.ts'
import { words as room } from '../words.ts'
import type { ArticleDraft } from './article.rules.ts'
import { articleWords as words } from './article.words.ts'

type Props = {
  form: ArticleDraft
  change: (patch: Partial<ArticleDraft>) => void
  raceid: number
  upload: (file: File, options: UploadOptions) => Promise<{ path: string }>
  errorAt: (field: string) => string | undefined
}

/** The lists in which an article appears, and its cover in these lists. */
export const PlaceCard = ({ form, change, raceid, upload, errorAt }: Props) => {
  const t = useWords()
  const others = useAsk(consoleNoticesList, { raceid, limit: 100 }, { quiet: true })
  const sections = [...new Set((others.data?.items ?? []).map(({ articletype }) => articletype).filter(Boolean))]
  return (
    <Card title={t(words.place)}>
      <div className="grid gap-4">
        <div className="grid gap-4 md:grid-cols-2">
          <Select
            label={t(room.kind)}
            value={form.kind}
            options={noticeKinds.map((kind) => ({ value: kind, label: t(room[kind]) }))}
            onChange={(event) => change({ kind: event.target.value as NoticeKind })}
          />
          <TextInput
            label={t(room.articletype)}
            optional
            hint={t(room.articletype_hint)}
            list="notice-sections"
            value={form.articletype}
            error={errorAt('articletype')}
            maxLength={40}
            onChange={(event) => change({ articletype: event.target.value })}
          />
          <datalist id="notice-sections">
            {sections.map((section) => (
              <option key={section} value={section}>
                {section}
              </option>
            ))}
          </datalist>
        </div>
        <PictureInput
          label={t(room.cover)}
          optional
          value={form.cover ?? undefined}
          ratio="2 / 1"
          upload={upload}
          onChange={(cover) => change({ cover: cover ?? null })}
        />
        <Checkbox checked={form.pinned} onChange={(event) => change({ pinned: event.target.checked })}>
          {t(room.pin)}
        </Checkbox>
      </div>
    </Card>
  )
}
