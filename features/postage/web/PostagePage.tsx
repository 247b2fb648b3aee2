import { Suspense, useEffect } from 'react'
import { words as login } from '#seam/web/loggedInPage.words.ts'
import { LoginNeeded } from '#seam/web/LoginNeeded.tsx'
import { OrderPayCard } from '#features/payments/web/OrderPayCard.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Refused, needsLogin, useAsk } from '#ui/network/call.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { money } from '#ui/language/money.ts'
import { Page } from '#ui/layout/Page.tsx'
import { onDemand } from '#ui/router/onDemand.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { words as kit } from '#ui/language/words.ts'
import { path } from '#seam/web/paths.ts'
import { type Postage, postagePay, postageShow } from '../contract.ts'
import { refusals, words } from '../words.ts'

const OrderForm = onDemand(async () => (await import('./OrderForm.tsx')).OrderForm)

/** The page on which a runner orders the race's shirt and pays its postage. */
export const PostagePage = () => {
  const t = useWords()
  const go = useGo()
  const params = usePageParams()
  const id = params._key ?? params.key ?? ''
  const query = useAsk(postageShow, { id }, { enabled: id !== '', quiet: true })
  // A gateway adds parameters on the way back. The page removes them from the address and does not read them.
  const cameBack = params.out_trade_no !== undefined || params.PayerID !== undefined || params.token !== undefined
  useEffect(() => {
    if (cameBack) go(path.postage({ _key: id }), { replace: true })
  }, [cameBack, id, go])
  if (!query.data && needsLogin(query.error))
    return (
      <LoginNeeded
        title={t(words.title)}
        heading={t(words.logIn)}
        how={t(login.entry_number)}
        onDone={() => void query.refetch()}
      />
    )
  if (!query.data)
    return (
      <Page title={t(words.title)}>
        {query.error || id === '' ? (
          <ErrorState
            error={query.error ?? new Refused({ code: '404', msg: t(refusals.postage_unknown.message), data: null })}
            onRetry={() => void query.refetch()}
            action={
              <ButtonLink href={path.home()} look="plain">
                {t(kit.home)}
              </ButtonLink>
            }
          />
        ) : (
          <SkeletonCards count={2} className="h-56" />
        )}
      </Page>
    )
  return <Shown id={id} postage={query.data} again={() => void query.refetch()} />
}

const Shown = ({ id, postage, again }: { id: string; postage: Postage; again: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const { parcel, why, zone, time, who, fee, until } = postage
  const live = parcel && parcel.state !== 'closed' && parcel.state !== 'refunded' ? parcel : null
  const orderable = why === null && live?.state !== 'sent'
  return (
    <Page title={t(words.title)}>
      <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
        <div className="grid gap-4 md:gap-6">
          <section className="rounded bg-surface px-6 py-8 text-center shadow-card">
            <p className="text-14 text-soft">{postage.race}</p>
            <h1 className="mt-1 text-20 font-bold">{live ? t(words[live.state]) : t(words.best)}</h1>
            {time ? <p className="display mt-3 text-64 text-strong">{time}</p> : null}
            <p className="text-14 text-soft">
              <Dotted text={`${postage.name} · ${postage.event}`} />
            </p>
            <p className="mx-auto mt-4 max-w-[34ch] text-pretty text-soft">
              {live?.state === 'paid'
                ? t(words.paidHow)
                : live?.state === 'sent'
                  ? t(words.sentHow, { carrier: live.carrier ?? '', number: live.number ?? '' })
                  : why
                    ? t(refusals[why].message)
                    : t(who === 'pb' ? words.bestHow : words.finisherHow, { fee: money(fee, lang) })}
            </p>
            {until && orderable ? (
              <p className="mt-2 text-14 text-soft">
                {t(words.until, { time: dateText(until, lang, 'deadline', zone) })}
              </p>
            ) : null}
            {parcel && !live ? (
              <p className="mt-3 rounded bg-info-tint px-4 py-3 text-14 text-info-ink">
                {t(parcel.state === 'refunded' ? words.refunded : words.closed)}
              </p>
            ) : null}
          </section>
          {live ? (
            <Card title={t(words.to)}>
              <Facts
                rows={[
                  [t(words.size), live.size],
                  [t(words.former), live.former],
                  [t(words.name), live.contact.name],
                  [t(words.mobile), live.contact.mobile],
                  [t(words.address), live.contact.address],
                  [t(words.postage), money(live.fee, lang)],
                ]}
              />
              {live.state !== 'open' && live.fee > 0 ? (
                <ButtonLink look="quiet" className="-ml-3 mt-2" href={path.receipt({ _key: live.order_key })}>
                  {t(words.receipt)}
                </ButtonLink>
              ) : null}
            </Card>
          ) : null}
        </div>
        <div className="grid gap-4 md:gap-6">
          {live?.state === 'open' ? (
            <OrderPayCard
              id={id}
              order={live.order_key}
              name="postage"
              call={postagePay}
              says={words}
              zone={zone}
              onPaid={again}
            />
          ) : null}
          {orderable || live?.state === 'paid' ? (
            <Suspense fallback={<SkeletonCards count={1} className="h-96" />}>
              <OrderForm key={live ? `${live.id} ${live.state}` : 'new'} id={id} postage={postage} onDone={again} />
            </Suspense>
          ) : null}
        </div>
      </div>
    </Page>
  )
}
