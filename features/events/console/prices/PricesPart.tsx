import { Plus, Trash2, TriangleAlert } from 'lucide-react'
import { hexOfBytes } from '#contract/written.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { MoneyInput, NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { type PriceDoubt, priceDoubts } from '../../priceChecks.rules.ts'
import { type PriceRule, priceKinds } from '../../prices.contract.ts'
import { reasonText } from '../../prices.rules.ts'
import type { PartProps } from '../parts.ts'
import { PricePreview } from './PricePreview.tsx'
import { priceFormWords as words } from './price.words.ts'

/** Makes a random id that no other price or add-on of the event has had. */
export const newId = (): string => hexOfBytes(crypto.getRandomValues(new Uint8Array(6)))
const fresh = (kind: PriceRule['kind']): PriceRule => ({
  id: newId(),
  kind,
  names: {},
  until: null,
  first: null,
  age_from: null,
  age_to: kind === 'age' ? 17 : null,
  members: kind === 'group' ? 5 : kind === 'family' ? 2 : null,
  price: null,
  percent: kind === 'early' || kind === 'age' ? null : 10,
})

type Props = PartProps & { zone: string; most: number; taken: number }
/** The prices below the fee, with warnings about probable mistakes. */
export const PricesPart = ({ draft, change, errorAt, zone, most, taken }: Props) => {
  const t = useWords()
  const { prices } = draft
  const set = (next: PriceRule[]) => change({ prices: next })
  const doubts = priceDoubts(draft, zone, most)
  return (
    <Card title={t(words.prices)}>
      <p className="mb-4 text-14 text-soft">{t(words.prices_text)}</p>
      {prices.length === 0 ? <p className="mb-3 text-soft">{t(words.none)}</p> : null}
      <ul className="grid gap-4">
        {prices.map((rule, at) => (
          <PriceRow
            key={rule.id}
            rule={rule}
            error={errorAt(`prices.${at}`)}
            doubts={doubts.filter((doubt) => doubt.at === at)}
            onChange={(patch) => set(prices.map((one, n) => (n === at ? { ...one, ...patch } : one)))}
            onDrop={() => set(prices.filter((_, n) => n !== at))}
          />
        ))}
      </ul>
      <div className="-ml-5 mt-2 flex flex-wrap">
        {priceKinds.map((kind) => (
          <Button
            key={kind}
            look="quiet"
            icon={<Plus className="size-5" aria-hidden />}
            onClick={() => set([...prices, fresh(kind)])}
          >
            {t(words[`add_${kind}`])}
          </Button>
        ))}
      </div>
      {prices.length > 0 ? <PricePreview draft={draft} zone={zone} taken={taken} /> : null}
    </Card>
  )
}

type RowProps = {
  rule: PriceRule
  error: string | undefined
  doubts: readonly PriceDoubt[]
  onChange: (patch: Partial<PriceRule>) => void
  onDrop: () => void
}
const PriceRow = ({ rule, error, doubts, onChange, onDrop }: RowProps) => {
  const t = useWords()
  const { lang } = useLang()
  const name = reasonText(lang, rule)
  const isPercent = rule.percent !== null
  return (
    <li className="rounded border border-line p-3 md:p-4">
      <div role="group" aria-label={name} className="grid min-w-0 gap-3">
        <div className="flex items-center justify-between gap-3">
          <h3 className="font-medium">{name}</h3>
          <IconButton label={t(words.drop, { name })} onClick={onDrop}>
            <Trash2 className="size-5" aria-hidden />
          </IconButton>
        </div>
        <WordsInput max={60} label={t(words.name)} value={rule.names} onChange={(names) => onChange({ names })} />
        <div className="grid items-start gap-3 md:grid-cols-4">
          <Conditions rule={rule} onChange={onChange} />
          <Select
            label={t(words.by)}
            value={isPercent ? 'percent' : 'price'}
            options={[
              { value: 'price', label: t(words.by_price) },
              { value: 'percent', label: t(words.by_percent) },
            ]}
            onChange={(event) =>
              onChange(event.target.value === 'percent' ? { price: null, percent: 10 } : { price: null, percent: null })
            }
          />
          {isPercent ? (
            <NumberInput
              label={t(words.percent)}
              unit="%"
              min={1}
              max={100}
              value={rule.percent}
              onChange={(percent) => onChange({ percent })}
            />
          ) : (
            <MoneyInput
              empty
              label={t(words.price)}
              unit={t(words.yuan)}
              value={rule.price}
              onChange={(price) => onChange({ price })}
            />
          )}
        </div>
        {error ? <FieldError>{error}</FieldError> : null}
        {doubts.map(({ doubt, ...values }) => (
          <p key={doubt} className="flex items-start gap-2 text-14 text-warning-ink">
            <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            {t(words[`doubt_${doubt}`], values)}
          </p>
        ))}
      </div>
    </li>
  )
}

const Conditions = ({ rule, onChange }: Pick<RowProps, 'rule' | 'onChange'>) => {
  const t = useWords()
  if (rule.kind === 'early')
    return (
      <>
        <TextInput
          type="date"
          label={t(words.until)}
          hint={t(words.until_hint)}
          value={rule.until ?? ''}
          onChange={(event) => onChange({ until: event.target.value || null })}
        />
        <NumberInput
          empty
          min={1}
          label={t(words.first)}
          unit={t(words.first_unit)}
          value={rule.first}
          onChange={(first) => onChange({ first })}
        />
      </>
    )
  if (rule.kind === 'age')
    return (
      <>
        <NumberInput
          empty
          max={150}
          label={t(words.age_from)}
          hint={t(words.age_hint)}
          value={rule.age_from}
          onChange={(age_from) => onChange({ age_from })}
        />
        <NumberInput
          empty
          max={150}
          label={t(words.age_to)}
          value={rule.age_to}
          onChange={(age_to) => onChange({ age_to })}
        />
      </>
    )
  return (
    <NumberInput
      min={2}
      max={50}
      className="md:col-span-2"
      label={t(words.members)}
      unit={t(words.members_unit)}
      hint={t(rule.kind === 'family' ? words.family_hint : words.members_hint)}
      value={rule.members}
      onChange={(members) => onChange({ members })}
    />
  )
}
