import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { MoneyInput, NumberInput } from '#ui/form/NumberInput.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import type { Refused } from '#ui/network/call.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import type { Addon } from '../../prices.contract.ts'
import { addonName } from '../../prices.rules.ts'
import type { PartProps } from '../parts.ts'
import { type EditedStock, withLine } from '../StockPart.tsx'
import { newId } from './PricesPart.tsx'
import { priceFormWords as words } from './price.words.ts'

type Props = PartProps & {
  stock: readonly EditedStock[]
  onStock: (stock: EditedStock[]) => void
  refused: Refused | undefined
}
export const AddonsPart = ({ draft, change, errorAt, stock, onStock, refused }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const { addons } = draft
  const setAt = (at: number, patch: Partial<Addon>) =>
    change({ addons: addons.map((one, n) => (n === at ? { ...one, ...patch } : one)) })
  return (
    <Card title={t(words.addons)}>
      <p className="mb-4 text-14 text-soft">{t(words.addons_text)}</p>
      <ul className="grid gap-4">
        {addons.map((addon, at) => {
          const line = stock.find(({ kind, name }) => kind === 'addon' && name === addon.id)
          const name = addonName(lang, addon) || `${t(words.addons)} ${at + 1}`
          const error = errorAt(`addons.${at}`)
          return (
            <li key={addon.id} className="rounded border border-line p-3 md:p-4">
              <div role="group" aria-label={name} className="grid min-w-0 gap-3">
                <div className="flex items-center justify-between gap-3">
                  <h3 className="font-medium">{name}</h3>
                  <IconButton
                    label={t(words.drop, { name })}
                    onClick={() => change({ addons: addons.filter((_, n) => n !== at) })}
                  >
                    <Trash2 className="size-5" aria-hidden />
                  </IconButton>
                </div>
                <WordsInput
                  max={60}
                  label={t(words.name)}
                  value={addon.names}
                  onChange={(names) => setAt(at, { names })}
                />
                <div className="grid items-start gap-3 md:grid-cols-3">
                  <MoneyInput
                    label={t(words.price)}
                    unit={t(words.yuan)}
                    value={addon.price}
                    onChange={(price) => setAt(at, { price })}
                  />
                  <NumberInput
                    empty
                    label={t(words.stock)}
                    hint={line?.taken ? t(words.sold, { n: line.taken }) : t(words.stock_hint)}
                    value={line?.most ?? null}
                    onChange={(most) => onStock(withLine(stock, 'addon', addon.id, { most }))}
                  />
                  <NumberInput
                    min={1}
                    max={20}
                    label={t(words.per_person)}
                    unit={t(words.per_person_unit)}
                    value={addon.per_person}
                    onChange={(per_person) => setAt(at, { per_person })}
                  />
                </div>
                {error ? <FieldError>{error}</FieldError> : null}
              </div>
            </li>
          )
        })}
      </ul>
      {refused?.refusal === 'stock_below_taken' ? <FieldError>{refused.msg}</FieldError> : null}
      <Button
        look="quiet"
        className="-ml-5 mt-1"
        icon={<Plus className="size-5" aria-hidden />}
        onClick={() => change({ addons: [...addons, { id: newId(), names: {}, price: 0, per_person: 1 }] })}
      >
        {t(words.add_addon)}
      </Button>
    </Card>
  )
}
