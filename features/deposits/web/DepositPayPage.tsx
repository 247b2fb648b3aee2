import { OrderPayCard } from '#features/payments/web/OrderPayCard.tsx'
import { useCameBack } from '#features/payments/web/useCameBack.ts'
import { salesPay } from '#features/sales/contract.ts'
import { LoggedInPage } from '#seam/web/LoggedInPage.tsx'
import { path } from '#seam/web/paths.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { liveDeposit } from '../contract.ts'
import { depositWords as words } from './deposit.words.ts'

/** The payment of a deposit. After the payment, the page opens the deposits. */
export const DepositPayPage = () => {
  const t = useWords()
  const go = useGo()
  const raceid = link().raceid ?? 0
  const id = usePageParams().id ?? ''
  const query = useAsk(liveDeposit, { raceid }, { quiet: true, staleTime: 0 })
  useCameBack(path.depositPay({ id }))
  return (
    <LoggedInPage title={t(words.payTitle)} backTo={path.deposit()} query={query}>
      {({ zone }) => (
        <Page title={t(words.payTitle)} backTo={path.deposit()} narrow>
          <OrderPayCard
            id={id}
            name="deposits"
            call={salesPay}
            says={words}
            zone={zone}
            onPaid={() => go(path.deposit(), { replace: true })}
          />
        </Page>
      )}
    </LoggedInPage>
  )
}
