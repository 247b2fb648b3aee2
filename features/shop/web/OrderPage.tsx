import { Check, Copy } from 'lucide-react'
import { Suspense, useState } from 'react'
import { LoggedInPage } from '#seam/web/LoggedInPage.tsx'
import { path } from '#seam/web/paths.ts'
import { LaterQrCode } from '#ui/media/LaterQrCode.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { useAsk } from '#ui/network/call.ts'
import { usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { type ShopOrder, orderQuery } from '../contract.ts'
import { OrderLines } from './OrderLines.tsx'
import { OrderStateChip } from './OrdersPage.tsx'
import { ReturnSheet } from './ReturnSheet.tsx'
import { shopWords as words } from './shop.words.ts'

/** The states in which the page shows the delivery. */
const onTheWay: readonly ShopOrder['state'][] = ['paid', 'packed', 'sent', 'handed']

export const OrderPage = () => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const id = usePageParams().id ?? ''
  const query = useAsk(orderQuery, { raceid, id }, { quiet: true, staleTime: 0 })
  return (
    <LoggedInPage title={t(words.order)} backTo={path.shopOrders()} query={query}>
      {({ items }) => (
        <Page title={t(words.order)} backTo={path.shopOrders()}>
          {items[0] ? (
            <Shown order={items[0]} raceid={raceid} again={() => void query.refetch()} />
          ) : (
            <Empty
              title={t(words.orderUnknown)}
              action={<ButtonLink href={path.shopOrders()}>{t(words.orders)}</ButtonLink>}
            />
          )}
        </Page>
      )}
    </LoggedInPage>
  )
}

const Shown = ({ order, raceid, again }: { order: ShopOrder; raceid: number; again: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const [returning, setReturning] = useState(false)
  const { state, way } = order
  const live = onTheWay.includes(state)
  const left = order.lines.some(({ n, returned }) => n > returned)
  return (
    <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
      <div className="grid gap-4">
        <section className="grid justify-items-center gap-4 rounded bg-surface px-4 py-6 text-center shadow-card">
          <OrderStateChip order={order} />
          {state === 'paid' ? <p className="text-28 font-bold">{t(words.thanks)}</p> : null}
          {live ? <Steps order={order} /> : null}
          {way === 'pickup' && (state === 'paid' || state === 'packed') ? (
            <>
              <Suspense fallback={<span className="block size-52" />}>
                <LaterQrCode text={order._key} label={t(words.codeLabel)} />
              </Suspense>
              <p className="max-w-[30ch] text-balance">{t(words.showCode, { place: order.place })}</p>
            </>
          ) : null}
          {order.number ? (
            <div className="flex flex-wrap items-center justify-center gap-2">
              <span className="figures font-medium">
                {t(words.tracking, { carrier: order.carrier ?? '', number: order.number })}
              </span>
              <Button
                look="quiet"
                icon={<Copy className="size-5" aria-hidden />}
                onClick={() =>
                  void navigator.clipboard.writeText(order.number!).then(() => toastSuccess(t(words.copied)))
                }
              >
                {t(words.copyNumber)}
              </Button>
            </div>
          ) : null}
          {order.signup ? <p className="text-soft">{t(words.withEntry)}</p> : null}
          {state === 'open' ? (
            <ButtonLink href={order.signup ? path.personallist({ tab: 'orders' }) : path.shopPay({ id: order._key })}>
              {t(words.payNow, { amount: money(order.amount, lang) })}
            </ButtonLink>
          ) : null}
        </section>
        {order.returns.map((one) => (
          <p key={one._key} className="rounded bg-info-tint px-4 py-3 text-14 text-info-ink">
            {one.state === 'asked'
              ? t(words.askedState)
              : one.state === 'taken'
                ? `${t(words.takenState)} · ${one.note}`
                : t(words.refusedState, { note: one.note })}
          </p>
        ))}
      </div>
      <Card title={t(words.number, { n: order.tradeno })}>
        <OrderLines order={order} />
        <Facts
          rows={[
            [t(words.goods), money(order.goods, lang)],
            [t(words.discount), order.discount > 0 ? `−${money(order.discount, lang)}` : null],
            [t(words.postage), way === 'post' ? money(order.postage, lang) : null],
            [t(words.total), <strong key="total">{money(order.amount, lang)}</strong>],
            [t(words.returned), order.refunded > 0 ? money(order.refunded, lang) : null],
            [
              t(words.address),
              order.contact ? `${order.contact.name} ${order.contact.mobile} ${order.contact.address}` : null,
            ],
            [t(words.place), way === 'pickup' ? order.place : null],
          ]}
        />
        <div className="mt-2 flex flex-wrap gap-2">
          {live && left ? (
            <Button look="plain" onClick={() => setReturning(true)}>
              {t(state === 'paid' ? words.cancel : words.askReturn)}
            </Button>
          ) : null}
          <ButtonLink look="quiet" href={path.shop()}>
            {t(words.again)}
          </ButtonLink>
        </div>
      </Card>
      {returning ? (
        <ReturnSheet
          order={order}
          raceid={raceid}
          onClose={() => setReturning(false)}
          onDone={() => {
            setReturning(false)
            again()
          }}
        />
      ) : null}
    </div>
  )
}

const Steps = ({ order: { state, way } }: { order: ShopOrder }) => {
  const t = useWords()
  const steps = [
    words.stepOrdered,
    words.stepPaid,
    words.stepPacked,
    way === 'post' ? words.stepSent : words.stepHanded,
  ]
  const at = state === 'paid' ? 1 : state === 'packed' ? 2 : 3
  return (
    <ol className="grid w-full max-w-md grid-cols-4">
      {steps.map((step, nth) => (
        <li
          key={nth}
          aria-current={nth === at ? 'step' : undefined}
          className={`relative grid justify-items-center gap-1 text-14 ${nth <= at ? 'text-ink' : 'text-soft'}`}
        >
          {nth > 0 ? (
            <span
              aria-hidden
              className={`absolute right-1/2 top-3.5 h-0.5 w-full ${nth <= at ? 'bg-strong' : 'bg-line'}`}
            />
          ) : null}
          <span
            className={`relative flex size-7 items-center justify-center rounded-full ${
              nth <= at ? 'bg-strong text-on-strong' : 'bg-sunk'
            }`}
          >
            {nth <= at ? <Check className="size-4" aria-hidden /> : null}
          </span>
          {/* A very narrow screen has room for the word of one step. */}
          <span className={nth === at ? 'max-[15rem]:whitespace-nowrap' : 'max-[15rem]:sr-only'}>{t(step)}</span>
        </li>
      ))}
    </ol>
  )
}
