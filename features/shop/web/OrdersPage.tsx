import { LoggedInPage } from '#seam/web/LoggedInPage.tsx'
import { path } from '#seam/web/paths.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Page } from '#ui/layout/Page.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Link } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { type ShopOrder, orderQuery } from '../contract.ts'
import { GoodsPicture } from '#features/sales/web/GoodsPicture.tsx'
import { shopWords as words } from './shop.words.ts'

const tones = {
  open: 'warning',
  paid: 'info',
  packed: 'info',
  sent: 'race',
  handed: 'success',
  closed: 'plain',
  returned: 'plain',
} as const

/** The state of an order in words. A packed order that its buyer collects is shown as ready for pick-up. */
export const OrderStateChip = ({ order }: { order: ShopOrder }) => {
  const t = useWords()
  const ready = order.state === 'packed' && order.way === 'pickup'
  return <Chip tone={tones[order.state]}>{t(ready ? words.readyPickup : words[order.state])}</Chip>
}

export const OrdersPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const raceid = link().raceid ?? 0
  const query = useAsk(orderQuery, { raceid }, { quiet: true, staleTime: 0 })
  return (
    <LoggedInPage title={t(words.orders)} backTo={path.shop()} query={query}>
      {({ items, zone }) => (
        <Page title={t(words.orders)} backTo={path.shop()}>
          {items.length === 0 ? (
            <Empty
              title={t(words.ordersEmpty)}
              description={t(words.bagEmptyHow)}
              action={<ButtonLink href={path.shop()}>{t(words.toShop)}</ButtonLink>}
            />
          ) : (
            <ul className="grid gap-4 md:grid-cols-2">
              {items.map((order) => (
                <li key={order._key}>
                  <Link
                    href={
                      order.state !== 'open'
                        ? path.shopOrder({ id: order._key })
                        : order.signup
                          ? path.personallist({ tab: 'orders' })
                          : path.shopPay({ id: order._key })
                    }
                    className="grid gap-3 rounded bg-surface p-4 shadow-card"
                  >
                    <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                      <span className="figures text-14 text-soft">
                        {dateText(order.created_at, lang, 'minute', zone)}
                      </span>
                      <OrderStateChip order={order} />
                    </span>
                    <span className="flex gap-2 overflow-hidden">
                      {order.lines.slice(0, 4).map((line) => (
                        <span key={line._key} className="block w-18 shrink-0 overflow-hidden rounded">
                          <GoodsPicture src={line.picture} name={line.goods} seed={line.goodsid} sizes="4.5rem" />
                        </span>
                      ))}
                    </span>
                    <span className="flex items-baseline justify-between gap-3">
                      <span className="truncate text-soft">{order.lines.map(({ goods }) => goods).join(', ')}</span>
                      <span className="display shrink-0 text-28 text-strong">{money(order.amount, lang)}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </Page>
      )}
    </LoggedInPage>
  )
}
