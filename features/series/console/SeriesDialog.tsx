import { X } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Lang } from '#contract/words.ts'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { IconButton } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { NamedDialog, textsIn } from '#ui/form/NamedDialog.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { serverNow } from '#ui/network/serverClock.ts'
import { type ConsoleSeries, type consoleSeriesList, consoleSeriesSave } from '../contract.ts'
import type { SeriesScoring } from '../rank.rules.ts'
import { seriesDeskWords as words } from './seriesDesk.words.ts'

type Choice = OutputOf<typeof consoleSeriesList>['events'][number]
const keyOf = ({ raceid, eventid }: { raceid: number; eventid: number }) => `${raceid} ${eventid}`
const standard = '100, 90, 82, 76, 72, 68, 64, 60, 56, 52, 48, 44, 40, 36, 32, 28, 24, 20, 16, 12, 10, 8, 6, 4, 2'
const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number)

const formOf = (series: ConsoleSeries | undefined) => ({
  name: (series ? { 'zh-cn': series.name, ...series.names } : {}) as Partial<Record<Lang, string>>,
  description: (series ? { 'zh-cn': series.description, ...series.descriptions } : {}) as Partial<Record<Lang, string>>,
  season: series?.season ?? new Date(serverNow()).getUTCFullYear(),
  scoring: series?.scoring ?? ('place' as SeriesScoring),
  places: series ? series.places.join(', ') : standard,
  best: series?.best ?? 3,
  club_size: series?.club_size ?? 0,
  published: series ? series.published_at !== null : false,
  events: (series?.races ?? []).map(({ raceid, eventid }) => ({ raceid, eventid })),
})
type Form = ReturnType<typeof formOf>
type Props = {
  series: ConsoleSeries | undefined
  choices: readonly Choice[]
  onClose: () => void
  onSaved: () => void
}
export const SeriesDialog = ({ series, choices, onClose, onSaved }: Props) => {
  const t = useWords()
  const save = useCall(consoleSeriesSave, { quiet: true })
  const [form, setForm] = useState(() => formOf(series))
  const put = (patch: Partial<Form>) => setForm((now) => ({ ...now, ...patch }))
  const send = () =>
    save.mutate(
      {
        ...(series ? { id: series.id, updated_at: series.updated_at } : {}),
        ...form,
        places: numbersIn(form.places),
        ...textsIn(form),
      },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          onSaved()
        },
      },
    )
  return (
    <NamedDialog
      title={t(series ? words.edit : words.add)}
      labels={{ name: t(words.name), description: t(words.description) }}
      form={form}
      put={put}
      busy={save.isPending}
      refused={save.error}
      onClose={onClose}
      onSave={send}
    >
      <RuleFields form={form} put={put} />
      <EventFields form={form} put={put} choices={choices} />
      <Checkbox checked={form.published} onChange={(event) => put({ published: event.target.checked })}>
        {t(words.published)}
      </Checkbox>
    </NamedDialog>
  )
}

type FieldsProps = { form: Form; put: (patch: Partial<Form>) => void }
const RuleFields = ({ form, put }: FieldsProps) => {
  const t = useWords()
  return (
    <>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <NumberInput
          label={t(words.season)}
          value={form.season}
          min={2000}
          max={2200}
          onChange={(season) => put({ season })}
        />
        <Select
          label={t(words.scoring)}
          value={form.scoring}
          onChange={(event) => put({ scoring: event.target.value as SeriesScoring })}
          options={[
            { value: 'place', label: t(words.by_place) },
            { value: 'age_grade', label: t(words.by_grade) },
          ]}
        />
        <NumberInput label={t(words.best)} value={form.best} min={1} max={100} onChange={(best) => put({ best })} />
        <NumberInput
          label={t(words.club_size)}
          value={form.club_size}
          min={0}
          max={100}
          onChange={(club_size) => put({ club_size })}
        />
      </div>
      {form.scoring === 'place' ? (
        <TextInput
          label={t(words.places)}
          hint={t(words.places_hint)}
          value={form.places}
          inputClassName="figures"
          onChange={(event) => put({ places: event.target.value })}
        />
      ) : null}
    </>
  )
}

const EventFields = ({ form, put, choices }: FieldsProps & { choices: readonly Choice[] }) => {
  const t = useWords()
  const nameOf = (key: string) => {
    const found = choices.find((one) => keyOf(one) === key)
    return found ? `${found.race} · ${found.event}` : key
  }
  const free = choices.filter((one) => !form.events.some((taken) => keyOf(taken) === keyOf(one)))
  return (
    <div className="grid gap-2">
      <Select
        label={t(words.add_event)}
        value=""
        placeholder=""
        onChange={(event) => {
          const chosen = choices.find((one) => keyOf(one) === event.target.value)
          if (chosen) put({ events: [...form.events, { raceid: chosen.raceid, eventid: chosen.eventid }] })
        }}
        options={free.map((one) => ({ value: keyOf(one), label: nameOf(keyOf(one)) }))}
      />
      <ol aria-label={t(words.events)} className="divide-y divide-line">
        {form.events.map((one) => (
          <li key={keyOf(one)} className="flex items-center gap-3">
            <span className="min-w-0 flex-1">{nameOf(keyOf(one))}</span>
            <IconButton
              label={t(words.remove, { name: nameOf(keyOf(one)) })}
              onClick={() => put({ events: form.events.filter((other) => keyOf(other) !== keyOf(one)) })}
            >
              <X className="size-5" aria-hidden />
            </IconButton>
          </li>
        ))}
      </ol>
    </div>
  )
}
