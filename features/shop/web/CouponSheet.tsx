import { type ReactNode, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { useAsk, useCall } from '#ui/network/call.ts'
import type { miniShopCheck } from '../contract.ts'
import { miniShopCoupon, miniShopCoupons } from '../coupons/coupons.contract.ts'
import { CouponTicket } from './CouponTicket.tsx'
import { shopWords as words } from './shop.words.ts'

/** The coupons of the account, each with its saving in this bag. The server has already chosen the best coupons. */
export const CouponSheet = ({
  raceid,
  zone,
  check,
  onClose,
  onChoose,
  again,
  empty,
}: {
  raceid: number
  zone: string
  check: OutputOf<typeof miniShopCheck>
  onClose: () => void
  onChoose: (coupons: readonly string[]) => void
  again: () => void
  /** A link to coupons, for a person who has none. */ empty?: ReactNode
}) => {
  const t = useWords()
  const { lang } = useLang()
  const mine = useAsk(miniShopCoupons, { raceid }, { quiet: true, staleTime: 0 })
  const claim = useCall(miniShopCoupon, { quiet: true })
  const [code, setCode] = useState('')
  const open = (mine.data?.items ?? []).filter(({ state }) => state === 'open')
  const press = (key: string, stackable: boolean) => {
    if (check.used.includes(key)) return onChoose(check.used.filter((one) => one !== key))
    const stays = check.used.filter((one) => stackable && open.find(({ _key }) => _key === one)?.stackable)
    onChoose([...stays, key])
  }
  return (
    <Dialog open onClose={onClose} title={t(words.couponPick)} forgets>
      <div className="grid gap-4 pb-4">
        {check.discount > 0 ? <p className="text-14 text-success-ink">{t(words.couponBest)}</p> : null}
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            claim.mutate(
              { raceid, code: code.trim() },
              {
                onSuccess: () => {
                  toastSuccess(t(words.couponGot))
                  setCode('')
                  void mine.refetch()
                  again()
                },
              },
            )
          }}
        >
          <div className="min-w-0 flex-1">
            <TextInput
              label={t(words.couponCode)}
              value={code}
              maxLength={20}
              error={claim.error?.msg}
              onChange={(event) => setCode(event.target.value)}
            />
          </div>
          <Button type="submit" look="plain" busy={claim.isPending} disabled={code.trim().length < 3}>
            {t(words.couponRedeem)}
          </Button>
        </form>
        <ul className="grid gap-3">
          {open.map((coupon) => {
            const said = check.coupons.find(({ _key }) => _key === coupon._key)
            const used = check.used.includes(coupon._key)
            return (
              <li key={coupon._key}>
                <button
                  type="button"
                  aria-pressed={used}
                  aria-disabled={said?.why ? true : undefined}
                  onClick={() => said?.why === null && press(coupon._key, coupon.stackable)}
                  className={`block w-full rounded text-left ${used ? 'ring-2 ring-strong' : ''}`}
                >
                  <span className="sr-only">{coupon.name}</span>
                  <CouponTicket coupon={coupon} zone={zone} dim={Boolean(said?.why)}>
                    <span className="figures shrink-0 text-right text-14 font-bold text-danger-ink">
                      {said && said.why === null ? `−${money(said.off, lang)}` : ''}
                    </span>
                  </CouponTicket>
                </button>
                {said?.why ? <p className="mt-1 px-1 text-14 text-soft">{said.why}</p> : null}
              </li>
            )
          })}
        </ul>
        {mine.data && open.length === 0 ? (
          <div className="grid justify-items-center gap-2 text-center text-soft">
            <p>{t(words.couponsEmpty)}</p>
            {empty}
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}
