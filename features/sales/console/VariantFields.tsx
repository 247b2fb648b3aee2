import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { FieldSet } from '#ui/form/Field.tsx'
import { MoneyInput, NumberInput } from '#ui/form/NumberInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type ErrorAt, type StockDraft, type VariantDraft, freshStock, freshVariant } from './goodsDraft.ts'
import { words } from './goods.words.ts'

const VARIANTS_MOST = 50
const SLOTS_MOST = 400
type Props = {
  zone: string
  variants: readonly VariantDraft[]
  errorAt: ErrorAt
  onChange: (variants: VariantDraft[]) => void
}

export const VariantFields = ({ zone, variants, errorAt, onChange }: Props) => {
  const t = useWords()
  const set = (at: number, patch: Partial<VariantDraft>) =>
    onChange(variants.map((one, n) => (n === at ? { ...one, ...patch } : one)))
  return (
    <FieldSet label={t(words.variants)} error={errorAt('variants')}>
      <ul className="grid gap-4">
        {variants.map((variant, at) => (
          <li key={variant.id ?? `new ${at}`} className="grid gap-3 rounded border border-line p-4">
            <div className="grid grid-cols-[minmax(0,1fr)_8rem_auto] items-end gap-3">
              <TextInput
                optional
                label={t(words.variant_name)}
                value={variant.name}
                maxLength={100}
                error={errorAt(`variants.${at}.name`)}
                onChange={(event) => set(at, { name: event.target.value })}
              />
              <MoneyInput
                label={t(words.price)}
                value={variant.price}
                error={errorAt(`variants.${at}.price`)}
                onChange={(price) => set(at, { price })}
              />
              <IconButton
                label={t(words.drop_variant, { n: at + 1 })}
                disabled={variants.length === 1 || variant.stock.some(({ sold }) => sold > 0)}
                onClick={() => onChange(variants.filter((_, n) => n !== at))}
              >
                <Trash2 className="size-5" aria-hidden />
              </IconButton>
            </div>
            <Slots
              zone={zone}
              stock={variant.stock}
              errorAt={(field) => errorAt(`variants.${at}.stock.${field}`)}
              onChange={(stock) => set(at, { stock })}
            />
          </li>
        ))}
      </ul>
      {variants.length < VARIANTS_MOST ? (
        <Button
          look="quiet"
          className="-ml-5 mt-1"
          icon={<Plus className="size-5" aria-hidden />}
          onClick={() => onChange([...variants, freshVariant()])}
        >
          {t(words.add_variant)}
        </Button>
      ) : null}
    </FieldSet>
  )
}

type SlotsProps = {
  zone: string
  stock: readonly StockDraft[]
  errorAt: ErrorAt
  onChange: (stock: StockDraft[]) => void
}
/** Edits the slots of a variant. One slot without a name means that the variant has no slots. */
const Slots = ({ zone, stock, errorAt, onChange }: SlotsProps) => {
  const t = useWords()
  const set = (at: number, patch: Partial<StockDraft>) =>
    onChange(stock.map((one, n) => (n === at ? { ...one, ...patch } : one)))
  return (
    <>
      <ul className="grid gap-3">
        {stock.map((row, at) => (
          <li
            key={at}
            className="grid grid-cols-2 items-end gap-3 border-t border-line pt-3 md:grid-cols-[1fr_6rem_auto]"
          >
            <TextInput
              optional={stock.length === 1}
              label={t(words.slot)}
              value={row.slot}
              maxLength={40}
              disabled={row.sold > 0}
              error={errorAt(`${at}.slot`)}
              onChange={(event) => set(at, { slot: event.target.value })}
            />
            <NumberInput
              label={t(words.pieces)}
              {...(row.sold > 0 ? { hint: t(words.sold, { n: row.sold }) } : {})}
              value={row.pieces}
              min={row.sold}
              max={1_000_000}
              error={errorAt(`${at}.pieces`)}
              onChange={(pieces) => set(at, { pieces })}
            />
            <span className="flex items-center gap-2 max-md:col-span-2 max-md:justify-between">
              <Checkbox checked={row.open} onChange={(event) => set(at, { open: event.target.checked })}>
                {t(words.slot_open)}
              </Checkbox>
              <IconButton
                label={t(words.drop_slot, { n: at + 1 })}
                disabled={stock.length === 1 || row.sold > 0}
                onClick={() => onChange(stock.filter((_, n) => n !== at))}
              >
                <Trash2 className="size-5" aria-hidden />
              </IconButton>
            </span>
            <div className="col-span-full grid gap-3 md:grid-cols-2">
              <DateTimeInput
                optional
                label={t(words.starts_at)}
                zone={zone}
                value={row.starts_at}
                error={errorAt(`${at}.starts_at`)}
                onChange={(starts_at) => set(at, { starts_at })}
              />
              <DateTimeInput
                optional
                label={t(words.ends_at)}
                zone={zone}
                value={row.ends_at}
                error={errorAt(`${at}.ends_at`)}
                onChange={(ends_at) => set(at, { ends_at })}
              />
            </div>
          </li>
        ))}
      </ul>
      {stock.length < SLOTS_MOST ? (
        <div>
          <Button
            look="quiet"
            className="-ml-5"
            icon={<Plus className="size-5" aria-hidden />}
            onClick={() => onChange([...stock, freshStock()])}
          >
            {t(words.add_slot)}
          </Button>
        </div>
      ) : null}
    </>
  )
}
