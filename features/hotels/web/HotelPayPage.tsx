import { OrderPayCard } from '#features/payments/web/OrderPayCard.tsx'
import { useCameBack } from '#features/payments/web/useCameBack.ts'
import { raceOfKey } from '#contract/key.ts'
import { LoggedInPage } from '#seam/web/LoggedInPage.tsx'
import { path } from '#seam/web/paths.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { type GuestStay, type HeldChange, hotelsOrderList, hotelsOrderPayurl } from '../contract.ts'
import { nightsBetween } from '../stay.rules.ts'
import { StayHead } from './StayHead.tsx'
import { hotelWords as words } from './hotel.words.ts'

/** Returns a stay as it will be after its change. */
const atDates = (stay: GuestStay, { arrival, departure }: HeldChange): GuestStay => ({
  ...stay,
  arrival,
  departure,
  nights: nightsBetween(arrival, departure),
})
/** The payment of a stay, or of the difference to dearer dates. After the payment, the page opens the stay. */
export const HotelPayPage = () => {
  const t = useWords()
  const go = useGo()
  const id = usePageParams().id ?? ''
  const raceid = raceOfKey(id) ?? link().raceid ?? 0
  const query = useAsk(hotelsOrderList, { raceid }, { quiet: true, staleTime: 0 })
  useCameBack(path.hotelPay({ id }))
  return (
    <LoggedInPage title={t(words.payTitle)} backTo={path.hotels()} narrow query={query}>
      {({ items, zone }) => {
        const stay = items.find(({ order_key, change }) => order_key === id || change?.order_key === id)
        const change = stay?.change?.order_key === id ? stay.change : undefined
        const back = change && stay ? path.stay({ raceid, id: stay._key }) : path.hotels({ raceid })
        return (
          <Page title={t(change ? words.changePayNow : words.payTitle)} backTo={back} narrow>
            {stay ? <StayHead stay={change ? atDates(stay, change) : stay} /> : null}
            {stay?.state === 'open' || change ? <p className="text-center text-success-ink">{t(words.held)}</p> : null}
            <OrderPayCard
              id={id}
              name="hotels"
              call={hotelsOrderPayurl}
              says={words}
              zone={zone}
              onPaid={() => go(stay ? path.stay({ raceid, id: stay._key }) : path.stays({ raceid }), { replace: true })}
            />
          </Page>
        )
      }}
    </LoggedInPage>
  )
}
