import { OrderPayCard } from '#features/payments/web/OrderPayCard.tsx'
import { useCameBack } from '#features/payments/web/useCameBack.ts'
import { LoggedInPage } from '#seam/web/LoggedInPage.tsx'
import { path } from '#seam/web/paths.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { hotelsOrderList, hotelsOrderPayurl } from '../contract.ts'
import { StayHead } from './StayHead.tsx'
import { hotelWords as words } from './hotel.words.ts'

/** The payment of a stay. After the payment, the page opens the stay. */
export const HotelPayPage = () => {
  const t = useWords()
  const go = useGo()
  const raceid = link().raceid ?? 0
  const id = usePageParams().id ?? ''
  const query = useAsk(hotelsOrderList, { raceid }, { quiet: true, staleTime: 0 })
  useCameBack(path.hotelPay({ id }))
  return (
    <LoggedInPage title={t(words.payTitle)} backTo={path.hotels()} narrow query={query}>
      {({ items, zone }) => {
        const stay = items.find(({ order_key }) => order_key === id)
        return (
          <Page title={t(words.payTitle)} backTo={path.hotels()} narrow>
            {stay ? <StayHead stay={stay} /> : null}
            {stay?.state === 'open' ? <p className="text-center text-success-ink">{t(words.held)}</p> : null}
            <OrderPayCard
              id={id}
              name="hotels"
              call={hotelsOrderPayurl}
              says={words}
              zone={zone}
              onPaid={() => go(stay ? path.stay({ id: stay._key }) : path.stays(), { replace: true })}
            />
          </Page>
        )
      }}
    </LoggedInPage>
  )
}
