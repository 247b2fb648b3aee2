import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import type { ShopOrder } from '../contract.ts'
import { GoodsPicture } from '#features/sales/web/GoodsPicture.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { shopWords as words } from './shop.words.ts'

export const OrderLines = ({ order }: { order: ShopOrder }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <ul className="grid gap-3">
      {order.lines.map((line) => {
        const asked = order.returns.find(({ item_key, state }) => item_key === line._key && state === 'asked')
        return (
          <li key={line._key} className="flex items-center gap-3">
            <span className="block w-16 shrink-0 overflow-hidden rounded">
              <GoodsPicture src={line.picture} name={line.goods} seed={line.goodsid} sizes="4rem" />
            </span>
            <span className="min-w-0 flex-1">
              <span className="line-clamp-2 font-medium">{line.goods}</span>
              <span className="text-14 text-soft">
                <Dotted
                  text={[
                    line.variant,
                    `× ${line.n}`,
                    asked ? t(words.askedState) : line.returned > 0 ? `${t(words.returned)} ${line.returned}` : '',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                />
              </span>
            </span>
            <span className="figures shrink-0 font-medium">{money(line.amount, lang)}</span>
          </li>
        )
      })}
    </ul>
  )
}
