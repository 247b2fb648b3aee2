import { ChevronRight } from 'lucide-react'
import { path } from '#seam/web/paths.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Link } from '#ui/router/Link.tsx'
import { salesMine } from '../contract.ts'
import { signupGoodsWords as words } from './signupGoods.words.ts'

/** The goods and deposits that an account bought with a registration. */
export const BoughtCard = ({ raceid, order }: { raceid: number; order: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const mine = useAsk(salesMine, { raceid }, { quiet: true, staleTime: 30_000 })
  const lines = mine.data?.items.filter(({ order_key }) => order_key === order) ?? []
  if (lines.length === 0) return null
  const rooms = new Set(lines.map(({ room }) => room))
  const paid = lines.some(({ state }) => state === 'paid')
  const way = (href: string, label: string) => (
    <Link
      href={href}
      className="-mx-2 flex min-h-11 items-center justify-between gap-2 rounded px-2 text-strong hover:bg-tint"
    >
      {label}
      <ChevronRight className="size-5 shrink-0" aria-hidden />
    </Link>
  )
  return (
    <Card title={t(words.boughtTitle)}>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line._key} className="flex items-baseline justify-between gap-4 py-3">
            <span className="min-w-0">
              <span className="font-medium [overflow-wrap:anywhere]">
                {line.goods} {line.variant} × {line.n}
              </span>
              {line.returned > 0 ? (
                <span className="ml-2 inline-block">
                  <Chip>{`${t(words.back)} ${line.returned}`}</Chip>
                </span>
              ) : null}
            </span>
            <span className="figures shrink-0">{money(line.amount, lang)}</span>
          </li>
        ))}
      </ul>
      {paid ? null : <p className="text-14 text-soft">{t(words.unpaid)}</p>}
      {paid && rooms.has('shop') ? way(path.shopOrder({ id: order }), t(words.toShop)) : null}
      {paid && rooms.has('deposits') ? way(path.deposit(), t(words.toDeposits)) : null}
    </Card>
  )
}
