import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { targetIn } from '../../devices/devices.rules.ts'
import type { AlarmCarrierKind } from '../../monitor/alarms.rules.ts'
import { pageWords as words } from './devicePage.words.ts'

export type CarrierDraft = { name: string; eventid: number | null; wave: string; target: string }
export const noCarrier: CarrierDraft = { name: '', eventid: null, wave: '', target: '' }
export type CarrierEvent = { eventid: number; event: string; waves: string[] }

type Props = {
  kind: Exclude<AlarmCarrierKind, 'runner'>
  events: readonly CarrierEvent[]
  draft: CarrierDraft
  onChange: (draft: CarrierDraft) => void
}
/** The fields of a pacer, sweeper or vehicle. */
export const CarrierFields = ({ kind, events, draft, onChange }: Props) => {
  const t = useWords()
  const waves = events.find(({ eventid }) => eventid === draft.eventid)?.waves ?? []
  const isPacer = kind === 'pacer'
  const change = (some: Partial<CarrierDraft>) => onChange({ ...draft, ...some })
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextInput
        label={t(words.name)}
        hint={isPacer ? undefined : t(words.name_hint)}
        value={draft.name}
        maxLength={40}
        autoComplete="off"
        onChange={({ target }) => change({ name: target.value })}
      />
      <Select
        label={t(words.event)}
        value={draft.eventid === null ? '' : String(draft.eventid)}
        options={[
          ...(isPacer ? [] : [{ value: '', label: t(words.all_events) }]),
          ...events.map(({ eventid, event }) => ({ value: String(eventid), label: event })),
        ]}
        onChange={({ target }) => change({ eventid: target.value === '' ? null : Number(target.value), wave: '' })}
      />
      {isPacer ? (
        <TextInput
          label={t(words.target)}
          hint={t(words.target_hint)}
          value={draft.target}
          maxLength={9}
          inputMode="numeric"
          autoComplete="off"
          error={draft.target === '' || targetIn(draft.target) ? undefined : t(words.target_wrong)}
          onChange={({ target }) => change({ target: target.value })}
        />
      ) : null}
      {isPacer && waves.length > 1 ? (
        <Select
          label={t(words.wave)}
          value={draft.wave}
          options={[{ value: '', label: t(words.first_wave) }, ...waves.map((wave) => ({ value: wave, label: wave }))]}
          onChange={({ target }) => change({ wave: target.value })}
        />
      ) : null}
    </div>
  )
}
