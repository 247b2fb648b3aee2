import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Text } from '#contract/words.ts'
import { words as login } from '#seam/web/loggedInPage.words.ts'
import { LoginNeeded } from '#seam/web/LoginNeeded.tsx'
import { registrationPay, registrationShow, type Registration } from '#features/registrations/contract.ts'
import { holdsAddons, peopleIn } from '#features/orders/paidFor.rules.ts'
import { refusals } from '#features/registrations/words.ts'
import { draftName } from '#seam/web/signUpDraft.ts'
import { Clauses, Dotted } from '#ui/layout/Dotted.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Countdown } from '#ui/feedback/Countdown.tsx'
import { openDraft } from '#ui/form/unsaved/draft.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { inSession, link } from '#ui/router/address.ts'
import { money } from '#ui/language/money.ts'
import { MoneyLines } from '#ui/layout/MoneyLines.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Skeleton, SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { PageState, closedRoad } from '#ui/feedback/PageState.tsx'
import { StatusIcon } from '#ui/feedback/StatusIcon.tsx'
import { words as kit } from '#ui/language/words.ts'
import { path } from '#seam/web/paths.ts'
import { PayMethods, ScanCode, Waiting } from './PayMethods.tsx'
import { PayWithCode } from './PayWithCode.tsx'
import { ReturnedMoney } from './ReturnedMoney.tsx'
import { payWords as words } from './pay.words.ts'
import { type Method, type Pay, onPhone, rememberMethod, rememberedMethod, usePaying } from './usePaying.ts'
import { useRemembered } from './useRemembered.ts'

const leftLook = 'mt-4 inline-flex items-baseline gap-2 rounded-full bg-warning-tint px-4 py-1.5 text-warning-ink'

const poll = 2500

/** The page on which a person pays an order. A reload does not interrupt the wait. */
export const PayPage = () => {
  const t = useWords()
  const params = usePageParams()
  const id = params._key ?? params.key ?? params.userKey ?? ''
  const pay = useAsk(
    registrationPay,
    { id },
    { enabled: id !== '', quiet: true, refetchInterval: poll, staleTime: 0, keep: true },
  )
  const registration = useAsk(registrationShow, { id }, { enabled: id !== '', quiet: true })
  const go = useGo()
  // A gateway adds parameters on the way back. The page removes them from the address and does not read them.
  const cameBack = params.out_trade_no !== undefined || params.PayerID !== undefined || params.token !== undefined
  useEffect(() => {
    if (cameBack) go(path.pay({ _key: id }), { replace: true })
  }, [cameBack, id, go])
  useRemembered(id, pay.data?.state, { registration: registration.data, error: pay.error })
  const home = (
    <ButtonLink href={path.home()} look="plain">
      {t(kit.home)}
    </ButtonLink>
  )
  const code = pay.error?.code
  if (id === '')
    return (
      <Page title={t(words.title)} narrow>
        <Empty title={t(refusals.registration_not_found.message)} action={home} />
      </Page>
    )
  if (!pay.data && (code === '401' || code === '10001' || code === '403'))
    return (
      <LoginNeeded
        title={t(words.title)}
        heading={t(words.logIn)}
        how={t(login.entry_number)}
        onDone={() => void pay.refetch()}
      />
    )
  if (!pay.data)
    return (
      <Page title={t(words.title)}>
        {pay.error ? (
          <ErrorState error={pay.error} onRetry={() => void pay.refetch()} action={home} />
        ) : (
          <SkeletonCards count={2} className="h-56" />
        )}
      </Page>
    )
  if (pay.data.state === 'paid')
    return <Paid id={id} pay={pay.data} bought={registration.data && boughtBy(registration.data)} />
  if (pay.data.state === 'closed')
    return <Expired pay={pay.data} registration={registration.data} look={() => void registration.refetch()} />
  // An invitation code may replace this order by another order. A payment of the old order is then over.
  return (
    <Open
      key={pay.data.amount}
      id={id}
      pay={pay.data}
      registration={registration.data}
      again={() => void Promise.all([pay.refetch(), registration.refetch()])}
    />
  )
}

/** Returns the thing that the fee pays for: a place, an entry into the draw, or a place on the waitlist. */
const boughtBy = ({ state }: Registration): keyof (typeof words)['paidHow'] =>
  state === 'draw' ? 'entry' : state === 'undraw' || state === 'wait' ? 'line' : 'place'

/**
 * Returns the subject of the open payment. If the registration's own order is already paid, the payment is the
 * difference for a move to a more expensive event.
 */
const paidBy = ({ items }: Pay, { meta }: Registration): keyof (typeof words)['titles'] =>
  meta.order?.state === 'paid'
    ? 'difference'
    : items?.some(({ kind }) => kind === 'goods')
      ? 'entry_goods'
      : holdsAddons(items)
        ? 'entry_addons'
        : 'entry'

const Paid = ({ id, pay, bought }: { id: string; pay: Pay; bought: ReturnType<typeof boughtBy> | undefined }) => {
  const t = useWords()
  const go = useGo()
  const many = peopleIn(pay.items) > 1
  const onwards = many ? path.personallist() : path.queryDetail({ _key: id })
  const queries = useQueryClient()
  const settle = useEffectEvent(() => {
    // The status page must not show the registration as it was before the payment.
    void queries.invalidateQueries({ queryKey: [registrationShow.path] })
    inSession.set(`paying:${id}`, undefined)
    inSession.set(`arrives:${id}`, '1')
    openDraft(draftName, link().raceid, []).clear()
  })
  const goOn = useEffectEvent(() => go(onwards, { replace: true }))
  const toRead = pay.returned.length
  useEffect(() => {
    settle()
    // A payer with something to read stays on this page.
    if (toRead > 0) return undefined
    const on = setTimeout(() => goOn(), 2500)
    return () => clearTimeout(on)
  }, [toRead])
  return (
    <Page title={t(words.paid)} bar={false} narrow>
      <div role="status" className="flex flex-col items-center gap-3 py-16 text-center">
        <StatusIcon kind="success" size={112} />
        <h1 className="text-28 font-bold">{t(words.paid)}</h1>
        {bought ? <p className="text-soft">{t(words.paidHow[bought])}</p> : null}
        <ReturnedMoney returned={pay.returned} />
        <ButtonLink className="mt-4" href={onwards}>
          {t(many ? words.seeAll : words.seeStatus)}
        </ButtonLink>
      </div>
    </Page>
  )
}

const Expired = ({
  pay,
  registration,
  look,
}: {
  pay: Pay
  registration: Registration | undefined
  /** Loads the possible actions again. */ look: () => void
}) => {
  const t = useWords()
  const lookOnce = useEffectEvent(look)
  useEffect(() => lookOnce(), [])
  const again = registration?.status.paid === 'closed' ? registration.status.can.again : undefined
  return (
    <Page title={t(words.expired)} bar={false} narrow>
      <PageState
        picture={closedRoad}
        heading="h1"
        title={t(words.expired)}
        description={registration ? t(words.expiredHow[boughtBy(registration)]) : null}
        actions={
          <>
            <ButtonLink look="plain" href={path.home()}>
              {t(kit.home)}
            </ButtonLink>
            {again?.ok === false && again.why ? (
              <Button disabledReason={again.why}>{t(words.signUpAgain)}</Button>
            ) : (
              <ButtonLink href={path.baoming()}>{t(words.signUpAgain)}</ButtonLink>
            )}
          </>
        }
      >
        <ReturnedMoney returned={pay.returned} />
      </PageState>
    </Page>
  )
}

/** Gateways that have a page of their own, with the text of the button and the next step. */
const sendsTo: Partial<Record<Method, { go: Text; how: Text }>> = {
  alipay: { go: words.payAlipay, how: words.alipayHow },
  paypal: { go: words.payPaypal, how: words.paypalHow },
  cmb: { go: words.payCmb, how: words.cmbHow },
}

const Open = ({
  id,
  pay,
  registration,
  again,
}: {
  id: string
  pay: Pay
  registration: Registration | undefined
  again: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const [method, setMethod] = useState<Method | undefined>(() => rememberedMethod(pay.methods))
  const paying = usePaying(id)
  const phone = onPhone()
  const code = method && (paying.nexts[method]?.code_url || (!phone && method === 'wechat'))
  // On a desktop the code appears at once, without a press.
  const showCode = useEffectEvent(() => {
    if (!phone && method === 'wechat' && !paying.nexts.wechat) paying.begin(method)
  })
  useEffect(() => showCode(), [method])
  const choose = (chosen: Method) => {
    rememberMethod(chosen)
    setMethod(chosen)
  }
  const amount = money(pay.amount, lang)
  const title = t(registration ? words.titles[paidBy(pay, registration)] : words.title)
  const button = method && (phone || !code) && (
    <Button wide busy={paying.busy} onClick={() => paying.begin(method)}>
      {t(paying.waiting ? words.again : (sendsTo[method]?.go ?? words.payNow), {
        amount: method === 'paypal' && pay.paypal ? money(pay.paypal.amount, lang, pay.paypal.currency) : amount,
      })}
    </Button>
  )
  return (
    <Page title={title} foot={phone ? button || undefined : undefined}>
      {paying.waiting ? <Waiting again={again} /> : null}
      <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
        <div className="grid gap-4 md:gap-6">
          <TimeAndAmount pay={pay} registration={registration} amount={amount} again={again} />
          <ReturnedMoney returned={pay.returned} />
          <What registration={registration} people={peopleIn(pay.items)} />
        </div>
        <Card title={t(words.how)}>
          {method ? (
            <>
              <PayMethods methods={pay.methods} value={method} onChange={choose} />
              {code ? (
                <ScanCode next={paying.nexts[method] ?? null} busy={paying.busy} renew={() => paying.begin(method)} />
              ) : null}
              {method === 'paypal' && pay.paypal ? (
                <p className="mt-4 rounded bg-sunk p-4 text-14">
                  {t(words.paypalRate, {
                    currency: pay.paypal.currency,
                    rate: String(pay.paypal.rate),
                    amount: money(pay.paypal.amount, lang, pay.paypal.currency),
                  })}
                </p>
              ) : null}
              {sendsTo[method] && !paying.waiting ? (
                <p className="mt-4 text-14 text-soft">{t(sendsTo[method].how)}</p>
              ) : null}
              {!phone && button ? <div className="mt-4">{button}</div> : null}
            </>
          ) : (
            <p className="text-soft">{t(words.notOpen)}</p>
          )}
          {paying.error ? (
            <p role="alert" className="mt-3 rounded bg-danger-tint px-4 py-3 text-14 text-danger-ink">
              {paying.error.msg}
            </p>
          ) : null}
          {method && registration && !registration.invite ? (
            <PayWithCode id={id} onUsed={() => (inSession.set(`paying:${id}`, undefined), again())} />
          ) : null}
        </Card>
      </div>
    </Page>
  )
}

const TimeAndAmount = ({
  pay,
  registration,
  amount,
  again,
}: {
  pay: Pay
  registration: Registration | undefined
  amount: string
  again: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const zone = registration?.race.zone
  return (
    <section className="rounded bg-surface px-6 py-8 text-center shadow-card">
      <p className="text-14 text-soft">{t(words.amount)}</p>
      <p className="display text-64">{amount}</p>
      {pay.items && pay.items.length > 1 ? (
        <div className="mx-auto mt-3 max-w-80 text-left">
          <MoneyLines lines={pay.items.map((item) => ({ ...item, name: item.name || t(words.fee) }))} />
        </div>
      ) : pay.discount > 0 ? (
        <p className="figures mt-1 text-14 text-soft">
          <Dotted
            text={`${t(words.fee)} ${money(pay.fee, lang)} · ${t(words.discount)} −${money(pay.discount, lang)}`}
          />
        </p>
      ) : null}
      {pay.pay_end ? (
        <>
          <p className={leftLook}>
            <span className="text-14">{t(words.timeLeft)}</span>
            <span className="text-20">
              <Countdown to={pay.pay_end} form="clock" onOver={again} />
            </span>
          </p>
          <p className="mx-auto mt-3 max-w-[30ch] text-14 text-soft">
            <Clauses
              text={t(words.payBefore[registration ? boughtBy(registration) : 'place'], {
                time: dateText(pay.pay_end, lang, 'deadline', zone),
              })}
            />
          </p>
        </>
      ) : null}
    </section>
  )
}

const What = ({ registration, people }: { registration: Registration | undefined; people: number }) => {
  const t = useWords()
  if (!registration) return <Skeleton className="h-24" />
  return (
    <section className="flex gap-4 rounded bg-surface p-5 shadow-card">
      <span
        aria-hidden
        className="w-1.5 shrink-0 rounded-full"
        style={{ background: registration.meta.event.colour }}
      />
      <div className="min-w-0 flex-1">
        <p className="text-14 text-soft">{registration.race.name}</p>
        <p className="flex items-baseline justify-between gap-4 text-20 font-bold">
          <span>{registration.meta.event.name}</span>
          <span>
            {registration.name}
            {people > 1 ? (
              <span className="block text-right text-14 font-normal text-soft">
                {t(words.andMore, { n: people - 1 })}
              </span>
            ) : null}
          </span>
        </p>
      </div>
    </section>
  )
}
