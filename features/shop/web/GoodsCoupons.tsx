import { ChevronRight, TicketPercent } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import type { ShopGoods, miniShopGoods } from '../contract.ts'
import { percentSaving } from './CouponTicket.tsx'
import { ClaimCoupon } from './ClaimCoupon.tsx'
import { shopWords as words } from './shop.words.ts'

type ShelfCoupon = OutputOf<typeof miniShopGoods>['coupons'][number]
/** The largest number of coupons that the button shows. */
const NAMED = 2

/** The coupons that a visitor can claim for goods, in one line. A press opens them. */
export const GoodsCoupons = ({
  data: { coupons, items, zone },
  goods,
  raceid,
}: {
  data: OutputOf<typeof miniShopGoods>
  goods: ShopGoods
  raceid: number
}) => {
  const t = useWords()
  const { lang } = useLang()
  const [open, setOpen] = useState(false)
  const valid = coupons.filter(({ goodsids }) => goodsids.length === 0 || goodsids.includes(goods.id))
  if (valid.length === 0) return null
  const sayOf = ({ kind, value, threshold }: ShelfCoupon) =>
    kind === 'percent'
      ? percentSaving(value, t)
      : threshold > 0
        ? t(words.couponSaveFrom, { amount: money(value, lang), min: money(threshold, lang) })
        : t(words.couponSave, { amount: money(value, lang) })
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex min-h-13 w-full items-center gap-3 rounded bg-surface px-4 py-2 text-left shadow-card hover:bg-tint"
      >
        <TicketPercent className="size-5 shrink-0 text-strong" aria-hidden />
        <span className="shrink-0 font-medium">{t(words.coupons)}</span>
        <span className="flex min-w-0 flex-1 flex-wrap gap-2">
          {valid.slice(0, NAMED).map((coupon) => (
            <span key={coupon.id} className="figures rounded border border-strong px-2 text-14 text-strong">
              {sayOf(coupon)}
            </span>
          ))}
        </span>
        <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t(words.coupons)}>
        <ul className="grid gap-3 pb-4">
          {valid.map((coupon) => (
            <li key={coupon.id}>
              <ClaimCoupon coupon={coupon} items={items} zone={zone} raceid={raceid} />
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}
