import type { ReactNode } from 'react'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { shopWords as words } from './shop.words.ts'

type Shown = {
  name: string
  kind: 'amount' | 'percent'
  value: number
  threshold: number
  valid_until: string
  most?: number | null
  scope?: readonly string[]
  stackable?: boolean
}
/** Names a saving in percent. The Chinese text names the tenths that remain to pay: 15% off is 8.5 折. */
export const percentSaving = (percent: number, t: ReturnType<typeof useWords>): string =>
  percent === 100 ? t(words.couponFree) : t(words.couponOff, { n: percent, folds: (100 - percent) / 10 })

/** A coupon as a paper ticket: the saving at the left of the perforation, and the terms at the right. */
export const CouponTicket = ({
  coupon,
  zone,
  dim = false,
  children,
}: {
  coupon: Shown
  zone: string
  dim?: boolean
  children?: ReactNode
}) => {
  const t = useWords()
  const { lang } = useLang()
  const terms = [
    coupon.threshold > 0 ? t(words.couponMin, { amount: money(coupon.threshold, lang) }) : t(words.couponAny),
    coupon.most ? t(words.couponMost, { amount: money(coupon.most, lang) }) : '',
    coupon.scope?.length ? t(words.couponScope, { goods: coupon.scope.join(', ') }) : '',
    coupon.stackable ? t(words.couponStack) : '',
  ]
  const notch = 'absolute -top-2 size-4 rounded-full bg-ground'
  return (
    // In large text the terms move below the saving.
    <div className={`flex flex-wrap overflow-hidden rounded bg-surface shadow-card ${dim ? 'grayscale' : ''}`}>
      <div className="flex min-w-fit flex-[1_0_min(7rem,35%)] items-center justify-center bg-tint px-2 py-4">
        <span
          className={`display whitespace-nowrap text-center text-strong ${coupon.kind === 'amount' ? 'text-40' : 'text-28'}`}
        >
          {coupon.kind === 'amount'
            ? `¥${coupon.value % 100 === 0 ? coupon.value / 100 : (coupon.value / 100).toFixed(2)}`
            : percentSaving(coupon.value, t)}
        </span>
      </div>
      <div className="relative flex min-w-0 flex-[999_1_9rem] flex-wrap items-center justify-between gap-3 border-l-2 border-dashed border-line px-4 py-3">
        <span aria-hidden className={`${notch} -left-2.25`} />
        <span aria-hidden className={`${notch} -left-2.25 top-auto -bottom-2`} />
        <div className="min-w-0 flex-[1_1_8rem]">
          <p className="line-clamp-2 font-bold break-words">{coupon.name}</p>
          <p className="text-14 text-soft">
            <Dotted text={terms.filter(Boolean).join(' · ')} />
          </p>
          <p className="figures text-14 text-soft">
            {t(words.couponUntil, { time: dateText(coupon.valid_until, lang, 'deadline', zone) })}
          </p>
        </div>
        {children}
      </div>
    </div>
  )
}
