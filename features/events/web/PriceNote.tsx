import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import type { RaceEvent } from '../contract.ts'
import type { ShownPrice } from '../prices.contract.ts'
import { amountOf } from '../prices.rules.ts'
import { priceWords } from '../prices.words.ts'

/** Returns a function that describes the runners who get a price. */
const useConditions = () => {
  const t = useWords()
  const { lang } = useLang()
  return ({ kind, until, left, age_from, age_to, members }: ShownPrice): string => {
    const n = members ?? 0
    const said =
      kind === 'early'
        ? [
            until === null ? '' : t(priceWords.until, { day: dateText(until, lang, 'short') }),
            left === null ? '' : t(priceWords.left, { n: countText(left) }),
          ]
        : kind === 'age'
          ? [
              age_from !== null && age_to !== null
                ? t(priceWords.ages, { from: age_from, to: age_to })
                : age_from !== null
                  ? t(priceWords.ages_from, { from: age_from })
                  : t(priceWords.ages_to, { to: age_to ?? 0 }),
            ]
          : [t(kind === 'family' ? priceWords.with_child : priceWords.members, { n })]
    return said.filter(Boolean).join(lang === 'en' ? ', ' : '，')
  }
}

/** The prices below the fee, each with its amount, its name, its conditions and its end. */
export const PriceNote = ({
  event,
  className = '',
}: {
  event: Pick<RaceEvent, 'fee' | 'prices'>
  className?: string
}) => {
  const { lang } = useLang()
  const conditions = useConditions()
  const lower = event.prices.filter((price) => amountOf(price, event.fee) < event.fee)
  if (lower.length === 0) return null
  return (
    <span className={`grid gap-1 text-14 ${className}`}>
      {lower.map((price) => (
        <span key={price.id} className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{price.name}</span>
          <span className="figures font-medium">{money(amountOf(price, event.fee), lang)}</span>
          <span className="figures text-soft">{conditions(price)}</span>
        </span>
      ))}
    </span>
  )
}
