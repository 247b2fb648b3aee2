import type { OutputOf } from '#contract/endpoint.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Bar } from '#ui/layout/Bar.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { miniShopCheck, miniShopGoods } from '../contract.ts'
import { shopWords as words } from './shop.words.ts'

/** The sum of the bag, and the amount that is missing for free postage. */
export const BagSummary = ({
  shelves,
  check,
  gross,
  way,
}: {
  shelves: OutputOf<typeof miniShopGoods>
  check: OutputOf<typeof miniShopCheck> | undefined
  gross: number
  way: 'pickup' | 'post'
}) => {
  const t = useWords()
  const { lang } = useLang()
  const { free_from } = shelves.carriage
  const paid = check ? check.goods - check.discount : gross
  const rows = [
    [t(words.goods), money(check?.goods ?? gross, lang)],
    ...(check?.discount ? [[t(words.discount), `−${money(check.discount, lang)}`]] : []),
    ...(way === 'post' && check?.postage !== null && check ? [[t(words.postage), money(check.postage, lang)]] : []),
  ]
  return (
    <Card title={t(words.summary)}>
      <dl className="grid gap-2">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-soft">{name}</dt>
            <dd className="figures shrink-0 font-medium">{value}</dd>
          </div>
        ))}
        <div className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <dt className="font-bold">{t(words.total)}</dt>
          <dd className="display text-40 text-strong">{money(check?.amount ?? gross, lang)}</dd>
        </div>
      </dl>
      {way === 'post' && free_from !== null ? (
        <div className="mt-3 grid gap-1.5 text-14">
          <p className={paid >= free_from ? 'text-success-ink' : 'text-soft'}>
            {paid >= free_from ? t(words.freeNow) : t(words.freeYet, { amount: money(free_from - paid, lang) })}
          </p>
          <Bar
            value={free_from === 0 ? 1 : paid / free_from}
            label={paid >= free_from ? t(words.freeNow) : t(words.freeYet, { amount: money(free_from - paid, lang) })}
          />
        </div>
      ) : null}
    </Card>
  )
}
