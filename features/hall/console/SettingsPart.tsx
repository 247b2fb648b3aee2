import { useState } from 'react'
import { savedText } from '#ui/form/unsaved/fieldNames.ts'
import { UnsavedBar } from '#ui/form/unsaved/UnsavedBar.tsx'
import { useUnsaved } from '#ui/form/unsaved/useUnsaved.ts'
import { words as unsavedWords } from '#ui/form/unsaved/unsaved.words.ts'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { toast, toastSuccess } from '#ui/feedback/Toast.tsx'
import { type HallSettings, consoleHallSave, papers } from '../contract.ts'
import { consoleWords as words } from './console.words.ts'

const photos = ['off', 'checked', 'open'] as const

export const SettingsPart = ({
  raceid,
  settings,
  version,
  zone,
  again,
}: {
  raceid: number
  settings: HallSettings
  /** The moment of the last save. */
  version: string | null
  zone: string
  /** Reads the settings again. */
  again: () => Promise<void>
}) => {
  const t = useWords()
  const save = useCall(consoleHallSave)
  const unsaved = useUnsaved<HallSettings>({ name: 'hall', raceid, saved: settings, version })
  const { form: draft, change } = unsaved
  const [refused, setRefused] = useState<Refused>()
  const labelOf = (field: string) => t(words[field as keyof HallSettings])
  const errorAt = (field: string) => refused?.fields[`settings.${field}`]
  const keep = async () => {
    setRefused(undefined)
    try {
      await save.mutateAsync({ raceid, settings: draft, updated_at: version ?? '' })
      toastSuccess(savedText(t, unsaved.changed.map(labelOf)))
      unsaved.done()
      await again()
    } catch (thrown) {
      const why = refusedFrom(thrown)
      if (why.refusal !== 'hall_changed_meanwhile') return setRefused(why)
      await again()
      toast(t(unsavedWords.merged))
    }
  }
  const number = (field: 'seconds' | 'casts_most' | 'prints_most' | 'waiting_most', unit?: string) => (
    <NumberInput
      label={t(words[field])}
      value={draft[field]}
      error={errorAt(field)}
      {...(unit ? { unit } : {})}
      onChange={(value) => change({ [field]: value })}
    />
  )
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void keep()
      }}
    >
      <Card title={t(words.settings)}>
        <div key={unsaved.turn} className="grid gap-4">
          <Checkbox checked={draft.open} onChange={(event) => change({ open: event.target.checked })}>
            {t(words.open)}
          </Checkbox>
          <div className="grid gap-4 md:grid-cols-2">
            <DateTimeInput
              optional
              label={t(words.from)}
              zone={zone}
              value={draft.from ?? null}
              error={errorAt('from')}
              onChange={(from) => change({ from: from ?? undefined })}
            />
            <DateTimeInput
              optional
              label={t(words.until)}
              zone={zone}
              value={draft.until ?? null}
              error={errorAt('until')}
              onChange={(until) => change({ until: until ?? undefined })}
            />
          </div>
          <div className="grid items-start gap-4 md:grid-cols-4">
            {number('seconds', t(words.unit_seconds))}
            {number('casts_most')}
            {number('prints_most')}
            {number('waiting_most')}
          </div>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <Select
              label={t(words.photos)}
              hint={t(words.photos_text)}
              value={draft.photos}
              onChange={(event) => change({ photos: photos.find((one) => one === event.target.value) ?? 'checked' })}
              options={photos.map((value) => ({ value, label: t(words[`photos_${value}`]) }))}
            />
            <Select
              label={t(words.paper)}
              value={draft.paper}
              onChange={(event) => change({ paper: papers.find((one) => one === event.target.value) ?? 'A4' })}
              options={papers.map((value) => ({ value, label: value === '6in' ? t(words.paper_6in) : value }))}
            />
          </div>
          {refused ? (
            <div role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
              {[...new Set([refused.msg, ...Object.values(refused.fields)])].map((line) => (
                <p key={line}>{line}</p>
              ))}
            </div>
          ) : null}
        </div>
      </Card>
      <UnsavedBar unsaved={unsaved} labelOf={labelOf} busy={save.isPending} />
    </form>
  )
}
