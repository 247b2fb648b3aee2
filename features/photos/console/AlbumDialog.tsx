import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type AlbumEdited, consolePhotosAlbum } from '../console.contract.ts'
import { type AlbumRule, albumRules } from '../contract.ts'
import { words } from './console.words.ts'

const blank = {
  name: '',
  names: {} as Record<string, string>,
  photographer: '',
  position: 0,
  names_bibs: 'first' as AlbumRule,
  point: null as string | null,
  clock_offset_ms: 0,
  published_at: null as string | null,
}
const rules = { first: words.names_first, all: words.names_all, none: words.names_none } as const

export const AlbumDialog = ({
  raceid,
  album,
  points,
  onClose,
  onSaved,
}: {
  raceid: number
  album: AlbumEdited | undefined
  points: readonly string[]
  onClose: () => void
  onSaved: (id: number) => void
}) => {
  const t = useWords()
  const save = useCall(consolePhotosAlbum)
  const [draft, setDraft] = useState({ ...blank, ...album, published: (album?.published_at ?? null) !== null })
  const [offset, setOffset] = useState(String((album?.clock_offset_ms ?? 0) / 1000))
  const [refused, setRefused] = useState<Refused>()
  const change = (by: Partial<typeof draft>) => setDraft({ ...draft, ...by })
  const send = async () => {
    const { name, names, photographer, position, names_bibs, point, published } = draft
    try {
      const { id } = await save.mutateAsync({
        raceid,
        ...(album ? { id: album.id } : {}),
        name,
        names,
        photographer,
        position,
        names_bibs,
        point,
        clock_offset_ms: Math.round(Number(offset.replace('−', '-')) * 1000) || 0,
        published,
      })
      toastSuccess(t(words.saved))
      onSaved(id)
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const field = (name: string) => refused?.fields[name]
  return (
    <AskDialog
      wide
      title={t(album ? words.edit_album : words.new_album)}
      action={t(words.save)}
      busy={save.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void send()}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextInput
          label={t(words.name)}
          value={draft.name}
          maxLength={80}
          error={field('name')}
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextInput
          label={t(words.photographer)}
          optional
          value={draft.photographer}
          maxLength={80}
          onChange={(event) => change({ photographer: event.target.value })}
        />
        <TextInput
          label={t(words.name_en)}
          optional
          value={draft.names.en ?? ''}
          maxLength={80}
          onChange={(event) => change({ names: { ...draft.names, en: event.target.value } })}
        />
        <TextInput
          label={t(words.name_tw)}
          optional
          value={draft.names['zh-tw'] ?? ''}
          maxLength={80}
          onChange={(event) => change({ names: { ...draft.names, 'zh-tw': event.target.value } })}
        />
        <Select
          label={t(words.names_bibs)}
          value={draft.names_bibs}
          options={albumRules.map((value) => ({ value, label: t(rules[value]) }))}
          onChange={(event) => change({ names_bibs: event.target.value as AlbumRule })}
        />
        <TextInput
          label={t(words.position)}
          inputMode="numeric"
          value={String(draft.position)}
          onChange={(event) => change({ position: Number(event.target.value.replace(/\D/g, '').slice(0, 6)) })}
        />
        <Select
          label={t(words.point)}
          hint={t(words.point_hint)}
          value={draft.point ?? ''}
          placeholder={t(words.point_none)}
          options={[...new Set([...points, '终点', ...(draft.point ? [draft.point] : [])])].map((value) => ({
            value,
            label: value,
          }))}
          onChange={(event) => change({ point: event.target.value || null })}
        />
        <TextInput
          label={t(words.offset)}
          hint={t(words.offset_hint)}
          inputMode="text"
          inputClassName="figures"
          value={offset}
          error={field('clock_offset_ms')}
          onChange={(event) => setOffset(event.target.value)}
        />
        <Checkbox checked={draft.published} onChange={(event) => change({ published: event.target.checked })}>
          {t(words.publish)}
        </Checkbox>
      </div>
    </AskDialog>
  )
}
