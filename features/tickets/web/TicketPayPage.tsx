import { OrderPayCard } from '#features/payments/web/OrderPayCard.tsx'
import { useCameBack } from '#features/payments/web/useCameBack.ts'
import { salesMine, salesPay } from '#features/sales/contract.ts'
import { LoggedInPage } from '#seam/web/LoggedInPage.tsx'
import { path } from '#seam/web/paths.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { money } from '#ui/language/money.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { ticketTimeText } from './TicketChip.tsx'
import { ticketWords as words } from './tickets.words.ts'

/** The payment of an order of tickets. After the payment, the page opens the tickets. */
export const TicketPayPage = () => {
  const t = useWords()
  const go = useGo()
  const { lang } = useLang()
  const raceid = link().raceid ?? 0
  const id = usePageParams().id ?? ''
  const query = useAsk(salesMine, { raceid }, { quiet: true, staleTime: 0 })
  useCameBack(path.ticketPay({ id }))
  return (
    <LoggedInPage title={t(words.payTitle)} backTo={path.tickets()} query={query}>
      {({ items, zone }) => {
        const lines = items.filter(({ order_key }) => order_key === id)
        return (
          <Page title={t(words.payTitle)} backTo={path.tickets()}>
            {lines.length > 0 ? (
              <Card>
                <Facts
                  rows={lines.map((line) => [
                    <Dotted
                      key="label"
                      text={[line.goods, line.variant, ticketTimeText(line, zone, lang)].filter(Boolean).join(' · ')}
                    />,
                    `${line.n} × ${money(line.amount / line.n, lang)}`,
                  ])}
                />
              </Card>
            ) : null}
            <OrderPayCard
              id={id}
              name="tickets"
              call={salesPay}
              says={words}
              zone={zone}
              onPaid={() => go(path.tickets(), { replace: true })}
            />
          </Page>
        )
      }}
    </LoggedInPage>
  )
}
