import { OrderPayCard } from '#features/payments/web/OrderPayCard.tsx'
import { useCameBack } from '#features/payments/web/useCameBack.ts'
import { salesPay } from '#features/sales/contract.ts'
import { LoggedInPage } from '#seam/web/LoggedInPage.tsx'
import { path } from '#seam/web/paths.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { orderQuery } from '../contract.ts'
import { OrderLines } from './OrderLines.tsx'
import { shopWords as words } from './shop.words.ts'

/** The payment of an order of the shop. After the payment, the page opens the order. */
export const ShopPayPage = () => {
  const t = useWords()
  const go = useGo()
  const { lang } = useLang()
  const raceid = link().raceid ?? 0
  const id = usePageParams().id ?? ''
  const query = useAsk(orderQuery, { raceid, id }, { quiet: true, staleTime: 0 })
  useCameBack(path.shopPay({ id }))
  return (
    <LoggedInPage title={t(words.payTitle)} backTo={path.shopOrders()} query={query}>
      {({ items, zone }) => (
        <Page title={t(words.payTitle)} backTo={path.shopOrders()}>
          <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
            {items.map((order) => (
              <Card key={order._key} title={t(words.pieces, { n: order.lines.reduce((sum, { n }) => sum + n, 0) })}>
                <OrderLines order={order} />
                <p className="mt-3 flex items-baseline justify-between border-t border-line pt-3">
                  <span className="font-bold">{t(words.total)}</span>
                  <span className="display text-40 text-strong">{money(order.amount, lang)}</span>
                </p>
              </Card>
            ))}
            <OrderPayCard
              id={id}
              name="shop"
              call={salesPay}
              says={words}
              zone={zone}
              onPaid={() => go(path.shopOrder({ id }), { replace: true })}
            />
          </div>
        </Page>
      )}
    </LoggedInPage>
  )
}
