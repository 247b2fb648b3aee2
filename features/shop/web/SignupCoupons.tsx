import { ChevronRight } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { SignupBasket } from '#features/sales/web/SignupGoods.tsx'
import { onDemand } from '#ui/router/onDemand.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { useAsk } from '#ui/network/call.ts'
import { miniShopCheck } from '../contract.ts'
import { miniShopCoupons } from '../coupons/coupons.contract.ts'
import { shopWords as words } from './shop.words.ts'

const CouponSheet = onDemand(
  async () => (await import('./CouponSheet.tsx')).CouponSheet,
  ({ onClose }) => ({ onClose }),
)

/**
 * The coupons for goods inside sign-up. The server has already chosen the best coupons. An account without a valid
 * coupon sees nothing.
 */
export const SignupCoupons = ({ raceid, place, lines, onDiscount }: SignupBasket) => {
  const t = useWords()
  const { lang } = useLang()
  const mine = useAsk(miniShopCoupons, { raceid }, { quiet: true })
  const [chosen, setChosen] = useState<readonly string[]>()
  const [open, setOpen] = useState(false)
  const holds = (mine.data?.items ?? []).some(({ state }) => state === 'open')
  const basket = { raceid, lines, place, ...(chosen ? { coupons: [...chosen] } : {}) }
  const check = useAsk(miniShopCheck, basket, { quiet: true, staleTime: 0, enabled: holds })
  const { used, discount, coupons } = check.data ?? { used: [], discount: 0, coupons: [] }
  const sign = JSON.stringify([used, discount, lines])
  const take = useEffectEvent(() => onDiscount(used, discount))
  useEffect(() => {
    if (check.data) take()
  }, [sign, check.data])
  if (!holds || !check.data || !mine.data) return null
  const usable = coupons.filter(({ why }) => why === null).length
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="mt-3 flex min-h-11 w-full items-center justify-between gap-3 border-t border-line pt-3 text-left"
      >
        <span>{t(words.coupons)}</span>
        <span className={`flex items-center gap-1 ${discount > 0 ? 'font-bold text-danger-ink' : 'text-soft'}`}>
          {discount > 0
            ? t(words.couponUsed, { amount: money(discount, lang) })
            : usable > 0
              ? t(words.couponCount, { n: usable })
              : t(words.couponNone)}
          <ChevronRight className="size-4" aria-hidden />
        </span>
      </button>
      {open ? (
        <Suspense>
          <CouponSheet
            raceid={raceid}
            zone={mine.data.zone}
            check={check.data}
            onClose={() => setOpen(false)}
            onChoose={setChosen}
            again={() => {
              void mine.refetch()
              void check.refetch()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
