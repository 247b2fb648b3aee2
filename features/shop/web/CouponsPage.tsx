import { LoggedInPage } from '#seam/web/LoggedInPage.tsx'
import { path } from '#seam/web/paths.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { useAsk } from '#ui/network/call.ts'
import { link } from '#ui/router/address.ts'
import { miniShopCoupons } from '../coupons/coupons.contract.ts'
import { CouponTicket } from './CouponTicket.tsx'
import { shopWords as words } from './shop.words.ts'

const saying = { used: words.couponStateUsed, expired: words.couponStateOver, void: words.couponStateVoid }

/** The coupons that the account holds. The page shows the coupons first that the account can still use. */
export const CouponsPage = () => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const query = useAsk(miniShopCoupons, { raceid }, { quiet: true, staleTime: 0 })
  return (
    <LoggedInPage title={t(words.couponMine)} backTo={path.shop()} query={query}>
      {({ items, zone }) => (
        <Page title={t(words.couponMine)} backTo={path.shop()}>
          {items.length === 0 ? (
            <Empty
              title={t(words.couponsEmpty)}
              description={t(words.couponsEmptyHow)}
              action={<ButtonLink href={path.shop()}>{t(words.toShop)}</ButtonLink>}
            />
          ) : (
            <ul className="grid gap-3 md:grid-cols-2">
              {items
                .toSorted((a, b) => Number(b.state === 'open') - Number(a.state === 'open'))
                .map((coupon) => (
                  <li key={coupon._key}>
                    <CouponTicket coupon={coupon} zone={zone} dim={coupon.state !== 'open'}>
                      {coupon.state === 'open' ? null : <Chip>{t(saying[coupon.state])}</Chip>}
                    </CouponTicket>
                  </li>
                ))}
            </ul>
          )}
        </Page>
      )}
    </LoggedInPage>
  )
}
