import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Stepper } from '#ui/layout/Stepper.tsx'
import { useCall } from '#ui/network/call.ts'
import { type DeskRange, deskInTheWay } from '../../pack.rules.ts'
import { type Desk, type DeskPreset, consoleDesksSave, deskPresets } from '../../setup/setup.contract.ts'
import { words } from './supervisor.words.ts'

const RANGES_MOST = 50
const BIB_MOST = 9_999_999
type Draft = Pick<Desk, 'name' | 'preset' | 'ranges' | 'hours' | 'pin_digits' | 'signature'>
const fresh: Draft = { name: '', preset: 'pickup', ranges: [], hours: 12, pin_digits: 6, signature: false }
type Props = {
  raceid: number
  desk: Desk | undefined
  desks: readonly Desk[]
  onClose: () => void
  onDone: () => void
}

/** The settings of a desk. The sentence below the ranges tells at once whether the desk's hand-outs can clash. */
export const DeskDialog = ({ raceid, desk, desks, onClose, onDone }: Props) => {
  const t = useWords()
  const [draft, setDraft] = useState<Draft>(desk ?? fresh)
  const save = useCall(consoleDesksSave)
  const put = (patch: Partial<Draft>) => setDraft((before) => ({ ...before, ...patch }))
  const { name, preset, ranges, hours, pin_digits, signature } = draft
  const others = desks.filter(({ id }) => id !== desk?.id)
  const go = async () => {
    await save.mutateAsync({
      raceid,
      ...(desk ? { id: desk.id } : {}),
      name,
      preset,
      ranges,
      hours,
      pin_digits,
      signature,
    })
    toastSuccess(t(words.saved))
    onDone()
  }
  return (
    <AskDialog
      wide
      title={t(desk ? words.edit_desk : words.add_desk)}
      action={t(words.save)}
      busy={save.isPending}
      refused={save.error ?? undefined}
      onClose={onClose}
      onDo={() => void go().catch(() => undefined)}
    >
      <div className="grid items-start gap-4 md:grid-cols-2">
        <TextInput
          label={t(words.name)}
          maxLength={40}
          value={name}
          error={save.error?.fields.name}
          onChange={(event) => put({ name: event.target.value })}
        />
        <Select
          label={t(words.preset)}
          value={preset}
          options={deskPresets.map((value) => ({ value, label: t(words.presets[value]) }))}
          onChange={(event) => put({ preset: event.target.value as DeskPreset })}
        />
      </div>
      <Ranges ranges={ranges} others={others} devices={desk?.devices ?? 0} onChange={(next) => put({ ranges: next })} />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Stepper
          label={t(words.pin_digits)}
          value={pin_digits}
          min={4}
          max={8}
          onChange={(next) => put({ pin_digits: next })}
        />
        <Stepper label={t(words.hours)} value={hours} min={1} max={24} onChange={(next) => put({ hours: next })} />
      </div>
      <p className="text-14 text-soft">{t(words.pin_how)}</p>
      <Checkbox checked={signature} onChange={(event) => put({ signature: event.target.checked })}>
        {t(words.signature)}
      </Checkbox>
    </AskDialog>
  )
}

type RangesProps = {
  ranges: readonly DeskRange[]
  others: readonly Desk[]
  devices: number
  onChange: (ranges: DeskRange[]) => void
}
const Ranges = ({ ranges, others, devices, onChange }: RangesProps) => {
  const t = useWords()
  const set = (at: number, patch: Partial<DeskRange>) =>
    onChange(ranges.map((range, nth) => (nth === at ? { ...range, ...patch } : range)))
  const said = verdictOf(t, ranges, others, devices)
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium">{t(words.ranges)}</legend>
      <p className="text-14 text-soft">{t(words.ranges_how)}</p>
      {ranges.map(({ prefix, from, to }, at) => (
        <div key={at} className="grid grid-cols-[5rem_1fr_1fr_auto] items-end gap-2">
          <TextInput
            label={t(words.prefix)}
            optional={false}
            maxLength={6}
            value={prefix}
            onChange={(event) => set(at, { prefix: event.target.value.toUpperCase().replace(/[^A-Z0-9-]/g, '') })}
          />
          <NumberInput label={t(words.from)} max={BIB_MOST} value={from} onChange={(next) => set(at, { from: next })} />
          <NumberInput label={t(words.to)} max={BIB_MOST} value={to} onChange={(next) => set(at, { to: next })} />
          <IconButton
            label={t(words.remove_range, { n: at + 1 })}
            onClick={() => onChange(ranges.filter((_, nth) => nth !== at))}
          >
            <X className="size-5" aria-hidden />
          </IconButton>
        </div>
      ))}
      {ranges.length < RANGES_MOST ? (
        <div>
          <Button
            look="plain"
            icon={<Plus className="size-5" aria-hidden />}
            onClick={() =>
              onChange([...ranges, { prefix: ranges.at(-1)?.prefix ?? '', from: Number.NaN, to: Number.NaN }])
            }
          >
            {t(words.add_range)}
          </Button>
        </div>
      ) : null}
      <p role="status" className={`text-14 ${said.tone === 'success' ? 'text-success-ink' : 'text-warning-ink'}`}>
        {said.says}
      </p>
    </fieldset>
  )
}

/** Returns the sentence that tells whether hand-outs can clash with these ranges, by the same rule as on the server. */
const verdictOf = (
  t: ReturnType<typeof useWords>,
  ranges: readonly DeskRange[],
  others: readonly Desk[],
  devices: number,
): { tone: 'success' | 'warning'; says: string } => {
  const warning = (says: string) => ({ tone: 'warning' as const, says })
  const whole = ranges.filter(({ from, to }) => !Number.isNaN(from) && !Number.isNaN(to))
  if (whole.some(({ from, to }) => to < from)) return warning(t(words.range_wrong))
  const inTheWay = deskInTheWay(whole, others)
  if (inTheWay) return warning(t(words.ranges_meet, { desk: inTheWay.name }))
  if (whole.length === 0) return warning(t(words.clash_open))
  if (devices > 1) return warning(t(words.clash_devices, { n: devices }))
  return { tone: 'success', says: t(words.apart_soon) }
}
