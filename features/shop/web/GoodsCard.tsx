import { path } from '#seam/web/paths.ts'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Link } from '#ui/router/Link.tsx'
import type { ShopGoods } from '../contract.ts'
import { GoodsPicture } from '#features/sales/web/GoodsPicture.tsx'
import { shopWords as words } from './shop.words.ts'

/** The largest number of remaining pieces that a card shows. */
const FEW = 10

/** Returns the state of goods in words, such as sold out. */
export const useShelfState = (goods: ShopGoods, zone: string) => {
  const t = useWords()
  const { lang } = useLang()
  const now = useNow(30_000)
  if (goods.sale_from !== null && Date.parse(goods.sale_from) > now)
    return {
      tone: 'info',
      label: t(words.soon, { time: dateText(goods.sale_from, lang, 'deadline', zone) }),
      off: true,
    } as const
  if (goods.sale_until !== null && Date.parse(goods.sale_until) <= now)
    return { tone: 'plain', label: t(words.over), off: true } as const
  if (goods.free === 0) return { tone: 'plain', label: t(words.soldOut), off: true } as const
  if (goods.free <= FEW) return { tone: 'warning', label: t(words.few, { n: goods.free }), off: false } as const
  return undefined
}

export const GoodsCard = ({ goods, zone }: { goods: ShopGoods; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const state = useShelfState(goods, zone)
  const several = new Set(goods.variants.map(({ price }) => price)).size > 1
  return (
    <Link
      href={path.shopGoods({ id: goods.id })}
      className="group flex h-full flex-col overflow-hidden rounded bg-surface shadow-card"
    >
      <span className="relative block overflow-hidden">
        <GoodsPicture
          src={goods.pictures[0]}
          name={goods.name}
          seed={goods.id}
          sizes="(min-width: 64rem) 18rem, 50vw"
          className={`transition duration-300 motion-safe:group-hover:scale-105 ${state?.off ? 'opacity-60' : ''}`}
        />
        {state ? (
          <span className="absolute left-2 top-2">
            <Chip tone={state.tone}>{state.label}</Chip>
          </span>
        ) : null}
      </span>
      <span className="flex flex-1 flex-col gap-1 p-3 md:p-4">
        <span className="line-clamp-2 font-medium">{goods.name}</span>
        {goods.audience === 'everybody' ? null : (
          <span className="text-14 text-strong">{t(words[goods.audience])}</span>
        )}
        <span className="mt-auto flex flex-wrap items-baseline justify-between gap-x-2 pt-1">
          <span className="display text-28 text-strong">
            {several ? t(words.from, { price: money(goods.price_from, lang) }) : money(goods.price_from, lang)}
          </span>
          {goods.sold > 0 ? (
            <span className="figures text-14 text-soft">{t(words.sold, { n: goods.sold })}</span>
          ) : null}
        </span>
      </span>
    </Link>
  )
}
