import { Minus, Plus } from 'lucide-react'
import type { ShownAddon } from '#features/events/prices.contract.ts'
import { priceWords } from '#features/events/prices.words.ts'
import { FieldError } from '#ui/form/Field.tsx'
import { IconButton } from '#ui/form/Button.tsx'
import { countText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { signupStepWords } from '../steps/steps.words.ts'

type Props = {
  addons: readonly ShownAddon[]
  /** The chosen number of pieces of each add-on, by id. */
  chosen: Readonly<Record<string, number>>
  /** Returns how many pieces of an add-on the other people of the form take from the same stock. */
  others?: (id: string) => number
  onBuy: (id: string, n: number) => void
  errorAt?: (id: string) => string | undefined
}
export const AddonLines = ({ addons, chosen, others = () => 0, onBuy, errorAt }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <ul className="divide-y divide-line">
      {addons.map(({ id, name, price, per_person, left }) => {
        const n = chosen[id] ?? 0
        const most = left === null ? per_person : Math.min(per_person, Math.max(left - others(id), 0))
        const error = errorAt?.(id)
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="min-w-0 flex-1">
              <span className="block font-medium [overflow-wrap:anywhere]">{name}</span>
              <span className="figures block text-14 text-soft">
                <Dotted
                  text={[
                    money(price, lang),
                    left !== null && left < 50 && left > 0 ? t(priceWords.addons_left, { n: countText(left) }) : '',
                    per_person > 1 ? t(priceWords.per_person, { n: per_person }) : '',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                />
              </span>
              {error ? <FieldError>{error}</FieldError> : null}
            </span>
            {most === 0 && n === 0 ? (
              <span className="text-14 text-soft">{t(priceWords.addons_none_left)}</span>
            ) : (
              <span className="-mr-2 flex shrink-0 items-center">
                <IconButton
                  label={t(signupStepWords.addonLess, { name })}
                  disabled={n === 0}
                  onClick={() => onBuy(id, n - 1)}
                >
                  <Minus className="size-5" aria-hidden />
                </IconButton>
                <span className="figures w-8 text-center font-medium" aria-live="polite">
                  {n}
                </span>
                <IconButton
                  label={t(signupStepWords.addonMore, { name })}
                  disabled={n >= most}
                  onClick={() => onBuy(id, n + 1)}
                >
                  <Plus className="size-5" aria-hidden />
                </IconButton>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
