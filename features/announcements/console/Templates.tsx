import { useState } from 'react'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import {
  consoleAnnouncementsTemplates,
  consoleAnnouncementsTemplatesRemove,
  consoleAnnouncementsTemplatesSave,
} from '../contract.ts'
import { words } from '../words.ts'
import type { AnnouncementDraft } from './draft.ts'

type Props = { raceid: number; draft: AnnouncementDraft; onChange: (patch: Partial<AnnouncementDraft>) => void }

/** The kept texts of the race. */
export const Templates = ({ raceid, draft, onChange }: Props) => {
  const t = useWords()
  const list = useAsk(consoleAnnouncementsTemplates, { raceid }, { quiet: true })
  const save = useCall(consoleAnnouncementsTemplatesSave, { quiet: true })
  const remove = useCall(consoleAnnouncementsTemplatesRemove)
  const [chosen, setChosen] = useState('')
  const [name, setName] = useState<string>()
  const items = list.data?.items ?? []
  const take = (id: string) => {
    setChosen(id)
    const one = items.find((item) => String(item.id) === id)
    if (one) onChange({ title: one.title, body: one.body })
  }
  const keep = () =>
    save.mutate(
      { raceid, name: name ?? '', title: draft.title, body: draft.body },
      {
        onSuccess: () => {
          setName(undefined)
          toastSuccess(t(words.template_saved))
          void list.refetch()
        },
      },
    )
  const takeAway = () =>
    remove.mutate(
      { raceid, id: Number(chosen) },
      {
        onSuccess: () => {
          setChosen('')
          toastSuccess(t(words.template_removed))
          void list.refetch()
        },
      },
    )
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-2">
        {items.length > 0 ? (
          <Select
            className="min-w-0 flex-1 basis-56"
            label={t(words.template)}
            value={chosen}
            onChange={(event) => take(event.target.value)}
            options={[
              { value: '', label: t(words.template_none) },
              ...items.map((one) => ({ value: String(one.id), label: one.name })),
            ]}
          />
        ) : null}
        {chosen ? (
          <Button look="quiet" busy={remove.isPending} onClick={takeAway}>
            {t(words.template_remove)}
          </Button>
        ) : null}
        {name === undefined ? (
          <Button look="quiet" onClick={() => setName('')}>
            {t(words.template_save)}
          </Button>
        ) : null}
      </div>
      {name === undefined ? null : (
        <div className="flex flex-wrap items-end gap-2">
          <TextInput
            className="min-w-0 flex-1 basis-56"
            label={t(words.template_name)}
            name="template"
            value={name}
            maxLength={40}
            error={save.error ? (Object.values(save.error.fields)[0] ?? save.error.msg) : undefined}
            onChange={(event) => setName(event.target.value)}
          />
          <Button look="plain" busy={save.isPending} onClick={keep}>
            {t(words.template_save)}
          </Button>
        </div>
      )}
    </div>
  )
}
