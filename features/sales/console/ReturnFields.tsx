import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { FieldSet } from '#ui/form/Field.tsx'
import { MoneyInput, NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { GoodsRefund } from '../goods/goods.contract.ts'
import type { ErrorAt } from './goodsDraft.ts'
import { words } from './goods.words.ts'

type KeptShare = { percent: number; fixed: number }
const TIERS_MOST = 12
const blank: KeptShare = { percent: 0, fixed: 0 }
const ways = ['none', 'tiers', 'hours'] as const
type Way = (typeof ways)[number]
const wayOf = (refund: GoodsRefund | null): Way =>
  refund === null ? 'none' : refund.before.length > 0 ? 'hours' : 'tiers'
const first: Readonly<Record<Way, GoodsRefund | null>> = {
  none: null,
  tiers: { tiers: [{ from: null, until: '', ...blank }], before: [] },
  hours: { tiers: [], before: [{ hours: 24, ...blank }] },
}

type Props = { refund: GoodsRefund | null; errorAt: ErrorAt; onChange: (refund: GoodsRefund | null) => void }
/** Edits the rule by which buyers give a thing back: by days, or by hours before its slot. */
export const ReturnFields = ({ refund, errorAt, onChange }: Props) => {
  const t = useWords()
  const way = wayOf(refund)
  return (
    <FieldSet label={t(words.returns)} error={errorAt('refund') ?? errorAt('refund.tiers')}>
      <Select
        bare
        label={t(words.returns)}
        value={way}
        options={ways.map((value) => ({ value, label: t(words[`returns_${value}`]) }))}
        onChange={({ target }) => onChange(first[target.value as Way])}
      />
      {refund && way === 'tiers' ? (
        <Days tiers={refund.tiers} errorAt={errorAt} onChange={(tiers) => onChange({ ...refund, tiers })} />
      ) : null}
      {refund && way === 'hours' ? (
        <Hours before={refund.before} errorAt={errorAt} onChange={(before) => onChange({ ...refund, before })} />
      ) : null}
    </FieldSet>
  )
}

const KeptFields = ({
  value,
  at,
  errorAt,
  onChange,
}: {
  value: KeptShare
  at: string
  errorAt: ErrorAt
  onChange: (patch: Partial<KeptShare>) => void
}) => {
  const t = useWords()
  return (
    <>
      <NumberInput
        label={t(words.tier_percent)}
        unit={t(words.per_cent)}
        value={value.percent}
        min={0}
        max={100}
        error={errorAt(`${at}.percent`)}
        onChange={(percent) => onChange({ percent })}
      />
      <MoneyInput
        label={t(words.tier_fixed)}
        unit={t(words.yuan)}
        value={value.fixed}
        error={errorAt(`${at}.fixed`)}
        onChange={(fixed) => onChange({ fixed })}
      />
    </>
  )
}

const row = 'grid grid-cols-2 items-end gap-3'
const Days = ({
  tiers,
  errorAt,
  onChange,
}: {
  tiers: GoodsRefund['tiers']
  errorAt: ErrorAt
  onChange: (tiers: GoodsRefund['tiers']) => void
}) => {
  const t = useWords()
  const set = (at: number, patch: Partial<GoodsRefund['tiers'][number]>) =>
    onChange(tiers.map((tier, n) => (n === at ? { ...tier, ...patch } : tier)))
  return (
    <>
      <ul className="mt-3 grid gap-3">
        {tiers.map((tier, at) => (
          <li key={at} className={`${row} md:grid-cols-[1fr_1fr_6rem_7rem_auto]`}>
            <TextInput
              type="date"
              optional
              label={t(words.tier_from)}
              value={tier.from ?? ''}
              error={errorAt(`refund.tiers.${at}.from`)}
              onChange={(event) => set(at, { from: event.target.value || null })}
            />
            <TextInput
              type="date"
              label={t(words.tier_until)}
              value={tier.until}
              error={errorAt(`refund.tiers.${at}.until`)}
              onChange={(event) => set(at, { until: event.target.value })}
            />
            <KeptFields value={tier} at={`refund.tiers.${at}`} errorAt={errorAt} onChange={(patch) => set(at, patch)} />
            <Drop at={at} only={tiers.length === 1} onDrop={() => onChange(tiers.filter((_, n) => n !== at))} />
          </li>
        ))}
      </ul>
      <Add
        full={tiers.length >= TIERS_MOST}
        onAdd={() => onChange([...tiers, { from: tiers.at(-1)?.until || null, until: '', percent: 50, fixed: 0 }])}
      />
    </>
  )
}

const Hours = ({
  before,
  errorAt,
  onChange,
}: {
  before: GoodsRefund['before']
  errorAt: ErrorAt
  onChange: (before: GoodsRefund['before']) => void
}) => {
  const t = useWords()
  const set = (at: number, patch: Partial<GoodsRefund['before'][number]>) =>
    onChange(before.map((tier, n) => (n === at ? { ...tier, ...patch } : tier)))
  return (
    <>
      <ul className="mt-3 grid gap-3">
        {before.map((tier, at) => (
          <li key={at} className={`${row} md:grid-cols-[1fr_6rem_7rem_auto]`}>
            <NumberInput
              label={t(words.tier_hours)}
              unit={t(words.hours)}
              value={tier.hours}
              min={0}
              max={10_000}
              error={errorAt(`refund.before.${at}.hours`)}
              onChange={(hours) => set(at, { hours })}
            />
            <KeptFields
              value={tier}
              at={`refund.before.${at}`}
              errorAt={errorAt}
              onChange={(patch) => set(at, patch)}
            />
            <Drop at={at} only={before.length === 1} onDrop={() => onChange(before.filter((_, n) => n !== at))} />
          </li>
        ))}
      </ul>
      <Add
        full={before.length >= TIERS_MOST}
        onAdd={() => onChange([...before, { hours: 0, percent: 50, fixed: 0 }])}
      />
    </>
  )
}

const Drop = ({ at, only, onDrop }: { at: number; only: boolean; onDrop: () => void }) => {
  const t = useWords()
  return (
    <IconButton label={t(words.drop_tier, { n: at + 1 })} disabled={only} onClick={onDrop}>
      <Trash2 className="size-5" aria-hidden />
    </IconButton>
  )
}
const Add = ({ full, onAdd }: { full: boolean; onAdd: () => void }) => {
  const t = useWords()
  if (full) return null
  return (
    <Button look="quiet" className="-ml-5 mt-1" icon={<Plus className="size-5" aria-hidden />} onClick={onAdd}>
      {t(words.add_tier)}
    </Button>
  )
}
