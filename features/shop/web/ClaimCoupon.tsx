import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { LoginSheet, useAccount } from '#seam/web/account.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { toastSuccess, toastWarn } from '#ui/feedback/Toast.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { needsLogin, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import type { miniShopGoods } from '../contract.ts'
import { miniShopCoupon, miniShopCoupons } from '../coupons/coupons.contract.ts'
import { CouponTicket } from './CouponTicket.tsx'
import { shopWords as words } from './shop.words.ts'

type Shelves = OutputOf<typeof miniShopGoods>

/**
 * A coupon of the shop that a visitor takes with one tap. The button disappears when the account has taken the largest
 * number of these coupons that one person may take.
 */
export const ClaimCoupon = ({
  coupon,
  items,
  zone,
  raceid,
}: {
  coupon: Shelves['coupons'][number]
  /** All goods of the shop. The coupon shows the names of the goods for which the coupon is valid. */
  items: Shelves['items']
  zone: string
  raceid: number
}) => {
  const t = useWords()
  const account = useAccount()
  const [login, setLogin] = useState(false)
  const claim = useCall(miniShopCoupon, { quiet: true })
  const mine = useAsk(miniShopCoupons, { raceid }, { quiet: true, enabled: account.loggedIn })
  const held = (mine.data?.items ?? []).filter(({ batchid }) => batchid === coupon.id).length
  const scope = items.filter(({ id }) => coupon.goodsids.includes(id)).map(({ name }) => name)
  const take = async () => {
    try {
      await claim.mutateAsync({ raceid, id: coupon.id })
      toastSuccess(t(words.couponGot))
    } catch (thrown) {
      const said = refusedFrom(thrown)
      if (needsLogin(said)) return setLogin(true)
      toastWarn(said.msg)
    }
    void mine.refetch()
  }
  return (
    <CouponTicket coupon={{ ...coupon, scope }} zone={zone}>
      {held >= coupon.per_person ? (
        <Chip tone="success">{t(words.couponTaken)}</Chip>
      ) : (
        <Button
          busy={claim.isPending}
          className="shrink-0 px-4"
          onClick={() => (account.loggedIn ? void take() : setLogin(true))}
        >
          {t(words.couponTake)}
        </Button>
      )}
      <LoginSheet open={login} onClose={() => setLogin(false)} />
    </CouponTicket>
  )
}
